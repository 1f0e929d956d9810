"""The matches that run: few of all that there are, each found by a small index."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, String, and_, bindparam, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.match_rows import MATCHES, match_of
from bot.storage.records import MatchRecord
from bot.storage.tables import matches

_RUNNING = MATCHES.where(matches.c.ended_at.is_(None))
_SEATS = matches.c.first_id, matches.c.second_id
# One question for each seat: databases answer "the one or the other" by whichever index they guess is better.
_OF_PLAYER = [_RUNNING.where(seat == bindparam("player")) for seat in _SEATS]
_OF_PLAYER_IN = [query.where(matches.c.channel_id == bindparam("channel")) for query in _OF_PLAYER]


class RunningStore:
    """Running matches, in the order in which they began unless another is named."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def in_channel(self, channel_id: int, limit: int) -> list[MatchRecord]:
        """The first of a channel's running matches."""
        return await self._first(matches.c.channel_id == channel_id, limit)

    async def numbered(self, channel_id: int, digits: str, limit: int) -> list[MatchRecord]:
        """The first of a channel's running matches whose numbers begin with some digits."""
        begins = cast(matches.c.number, String).startswith(digits, autoescape=True)
        return await self._first(and_(matches.c.channel_id == channel_id, begins), limit)

    async def count_in(self, channel_id: int) -> int:
        is_running = and_(matches.c.channel_id == channel_id, matches.c.ended_at.is_(None))
        query = select(func.count()).select_from(matches).where(is_running)
        return await self._connection.scalar(query) or 0

    async def in_or_under(self, channel_id: int) -> list[MatchRecord]:
        """The running matches in a channel and in its threads."""
        places = matches.c.channel_id, matches.c.parent_id
        return await self._all(
            [_RUNNING.where(place == bindparam("channel")) for place in places], channel=channel_id
        )

    async def of_player(self, player_id: int) -> list[MatchRecord]:
        """The matches that a player has not finished, in every channel."""
        return await self._all(_OF_PLAYER, player=player_id)

    async def of_player_in(self, player_id: int, channel_id: int) -> list[MatchRecord]:
        """The matches that a player has not finished in a channel."""
        return await self._all(_OF_PLAYER_IN, player=player_id, channel=channel_id)

    async def due(self, now: datetime, latest: datetime, limit: int) -> list[MatchRecord]:
        """Running matches about which somebody is to be told something by now, the longest overdue first.

        Those that would be due after ``latest`` are among them.
        """
        by_time = MATCHES.order_by(matches.c.call_at, matches.c.id)
        found: list[Row[Any]] = []
        for is_due in (matches.c.call_at <= now, matches.c.call_at > latest):
            found += await self._connection.execute(by_time.where(is_due).limit(limit - len(found)))
        return [match_of(row) for row in found]

    async def _all(self, queries: Iterable[Select[Any]], **values: int) -> list[MatchRecord]:
        """What all of the queries find, in the order in which the matches began."""
        rows = [row for query in queries for row in await self._connection.execute(query, values)]
        return [match_of(row) for row in sorted(rows, key=lambda row: int(row.id))]

    async def _first(self, condition: ColumnElement[bool], limit: int) -> list[MatchRecord]:
        query = _RUNNING.where(condition).order_by(matches.c.id).limit(limit)
        return [match_of(row) for row in await self._connection.execute(query)]
