"""The use cases of a running match: finding it, acting in it, resigning it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.matches.clocks import start_clock
from bot.matches.endings import end_and_show
from bot.matches.finding import (
    MOST_LISTED,
    MatchId,
    MatchName,
    check_position,
    named,
    own_komi,
    own_match,
    own_turn,
    seen_record,
    stored,
)
from bot.matches.match import Match, Replay, in_inbox_order, in_turn_order
from bot.matches.refusals import (
    MatchOver,
    NoSuchPosition,
)
from bot.matches.replies import planned_for
from bot.matches.turn import play_turn
from bot.matches.unshown import AT_ONCE, match_entry, outdated_entry, to_show
from bot.matches.whatif import Pick, WhatIf, what_if
from bot.storage import (
    Database,
    Ending,
    MatchMessage,
    MatchRecord,
    OutboxEntry,
    OutboxKind,
    Person,
    Place,
    Transaction,
)
from engine import Action, Player


class Play:
    """Matches, each action in one transaction: it happens once, or is refused with a `Refusal`."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def act(self, place: Place, person: Person, name: MatchName, turn: Sequence[Action | str]) -> Match:
        """Play a whole turn for the player to act: one action, or the stones that are due.

        Text in ``turn`` is the written form of an action. Returns the match after it.
        """
        async with self._database.write(place.scope_id) as transaction:
            await transaction.players.remember(person)
            before = await own_turn(transaction, place, person, name)
            match = replace(before, game=before.game.copy())
            play_turn(match, turn)
            await self._store(transaction, before, match, person)
            if replied := await planned_for(transaction, before, match):
                await self._store(transaction, match, replied, before.opponent_of(person.id), is_planned=True)
                match = replied
            if winner := _winner(match):
                return await end_and_show(transaction, match, Ending.PLAYED, winner, self._now())
            after = await start_clock(transaction, match, self._now())
            await to_show(transaction, match_entry(after), self._now())
            return after

    async def _store(
        self,
        transaction: Transaction,
        before: Match,
        after: Match,
        person: Person,
        *,
        is_planned: bool = False,
    ) -> None:
        """Store the turn between two positions. What its player had planned instead is past."""
        match_id = before.record.id
        written = [str(action) for action in after.game.actions[before.ply :]]
        await transaction.matches.append(
            match_id, before.ply + 1, person.id, written, self._now(), is_planned=is_planned
        )
        await transaction.planned_replies.clear(match_id, person.id)

    async def resign(self, place: Place, person: Person, name: MatchName) -> Match:
        """End a match in the other player's favour. A player may do so when it is not their turn too."""
        async with self._database.write(place.scope_id) as transaction:
            match = await own_match(transaction, place, person, name)
            player = match.player(person.id)
            assert player is not None  # `own_match` lets only players pass.
            await transaction.players.remember(person)
            return await end_and_show(transaction, match, Ending.RESIGNED, player.opponent, self._now())

    async def own(self, place: Place, person: Person, name: MatchName) -> Match:
        """The running match of the person that is meant. Changes nothing."""
        async with self._database.read() as transaction:
            return await own_match(transaction, place, person, name)

    async def own_turn(self, place: Place, person: Person, name: MatchName) -> Match:
        """The same, if it is the person's turn there."""
        async with self._database.read() as transaction:
            return await own_turn(transaction, place, person, name)

    async def own_komi(self, place: Place, person: Person, name: MatchName) -> Match:
        """The same, if the person is to name komi there."""
        async with self._database.read() as transaction:
            return await own_komi(transaction, place, person, name)

    async def considered(
        self, place: Place, person: Person, name: MatchName, picks: Sequence[Pick]
    ) -> WhatIf:
        """What a person's own turn would do, if it is theirs. Changes nothing."""
        return what_if(await self.own_turn(place, person, name), picks)

    async def tried(self, place: Place, name: MatchId, picks: Sequence[Pick]) -> WhatIf:
        """What a turn of the player to act would do, for anybody who sees the channel. Changes nothing."""
        async with self._database.read() as transaction:
            match = await named(transaction, place, name)
        if match.is_over:
            raise MatchOver(match)
        check_position(match, name)
        return what_if(match, picks)

    async def seen(self, place: Place, person: Person, number: int | None, ply: int | None) -> Match:
        """A match of this channel to look at, running or ended, after ``ply`` actions or as it stands.

        Without a number it is the person's own if that is one, else the channel's only one, else its latest.
        """
        async with self._database.read() as transaction:
            record = await seen_record(transaction, place, person, number)
            match = await Match.load(transaction, record)
        if ply is None:
            return match
        if not 0 <= ply <= match.ply:
            raise NoSuchPosition(match.ply)
        return match.at(ply)

    async def replay(self, place: Place, name: MatchId) -> Replay:
        """A match of this channel, running or ended, gone through again up to its ply, or to its last."""
        async with self._database.read() as transaction:
            match = await named(transaction, place, name)
        return Replay(match.at(name.ply), match.ply)

    async def running_in(
        self, place: Place, person: Person, digits: str = "", most: int = MOST_LISTED
    ) -> list[Match]:
        """The channel's running matches whose numbers begin so, those that wait for the person first.

        There are no more than ``most``: of all those of others the first alone.
        """
        async with self._database.read() as transaction:
            own = await transaction.running.of_player_in(person.id, place.channel_id)
            first = await transaction.running.numbered(place.channel_id, digits, most)
            found = {one.id: one for one in (*own, *first) if str(one.number).startswith(digits)}
            records = sorted(found.values(), key=lambda one: one.id)
            return in_turn_order(await Match.load_all(transaction, records), person.id)[:most]

    async def running_with(self, person: Person) -> list[Match]:
        """A person's running matches in every channel: those that wait for them first, the longest on top."""
        async with self._database.read() as transaction:
            found = await transaction.running.of_player(person.id)
            return in_inbox_order(await Match.load_all(transaction, found), person.id)

    async def set_message(self, match: Match, message_id: int) -> MatchMessage | None:
        """Remember the message that shows a match as it stands; return the one that is out of date by that.

        It may be the new one itself: of two turns in quick succession the later may be shown first, and a
        match may have moved to another channel meanwhile.
        """
        new = MatchMessage(message_id, match.ply)
        async with self._database.note(match.place.scope_id) as transaction:
            record = (await stored(transaction, match)).record
            if record.message == new:
                return None
            outdated = new if _is_late(match, record) else record.message
            if outdated and match.place == record.place:
                await to_show(transaction, outdated_entry(match, outdated), self._now())
            if outdated != new:
                await transaction.matches.set_message(match.record.id, new)
                is_first = await transaction.outbox.remove(match_entry(match))
                if is_first and match.is_over and match.place.parent_id:
                    await _announce(transaction, match, self._now())
            return outdated


def _is_late(shown: Match, record: MatchRecord) -> bool:
    """Whether a match is shown as it stands here after it was shown as it stands since, or elsewhere."""
    known = record.message
    # A resignation ends a match without another action, so its message shows as many.
    is_older = known is not None and (shown.ply, shown.is_over) <= (known.ply, False)
    return is_older or shown.takebacks < record.takebacks or shown.place != record.place


async def _announce(transaction: Transaction, match: Match, now: datetime) -> None:
    """Have the end of a match told in its thread's channel, where that is wanted."""
    if (await transaction.channels.settings(match.place.settings_id)).announces_results:
        await to_show(transaction, OutboxEntry(OutboxKind.RESULT, match.record.id, ""), now, AT_ONCE)


def _winner(match: Match) -> Player | None:
    """Who has won by the rules of the game; None while it is not over."""
    result = match.game.result
    return match.game.player_of(result.winner) if result else None
