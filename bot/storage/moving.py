"""Moving all that is stored from one database to another, as from SQLite to PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.copies import CopyRefused
from bot.storage.failures import cause
from bot.storage.tables import metadata

ROWS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table that is the same in both databases."""

    name: str
    rows: int


class ContentStore:
    """The tables as they are, whatever they mean."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def filled(self) -> list[str]:
        """The tables in which there is anything."""
        tables = metadata.sorted_tables
        return [one.name for one in tables if (await self._connection.execute(select(one).limit(1))).first()]

    async def rows(self, table: Table) -> Sequence[Row[Any]]:
        """All rows of a table. What friends play in years fits into memory."""
        return (await self._connection.execute(select(table))).all()

    async def put(self, table: Table, rows: Sequence[Row[Any]]) -> None:
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = [dict(row._mapping) for row in rows[start : start + ROWS_AT_ONCE]]
            await self._connection.execute(insert(table), some)

    async def number_on(self, table: Table) -> None:
        """Let the rows that come next be numbered after those that were put here with their numbers."""
        column = table.autoincrement_column
        if column is None or self._connection.dialect.name != "postgresql":
            return
        highest = select(func.max(column)).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        # Of an empty table the next number is 1.
        await self._connection.execute(
            select(func.setval(sequence, func.coalesce(highest, 1), highest.is_not(None)))
        )


async def copy_contents(source: ContentStore, target: ContentStore) -> list[MovedTable]:
    """Put everything into an empty database, and compare it there with where it came from.

    Raises CopyRefused, after which the target's transaction must not be committed.
    """
    if filled := await target.filled():
        raise CopyRefused(f"The target holds data already, in {', '.join(filled)}: name an empty database.")
    try:
        return [await _copy_table(source, target, table) for table in metadata.sorted_tables]
    except (SQLAlchemyError, ValueError) as error:
        raise CopyRefused(f"Nothing was moved: {cause(error)}.") from error


async def _copy_table(source: ContentStore, target: ContentStore, table: Table) -> MovedTable:
    rows = await source.rows(table)
    await target.put(table, rows)
    await target.number_on(table)
    # Which row is which its key tells; databases give them in orders of their own.
    if Counter(map(tuple, await target.rows(table))) != Counter(map(tuple, rows)):
        raise CopyRefused(f"Nothing was moved: the table {table.name} would not be the same in the target.")
    return MovedTable(table.name, len(rows))
