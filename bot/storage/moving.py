"""Moving all that is stored from one database to another, as from SQLite to PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Table, func, insert, select, tuple_
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


@dataclass(frozen=True, slots=True)
class TableSum:
    """Rows as two numbers, to tell other rows from them. Databases give rows in orders of their own."""

    rows: int = 0
    hashes: int = 0

    def with_rows(self, rows: Sequence[Row[Any]]) -> TableSum:
        return TableSum(self.rows + len(rows), self.hashes + sum(hash(tuple(row)) for row in rows))


class ContentStore:
    """The tables as they are, whatever they mean."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def filled(self) -> list[str]:
        """The tables in which there is anything."""
        tables = metadata.sorted_tables
        return [one.name for one in tables if (await self._connection.execute(select(one).limit(1))).first()]

    async def rows(self, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
        """All rows of a table, some of them at a time."""
        key = list(table.primary_key)
        some = select(table).order_by(*key).limit(ROWS_AT_ONCE)
        rows = (await self._connection.execute(some)).all()
        while rows:
            yield rows
            last = tuple_(*(rows[-1]._mapping[column.name] for column in key))
            rows = (await self._connection.execute(some.where(tuple_(*key) > last))).all()

    async def put(self, table: Table, rows: Sequence[Row[Any]]) -> None:
        await self._connection.execute(insert(table), [dict(row._mapping) for row in rows])

    async def sum(self, table: Table) -> TableSum:
        """What the rows of a table come to, however many there are, for the time of this process alone."""
        total = TableSum()
        async for rows in self.rows(table):
            total = total.with_rows(rows)
        return total

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
    moved = TableSum()
    async for rows in source.rows(table):
        await target.put(table, rows)
        moved = moved.with_rows(rows)
    await target.number_on(table)
    if await target.sum(table) != moved:
        raise CopyRefused(f"Nothing was moved: the table {table.name} would not be the same in the target.")
    return MovedTable(table.name, moved.rows)
