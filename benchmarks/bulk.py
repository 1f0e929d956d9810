"""Filling an empty database by the way that each kind has for masses: nothing is checked, nothing durable."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import URL, Index, Table, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.schema import CreateIndex, DropIndex

from bot.storage import Database
from bot.storage.moving import ContentStore
from bot.storage.tables import metadata

Row = tuple[Any, ...]


class Filling(Protocol):
    """An open database that takes rows, each with a value for every column of the table."""

    async def put(self, table: Table, rows: Sequence[Row]) -> None: ...

    async def run(self, statement: str) -> None: ...


@asynccontextmanager
async def filling(url: URL) -> AsyncIterator[Filling]:
    """Migrate an empty database and take its indexes away until it is full."""
    async with Database.open(url):
        pass
    kind = url.get_backend_name()
    dialect = sqlite.dialect() if kind == "sqlite" else postgresql.dialect()
    async with _sqlite(url) if kind == "sqlite" else _postgresql(url) as filled:
        for index in _indexes():
            await filled.run(str(DropIndex(index).compile(dialect=dialect)))
        yield filled
        for index in _indexes():
            await filled.run(str(CreateIndex(index).compile(dialect=dialect)))
        for last in ("PRAGMA journal_mode = WAL",) if kind == "sqlite" else ("VACUUM ANALYZE", "CHECKPOINT"):
            await filled.run(last)


def _indexes() -> Iterable[Index]:
    return (index for table in metadata.sorted_tables for index in table.indexes)


class _Sqlite:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        self._connection.execute("BEGIN")
        self._connection.executemany(str(insert(table).compile(dialect=sqlite.dialect())), rows)
        self._connection.execute("COMMIT")

    async def run(self, statement: str) -> None:
        self._connection.execute(statement)


@asynccontextmanager
async def _sqlite(url: URL) -> AsyncIterator[Filling]:
    sqlite3.register_adapter(datetime, _written)
    with closing(sqlite3.connect(str(url.database), isolation_level=None)) as connection:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -500000"):
            connection.execute(f"PRAGMA {pragma}")
        yield _Sqlite(connection)


@functools.lru_cache
def _written(moment: datetime) -> str:
    """A moment as SQLAlchemy stores it in SQLite."""
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f")


class _Postgresql:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        columns = [column.name for column in table.columns]
        await self._connection.copy_records_to_table(table.name, records=rows, columns=columns)

    async def run(self, statement: str) -> None:
        await self._connection.execute(statement, timeout=None)


@asynccontextmanager
async def _postgresql(url: URL) -> AsyncIterator[Filling]:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        # References are not looked up: only a superuser may ask for that.
        await driver.execute("SET session_replication_role = replica")
        await driver.execute("SET maintenance_work_mem = '512MB'")
        yield _Postgresql(driver)
        for table in metadata.sorted_tables:
            await ContentStore(connection).number_on(table)
    await engine.dispose()
