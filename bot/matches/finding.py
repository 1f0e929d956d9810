"""Finding the match that somebody means, and holding what may be done in it to whoever may do it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

from bot.matches.match import Match, in_turn_order
from bot.matches.place_refusals import MovedOut, PlayedInThread
from bot.matches.refusals import (
    MatchOver,
    NoKomiDue,
    NoMatchHere,
    NoSuchMatch,
    NotAPlayer,
    NotYourTurn,
    PositionMovedOn,
    WhichMatch,
)
from bot.storage import MatchRecord, Person, Place, SeriesGame, Transaction
from engine import Phase

WRITTEN_MATCH_ID = "[0-9]{1,18}:[0-9]{1,4}(?:[.][0-9]{1,4})?"
"""A regular expression for what `MatchId.written` gives."""
MOST_LISTED = 60
"""Other people's matches in a question which one is meant, which has no room for more."""


@dataclass(frozen=True, slots=True)
class MatchId:
    """A match as a button names it: by its id and the position that the button was made for.

    After a takeback a match comes to the same ply again; ``takebacks``, how many there were, tells the
    two positions apart.
    """

    id: int
    ply: int
    takebacks: int = 0

    @property
    def written(self) -> str:
        """``5:12``, or ``5:12.1`` after a takeback: how ids of buttons and forms end."""
        return f"{self.id}:{self.ply}{f'.{self.takebacks}' if self.takebacks else ''}"

    @classmethod
    def of(cls, match: Match) -> Self:
        """The match in the position in which it is."""
        return cls(match.record.id, match.ply, match.takebacks)

    @classmethod
    def parse(cls, written: str) -> Self:
        """The inverse of `written`, for what matches `WRITTEN_MATCH_ID`."""
        match_id, ply, takebacks = re.split("[:.]", f"{written}.0")[:3]
        return cls(int(match_id), int(ply), int(takebacks))


@dataclass(frozen=True, slots=True)
class MatchNumber:
    """A match as people name it: by its number, or by none where only one can be meant."""

    number: int | None = None


MatchName = MatchId | MatchNumber


async def own_turn(transaction: Transaction, place: Place, person: Person, name: MatchName) -> Match:
    """The running match that is meant, if it is the person's turn there."""
    match = await own_match(transaction, place, person, name)
    if not match.is_turn_of(person.id):
        raise NotYourTurn(match)
    return match


async def own_komi(transaction: Transaction, place: Place, person: Person, name: MatchName) -> Match:
    """The same, if the person is to name komi there."""
    match = await own_turn(transaction, place, person, name)
    if match.game.phase is not Phase.NAME_KOMI:
        raise NoKomiDue(match)
    return match


async def own_match(transaction: Transaction, place: Place, person: Person, name: MatchName) -> Match:
    """The running match that is meant, if the person plays in it."""
    match = await _meant(transaction, place, person, name)
    if match.player(person.id) is None:
        raise NotAPlayer(match)
    if match.is_over:
        raise MatchOver(match)
    check_position(match, name)
    return match


def check_position(match: Match, name: MatchName) -> None:
    """Raise PositionMovedOn for a button that was made for another position than the match is in."""
    if isinstance(name, MatchId) and name != MatchId.of(match):
        is_earlier = name.takebacks == match.takebacks and name.ply < match.ply
        raise PositionMovedOn(match, name.ply if is_earlier else None)


async def _meant(transaction: Transaction, place: Place, person: Person, name: MatchName) -> Match:
    if name == MatchNumber(None):
        return await _only_own(transaction, place, person)
    return await named(transaction, place, name)


async def named(transaction: Transaction, place: Place, name: MatchName) -> Match:
    """The match of this channel that a button or a number names, whoever plays in it."""
    match name:
        case MatchId(id=match_id):
            record = await transaction.matches.get(match_id)
        case MatchNumber(number=number):
            assert number is not None  # Without a number it would be nobody's name.
            record = await transaction.matches.numbered(place.scope_id, number)
    if record is not None and record.place == place:
        return await Match.load(transaction, record)
    # A match of another channel is none of this channel's business, not even that it exists. But a channel
    # and its threads are seen by the same people.
    if record is not None and not record.is_homeless and record.place.guild_id == place.guild_id:
        if record.place.parent_id == place.channel_id:
            raise PlayedInThread([await Match.load(transaction, record)])
        if record.place.channel_id == place.parent_id:
            raise MovedOut(await Match.load(transaction, record))
    raise NoSuchMatch


async def _only_own(transaction: Transaction, place: Place, person: Person) -> Match:
    records = await transaction.running.of_player_in(person.id, place.channel_id)
    if not records:
        await _refuse_for_threads(transaction, place, person)
        raise NoMatchHere
    found = await Match.load_all(transaction, records)
    if len(found) > 1:
        raise WhichMatch(in_turn_order(found, person.id))
    return found[0]


async def _refuse_for_threads(transaction: Transaction, place: Place, person: Person) -> None:
    """Raise PlayedInThread where a person can only mean a match in a thread of the channel."""
    own = await transaction.running.of_player(person.id)
    records = [one for one in own if one.place.parent_id == place.channel_id and not one.is_homeless]
    if records:
        raise PlayedInThread(in_turn_order(await Match.load_all(transaction, records), person.id))


async def seen_record(
    transaction: Transaction, place: Place, person: Person, number: int | None
) -> MatchRecord:
    """The match to look at: the one with the number, else the person's own, the only one, or the latest."""
    if number is not None:
        return (await named(transaction, place, MatchNumber(number))).record
    own = await transaction.running.of_player_in(person.id, place.channel_id)
    candidates = own or await transaction.running.in_channel(place.channel_id, MOST_LISTED)
    if len(candidates) > 1:
        found = await Match.load_all(transaction, candidates)
        count = len(own) or await transaction.running.count_in(place.channel_id)
        raise WhichMatch(in_turn_order(found, person.id), count - len(found))
    if candidates:
        return candidates[0]
    await _refuse_for_threads(transaction, place, person)
    latest = await transaction.matches.latest_ended_in(place.channel_id)
    if latest is None:
        raise NoMatchHere
    return latest


async def game_after(transaction: Transaction, game: SeriesGame) -> MatchRecord | None:
    """The game that was begun after one of a series, if any was."""
    begun = await transaction.matches.of_series(game.series_id)
    return begun[game.number] if len(begun) > game.number else None


async def stored(transaction: Transaction, match: Match) -> Match:
    """The match with what is stored of it now."""
    record = await transaction.matches.get(match.record.id)
    assert record is not None  # Matches are never deleted.
    return replace(match, record=record)
