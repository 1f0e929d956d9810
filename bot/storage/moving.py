"""Moving all that is stored from one database to another, as from SQLite to PostgreSQL."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.copies import CopyRefused
from bot.storage.failures import cause
from bot.storage.tables import metadata

ROWS_AT_ONCE = 1000


@dataclass(slots=True)
class TableContents:
    """How many rows of a table there are, and a sum over them that their order does not change."""

    table: str
    rows: int = 0
    digest: int = 0

    def add(self, row: Row[Any]) -> None:
        self.rows += 1
        self.digest ^= int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest())


class ContentStore:
    """The tables as they are, whatever they mean."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def filled(self) -> list[str]:
        """The tables in which there is anything."""
        tables = metadata.sorted_tables
        return [one.name for one in tables if (await self._connection.execute(select(one).limit(1))).first()]

    async def rows(self, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
        """All rows of a table, some at a time."""
        result = await self._connection.stream(select(table))
        async for rows in result.partitions(ROWS_AT_ONCE):
            yield rows

    async def contents(self, table: Table) -> TableContents:
        found = TableContents(table.name)
        async for rows in self.rows(table):
            for row in rows:
                found.add(row)
        return found

    async def put(self, table: Table, rows: Sequence[Row[Any]]) -> None:
        await self._connection.execute(insert(table), [dict(row._mapping) for row in rows])

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


async def copy_contents(source: ContentStore, target: ContentStore) -> list[TableContents]:
    """Put everything into an empty database, and compare it there with where it came from.

    Raises CopyRefused, after which the target's transaction must not be committed.
    """
    if filled := await target.filled():
        raise CopyRefused(f"The target holds data already, in {', '.join(filled)}: name an empty database.")
    try:
        return [await _copy_table(source, target, table) for table in metadata.sorted_tables]
    except (SQLAlchemyError, ValueError) as error:
        raise CopyRefused(f"Nothing was moved: {cause(error)}.") from error


async def _copy_table(source: ContentStore, target: ContentStore, table: Table) -> TableContents:
    taken = TableContents(table.name)
    async for rows in source.rows(table):
        await target.put(table, rows)
        for row in rows:
            taken.add(row)
    await target.number_on(table)
    if await target.contents(table) != taken:
        raise CopyRefused(f"Nothing was moved: the table {table.name} would not be the same in the target.")
    return taken
