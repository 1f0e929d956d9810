"""Replies that players have planned, in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, and_, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import PlannedReply
from bot.storage.rows import upsert
from bot.storage.tables import planned_replies

_IS_OF = and_(
    planned_replies.c.match_id == bindparam("match"), planned_replies.c.player_id == bindparam("player")
)
_PLANNED = select(planned_replies).where(_IS_OF)
_CLEARED = delete(planned_replies).where(_IS_OF)


class PlannedReplyStore:
    """Replies planned for one position each. It stays until its player acts again."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def put(self, planned: PlannedReply) -> None:
        """Keep a reply, in the place of what was planned for the same turn of the opponent before."""
        key = {
            "match_id": planned.match_id,
            "player_id": planned.player_id,
            "ply": planned.ply,
            "takebacks": planned.takebacks,
            "expected": planned.expected,
        }
        await upsert(self._connection, planned_replies, key, reply=planned.reply)

    async def of(self, match_id: int, player_id: int) -> list[PlannedReply]:
        """What a player has planned in a match, also for a position that is past."""
        rows = await self._connection.execute(_PLANNED, {"match": match_id, "player": player_id})
        # Databases differ in how they sort text.
        return sorted(map(_planned, rows), key=lambda planned: (planned.ply, planned.expected))

    async def clear_match(self, match_id: int) -> None:
        """Forget what both players have planned in a match."""
        await self._connection.execute(delete(planned_replies).where(planned_replies.c.match_id == match_id))

    async def clear(self, match_id: int, player_id: int) -> None:
        """Forget what a player has planned in a match."""
        await self._connection.execute(_CLEARED, {"match": match_id, "player": player_id})


def _planned(row: Row[Any]) -> PlannedReply:
    return PlannedReply(row.match_id, row.player_id, row.ply, row.takebacks, row.expected, row.reply)
