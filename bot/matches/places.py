"""The use cases of where matches are played: threads of their own, and what follows if a place goes away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.matches.clocks import start_clock
from bot.matches.finding import game_after, stored
from bot.matches.match import Match
from bot.matches.place_refusals import HasAPlace
from bot.matches.preferences import settings_to_begin
from bot.matches.refusals import MatchOver, NoSuchMatch
from bot.matches.unshown import AT_ONCE, match_entry, to_show
from bot.storage import (
    ChallengeState,
    Database,
    OutboxEntry,
    OutboxKind,
    Person,
    Place,
    ProposalState,
    Transaction,
    TurnClock,
)


class Departure(StrEnum):
    """Why a match left its thread. The values are stored: never change or reuse one."""

    DELETED = "deleted"
    CLOSED = "closed"
    """The thread is locked or archived, and the bot may not manage threads."""
    MUTED = "muted"
    """The bot may not send messages in threads."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A match in its old place and in its new one."""

    before: Match
    after: Match


class Places:
    """Where matches are played, each use case in one transaction.

    Whatever has to be shown by that is put into the outbox, from which it is shown once.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def enter_thread(self, match: Match, thread_id: int) -> Moved | None:
        """Let a new match go on in a thread of its channel; None if it ended or moved meanwhile."""
        async with self._database.write(match.place.scope_id) as transaction:
            record = (await stored(transaction, match)).record
            if record.place != match.place or record.ending:
                return None
            thread = Place(match.place.guild_id, thread_id, match.place.settings_id)
            moved = await _move(transaction, await Match.load(transaction, record), thread)
            await to_show(transaction, match_entry(moved.after), self._now())
            return moved

    async def leave_thread(self, thread: Place, why: Departure) -> list[Match]:
        """Let all matches of a thread go on in its channel, and return them as they are there.

        Those that run are shown there. Of those that are over, only what nobody has seen yet, and those that
        the next game of a series follows: it is begun with their message.
        """
        assert thread.parent_id is not None  # It is a thread.
        channel = Place(thread.guild_id, thread.parent_id)
        async with self._database.write(thread.scope_id) as transaction:
            if why is Departure.DELETED:
                await _end_challenges(transaction, thread.channel_id)
            found = await transaction.matches.all_in(thread.channel_id)
            here = await Match.load_all(transaction, [one for one in found if not one.is_homeless])
            moved = [(await _move(transaction, one, channel)).after for one in here]
            for match in moved:
                is_unshown = await transaction.outbox.forget(OutboxKind.MATCH, match.record.id)
                if is_unshown or await _goes_on(transaction, match):
                    entry = OutboxEntry(OutboxKind.MOVED, match.record.id, why)
                    await to_show(transaction, entry, self._now(), AT_ONCE)
            return moved

    async def lose_channel(self, channel_id: int) -> list[Match]:
        """Keep the running matches of a deleted channel and of its threads, and have their players told.

        Their time stands still until somebody continues them elsewhere. Returns those that were not homeless.
        """
        async with self._database.write() as transaction:
            await _end_challenges(transaction, channel_id)
            records = await transaction.running.in_or_under(channel_id)
            lost = await Match.load_all(transaction, [one for one in records if not one.is_homeless])
            for match in lost:
                clock = TurnClock(began_at=match.record.clock.began_at)
                await transaction.matches.set_homeless(match.record.id)
                await transaction.matches.set_clock(match.record.id, clock)
                await _lapse_proposals(transaction, match)
                await _forget_unshown(transaction, match)
                await to_show(transaction, _homeless_entry(match), self._now(), AT_ONCE)
            return [await stored(transaction, match) for match in lost]

    async def homeless(self, place: Place, person: Person, match_id: int) -> Match:
        """The match that a player may continue in another channel of its server."""
        async with self._database.read() as transaction:
            return await _homeless(transaction, place, person, match_id)

    async def continue_here(self, place: Place, person: Person, match_id: int) -> Match:
        """Let a match whose channel was deleted go on in another one; the time of its turn begins anew.

        Raises ChannelIsOff where no match may be begun either.
        """
        async with self._database.write(place.scope_id) as transaction:
            match = await _homeless(transaction, place, person, match_id)
            await settings_to_begin(transaction, place)
            moved = await _move(transaction, match, place)
            await transaction.outbox.remove(_homeless_entry(match))
            after = await start_clock(transaction, moved.after, self._now())
            await to_show(transaction, match_entry(after), self._now())
            return after


async def _homeless(transaction: Transaction, place: Place, person: Person, match_id: int) -> Match:
    record = await transaction.matches.get(match_id)
    # Without a server there is no other channel in which the same people are.
    if record is None or place.guild_id is None or record.place.guild_id != place.guild_id:
        raise NoSuchMatch
    match = await Match.load(transaction, record)
    if match.player(person.id) is None:
        # Its channel may have been hidden from them, so they don't learn that it is there.
        raise NoSuchMatch
    if match.is_over:
        raise MatchOver(match)
    if not record.is_homeless:
        raise HasAPlace(match)
    return match


async def _move(transaction: Transaction, match: Match, place: Place) -> Moved:
    await transaction.matches.move(match.record.id, place)
    await _lapse_proposals(transaction, match)
    return Moved(match, await stored(transaction, match))


async def _end_challenges(transaction: Transaction, channel_id: int) -> None:
    """End the open challenges of a channel that is gone: nobody could answer or withdraw them."""
    for challenge in await transaction.challenges.open_in(channel_id):
        await transaction.challenges.end(challenge.id, ChallengeState.EXPIRED)
        await transaction.outbox.forget(OutboxKind.CHALLENGE, challenge.id)


async def _goes_on(transaction: Transaction, match: Match) -> bool:
    """Whether a match runs, or is over and the next game of its series is yet to begin."""
    if not match.is_over:
        return True
    series = match.record.series
    if series is None or match.series is None or match.series.is_over:
        return False
    return await game_after(transaction, series) is None


async def _lapse_proposals(transaction: Transaction, match: Match) -> None:
    """End the match's open proposals: nobody could answer them where they were made."""
    still_open = await transaction.proposals.open_in(match.record.id)
    await transaction.proposals.end([one.id for one in still_open], ProposalState.LAPSED)


async def _forget_unshown(transaction: Transaction, match: Match) -> None:
    for kind in (OutboxKind.MATCH, OutboxKind.MOVED):
        await transaction.outbox.forget(kind, match.record.id)


def _homeless_entry(match: Match) -> OutboxEntry:
    return OutboxEntry(OutboxKind.HOMELESS, match.record.id, "")
