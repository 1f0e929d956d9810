"""All that is stored about one person, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, delete, exists, func, insert, or_, select, update
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
            found[table.name] = await self._rows(table, _is_named(player_id, columns))
        return found

    async def forget(self, player_id: int) -> None:
        """Let what is stored about a person lead to nobody any more: a nameless player takes their place."""
        await self._connection.execute(
            delete(planned_replies).where(planned_replies.c.player_id == player_id)
        )
        if await self._is_named_anywhere(player_id):
            await self._make_nameless(player_id)
        await self._connection.execute(delete(players).where(players.c.id == player_id))

    async def _is_named_anywhere(self, player_id: int) -> bool:
        columns = (column for _, found in references() for column in found)
        named = [exists().where(column == player_id) for column in columns]
        return bool(await self._connection.scalar(select(or_(*named))))

    async def _make_nameless(self, player_id: int) -> None:
        """Put a new player without a name wherever a person is named."""
        nameless_id = await self._new_id()
        await self._connection.execute(insert(players).values(id=nameless_id, name=NAMELESS))
        for table, columns in references():
            for column in columns:
                changed = update(table).where(column == player_id).values({column.name: nameless_id})
                await self._connection.execute(changed)

    async def _new_id(self) -> int:
        """An id that nobody has on Discord, where they are positive."""
        least = await self._connection.scalar(select(func.min(players.c.id))) or 0
        return min(least, 0) - 1

    async def _rows(self, table: Table, condition: ColumnElement[bool]) -> list[dict[str, Any]]:
        rows = await self._connection.execute(select(table).where(condition))
        return [dict(row._mapping) for row in rows]


def _is_named(player_id: int, columns: Sequence[Column[Any]]) -> ColumnElement[bool]:
    """The condition that a row names somebody."""
    return or_(*(column == player_id for column in columns))


def references() -> Iterator[tuple[Table, list[Column[Any]]]]:
    """The tables that name players, each with the columns that do."""
    for table in metadata.sorted_tables:
        columns = [column for column in table.columns if column.references(players.c.id)]
        if columns:
            yield table, columns
