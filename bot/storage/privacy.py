"""All that is stored about one person, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Table, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.tables import metadata, planned_replies, players

NAMELESS = ""
"""The stored name of a player who deleted their data."""


class PersonalDataStore:
    """Finds what is stored about a person by what refers to players, so that no table is forgotten."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def everything(self, player_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row about a person, by table."""
        found = {"players": await self._rows(players, players.c.id == player_id)}
        for table, columns in references():
            rows = await self._rows(table, or_(*(column == player_id for column in columns)))
            found[table.name] = rows
        return found

    async def forget(self, player_id: int) -> None:
        """Let what is stored about a person lead to nobody any more: a nameless player takes their place."""
        await self._connection.execute(
            delete(planned_replies).where(planned_replies.c.player_id == player_id)
        )
        nameless_id = await self._new_id()
        await self._connection.execute(insert(players).values(id=nameless_id, name=NAMELESS))
        for table, columns in references():
            for column in columns:
                changed = update(table).where(column == player_id).values({column.name: nameless_id})
                await self._connection.execute(changed)
        await self._connection.execute(delete(players).where(players.c.id == player_id))

    async def _new_id(self) -> int:
        """An id that nobody has on Discord, where they are positive."""
        least = await self._connection.scalar(select(func.min(players.c.id))) or 0
        return min(least, 0) - 1

    async def _rows(self, table: Table, condition: Any) -> list[dict[str, Any]]:
        rows = await self._connection.execute(select(table).where(condition))
        return [dict(row._mapping) for row in rows]


def references() -> Iterator[tuple[Table, list[Column[Any]]]]:
    """The tables that name players, each with the columns that do."""
    for table in metadata.sorted_tables:
        columns = [column for column in table.columns if column.references(players.c.id)]
        if columns:
            yield table, columns
