"""The use cases of records: giving a match as one, and loading one to look at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.matches.finding import MatchId, named, seen_record
from bot.matches.match import Match, Replay
from bot.matches.refusals import RecordedActionRefused, RecordForgotten, RecordUnreadable
from bot.records import LONGEST_NAME, End, GameRecord, RecordError, read_record, write_record
from bot.records.record import whole_seconds
from bot.storage import Database, Ending, MatchRecord, Person, Place, Transaction
from engine import Game, GameOptions

KEPT = timedelta(days=180)
MOST_KEPT = 2000
"""Ten megabytes at the most."""

NOWHERE = Place(None, 0)
FIRST_ID, SECOND_ID = 1, 2
"""Who the players of a loaded record are on Discord, nobody can tell."""


class Records:
    """Matches as records, and records as something to go through like a match."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def seen(self, place: Place, person: Person, number: int | None) -> GameRecord:
        """The record of a match of this channel, found as `Play.seen` finds it."""
        async with self._database.read() as transaction:
            found = await seen_record(transaction, place, person, number)
            return await _record(transaction, await Match.load(transaction, found))

    async def named(self, place: Place, name: MatchId) -> GameRecord:
        """The record of the match of this channel that a button names."""
        async with self._database.read() as transaction:
            return await _record(transaction, await named(transaction, place, name))

    async def load(self, content: bytes) -> Replay:
        """Read a file and keep its record for `KEPT`; it is shown as it stands at the end."""
        try:
            record = read_record(content)
        except RecordError as error:
            raise _refusal(error) from error
        written = write_record(record)
        key = _key(written)
        async with self._database.write(NOWHERE.scope_id) as transaction:
            await transaction.loaded_records.put(key, written, self._now())
            await transaction.loaded_records.prune(self._now() - KEPT, MOST_KEPT)
        return _replay(key, record, record.game, ply=len(record.actions))

    async def loaded(self, key: int, ply: int) -> Replay:
        """A loaded record, gone through up to ``ply``, or to its end."""
        async with self._database.read() as transaction:
            written = await transaction.loaded_records.get(key)
        if written is None:
            raise RecordForgotten
        record = read_record(written.encode())
        return _replay(key, record, record.game, ply)


async def _record(transaction: Transaction, match: Match) -> GameRecord:
    started_at, ended_at = await transaction.matches.times_of(match.record.id)
    ending = match.record.ending
    return GameRecord(
        options=match.record.options,
        actions=match.game.actions,
        first=_name(match.record.first),
        second=_name(match.record.second),
        end=End[ending.name] if ending else None,
        winner=match.record.winner,
        number=match.number,
        started_at=whole_seconds(started_at),
        ended_at=ended_at and whole_seconds(ended_at),
    )


def _name(person: Person) -> str:
    return person.name[:LONGEST_NAME] or "deleted player"


def _key(written: str) -> int:
    """The content as a number that fits into a button's id. Nobody comes upon another's by chance."""
    return int.from_bytes(hashlib.sha256(written.encode()).digest()) % 10**18


def _replay(key: int, record: GameRecord, game: Game, ply: int) -> Replay:
    stored = MatchRecord(
        id=key,
        number=record.number or 0,
        place=NOWHERE,
        first=Person(FIRST_ID, record.first),
        second=Person(SECOND_ID, record.second),
        options=record.options,
        ending=Ending[record.end.name] if record.end else None,
        winner=record.winner,
        message=None,
    )
    match = Match(stored, game)
    return Replay(match.at(ply), match.ply)


def _refusal(error: RecordError) -> RecordUnreadable | RecordedActionRefused:
    """What to refuse a file with; where the rules refuse one of its actions, in their terms."""
    if error.refused is None:
        return RecordUnreadable(error)
    game = error.refused.game
    empty = GameRecord(GameOptions(), (), "first", "second")
    return RecordedActionRefused(
        _replay(0, empty, game, len(game.actions)).shown, error.refused.error, error.spot
    )
