"""Matches and their actions in the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import permutations
from typing import Any

from sqlalchemy import (
    Select,
    and_,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.match_rows import MATCHES, match_of
from bot.storage.records import (
    Ending,
    MatchMessage,
    MatchRecord,
    Pace,
    Person,
    Place,
    SeriesGame,
    StoredAction,
    TurnClock,
)
from bot.storage.rows import new_id, option_values, place_values
from bot.storage.tables import actions, matches, series
from engine import GameOptions, Player

ASKED_AT_ONCE = 500
"""Matches or series in one statement, of which SQLite takes 32,766 values."""

_BY_ID = MATCHES.where(matches.c.id == bindparam("match"))
_NUMBERED = MATCHES.where(matches.c.scope_id == bindparam("scope"), matches.c.number == bindparam("number"))
_ACTIONS = (
    select(actions.c.written, actions.c.is_planned)
    .where(actions.c.match_id == bindparam("match"))
    .order_by(actions.c.ply)
)
_ACTIONS_OF_EACH = (
    select(actions.c.match_id, actions.c.written, actions.c.is_planned)
    .where(actions.c.match_id.in_(bindparam("matches", expanding=True)))
    .order_by(actions.c.match_id, actions.c.ply)
)
_SERIES = MATCHES.where(matches.c.series_id.in_(bindparam("series", expanding=True))).order_by(
    matches.c.series_id, matches.c.series_game
)
_LATEST_FIRST = matches.c.ended_at.desc(), matches.c.id.desc()
_APPENDED = insert(actions)
_UPDATE = update(matches).where(matches.c.id == bindparam("match"))
"""Which columns it sets depends on the values that it is given."""


class MatchStore:
    """Matches and their actions."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(
        self,
        place: Place,
        first: Person,
        second: Person,
        options: GameOptions,
        started_at: datetime,
        pace: Pace = Pace.NO_LIMIT,
        game: SeriesGame | None = None,
    ) -> int:
        """Store a match between people already remembered under its server's next number; return its id.

        Raises IntegrityError if the ``game`` of a series is there already.
        """
        highest = select(func.max(matches.c.number)).where(matches.c.scope_id == place.scope_id)
        number = (await self._connection.scalar(highest) or 0) + 1
        values = place_values(place) | option_values(options)
        values |= {
            "scope_id": place.scope_id,
            "number": number,
            "first_id": first.id,
            "second_id": second.id,
            "started_at": started_at,
            "pace": pace,
            "series_id": game and game.series_id,
            "series_game": game and game.number,
        }
        result = await self._connection.execute(insert(matches).values(values))
        return new_id(result.inserted_primary_key)

    async def get(self, match_id: int) -> MatchRecord | None:
        return await self._one(_BY_ID, match=match_id)

    async def ids(self, after: int, limit: int) -> list[int]:
        """The first matches after one of them, in the order in which they began."""
        query = select(matches.c.id).where(matches.c.id > after).order_by(matches.c.id).limit(limit)
        return list(await self._connection.scalars(query))

    async def numbered(self, scope_id: int, number: int) -> MatchRecord | None:
        return await self._one(_NUMBERED, scope=scope_id, number=number)

    async def all_in(self, channel_id: int) -> list[MatchRecord]:
        """The matches of a channel, also those that are over."""
        found = await self._connection.execute(MATCHES.where(matches.c.channel_id == channel_id))
        return sorted(map(match_of, found), key=lambda match: match.id)

    async def played_between(self, match: MatchRecord, limit: int) -> list[MatchRecord]:
        """Matches played to their end by the same two in the variant and scope of a match, latest first."""
        is_same = (matches.c[name] == value for name, value in option_values(match.options).items())
        in_scope = MATCHES.where(matches.c.scope_id == match.place.scope_id, *is_same)
        latest = in_scope.where(matches.c.ending == Ending.PLAYED).order_by(*_LATEST_FIRST).limit(limit)
        rows = []
        for first, second in permutations((match.first.id, match.second.id)):
            pair = matches.c.first_id == first, matches.c.second_id == second
            rows += await self._connection.execute(latest.where(*pair))
        rows.sort(key=lambda row: (row.ended_at, row.id), reverse=True)
        return [match_of(row) for row in rows[:limit]]

    async def latest_ended_in(self, channel_id: int) -> MatchRecord | None:
        ended = and_(matches.c.channel_id == channel_id, matches.c.ended_at.is_not(None))
        rows = await self._connection.execute(MATCHES.where(ended).order_by(*_LATEST_FIRST).limit(1))
        row = rows.one_or_none()
        return row and match_of(row)

    async def actions_of(self, match_id: int) -> list[StoredAction]:
        """A match's actions, in order."""
        rows = await self._connection.execute(_ACTIONS, {"match": match_id})
        return [StoredAction(*row) for row in rows]

    async def actions_of_each(self, match_ids: Sequence[int]) -> dict[int, list[StoredAction]]:
        """The actions of several matches, in order, by the matches' ids."""
        found: dict[int, list[StoredAction]] = {match_id: [] for match_id in match_ids}
        for some in _at_most(ASKED_AT_ONCE, match_ids):
            for match_id, *action in await self._connection.execute(_ACTIONS_OF_EACH, {"matches": some}):
                found[match_id].append(StoredAction(*action))
        return found

    async def players_of(self, match_id: int) -> list[tuple[int, int]]:
        """The ply of each of a match's actions and who acted, in order."""
        columns = actions.c.ply, actions.c.player_id
        query = select(*columns).where(actions.c.match_id == match_id).order_by(actions.c.ply)
        return [(ply, player_id) for ply, player_id in await self._connection.execute(query)]

    async def times_of(self, match_id: int) -> tuple[datetime, datetime | None]:
        """When a match began, and when it ended if it has."""
        query = select(matches.c.started_at, matches.c.ended_at).where(matches.c.id == match_id)
        row = (await self._connection.execute(query)).one()
        return row.started_at, row.ended_at

    async def append(
        self,
        match_id: int,
        first_ply: int,
        player_id: int,
        written: Iterable[str],
        acted_at: datetime,
        *,
        is_planned: bool = False,
    ) -> None:
        """Store actions at ``first_ply`` and following. Raises IntegrityError if one is there already."""
        same = {"match_id": match_id, "player_id": player_id, "acted_at": acted_at, "is_planned": is_planned}
        rows = [same | {"ply": ply, "written": text} for ply, text in enumerate(written, start=first_ply)]
        await self._connection.execute(_APPENDED, rows)

    async def take_back(self, match_id: int, last_ply: int) -> None:
        """Forget the actions after ``last_ply``, and the message that shows a position that is no more."""
        later = and_(actions.c.match_id == match_id, actions.c.ply > last_ply)
        await self._connection.execute(actions.delete().where(later))
        one_more = _UPDATE.values(takebacks=matches.c.takebacks + 1)
        await self._connection.execute(one_more, {"match": match_id, "message_id": None, "message_ply": None})

    async def end(self, match_id: int, ending: Ending, winner: Player | None, ended_at: datetime) -> None:
        """End a match, and with it the time of its last turn."""
        result = {"ending": ending, "winner": winner and winner.value, "ended_at": ended_at}
        await self._update(match_id, **result, **_clock_values(TurnClock()))

    async def set_clock(self, match_id: int, clock: TurnClock) -> None:
        await self._update(match_id, **_clock_values(clock))

    async def add_series(self, best_of: int) -> int:
        """Store a series and return its id; its games are matches."""
        result = await self._connection.execute(insert(series).values(best_of=best_of))
        return new_id(result.inserted_primary_key)

    async def of_series(self, series_id: int) -> list[MatchRecord]:
        """The games of a series, first to last."""
        return (await self.of_each_series([series_id]))[series_id]

    async def of_each_series(self, series_ids: Sequence[int]) -> dict[int, list[MatchRecord]]:
        """The games of several series, first to last, by the ids of the series."""
        found: dict[int, list[MatchRecord]] = {series_id: [] for series_id in series_ids}
        for some in _at_most(ASKED_AT_ONCE, list(found)):
            for row in await self._connection.execute(_SERIES, {"series": some}):
                found[row.series_id].append(match_of(row))
        return found

    async def move(self, match_id: int, place: Place) -> None:
        """Let a match go on in another channel of the same server; its message stays where it was."""
        values = place_values(place) | {"message_id": None, "message_ply": None, "is_homeless": False}
        await self._update(match_id, **values)

    async def set_homeless(self, match_id: int) -> None:
        """Note that the channel of a match is gone, and the match's message with it."""
        await self._update(match_id, is_homeless=True, message_id=None, message_ply=None)

    async def set_message(self, match_id: int, message: MatchMessage) -> None:
        await self._update(match_id, message_id=message.id, message_ply=message.ply)

    async def _update(self, match_id: int, **values: object) -> None:
        await self._connection.execute(_UPDATE, {"match": match_id, **values})

    async def _one(self, query: Select[Any], **values: int) -> MatchRecord | None:
        row = (await self._connection.execute(query, values)).one_or_none()
        return row and match_of(row)


def _at_most(count: int, ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[start : start + count] for start in range(0, len(ids), count))


def _clock_values(clock: TurnClock) -> dict[str, object]:
    return {
        "deadline": clock.deadline,
        "calls": clock.calls,
        "call_at": clock.call_at,
        "turn_began_at": clock.began_at,
    }
