"""SQLite: one file, and one writer at a time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.storage.addresses import DatabaseUnusable, file_of, url_of
from bot.storage.durability import Durability
from bot.storage.failures import StorageFailed, sqlite_code
from bot.storage.one_trip import SECONDS_TO_WAIT_FOR_A_LOCK, OneTripConnection
from bot.storage.schema import upgrade

CONNECTIONS = 8
"""At once. Each is a thread of its own; opening one for a moment costs more than what it reads."""

_Prepare = Callable[[Any, object], None]


class Sqlite:
    """How an SQLite database is opened, read and written."""

    reading: Mapping[str, Any] = {}
    writing: Mapping[str, Any] = {}

    def __init__(self, *, only_reads: bool = False) -> None:
        self._prepare: _Prepare = _prepare_to_read if only_reads else _prepare
        self._only_reads = only_reads
        # Queueing here is fair and wakes at once; SQLite's own waiting polls.
        self._turn = asyncio.Lock()

    def create_engine(self, url: URL) -> AsyncEngine:
        # A database in memory is one connection, for which everybody waits.
        size = CONNECTIONS if file_of(url) else 1
        pool = AsyncAdaptedQueuePool
        engine = create_async_engine(url, poolclass=pool, pool_size=size, max_overflow=0)
        event.listen(engine.sync_engine, "connect", self._prepare)
        event.listen(engine.sync_engine, "do_connect", _connect)
        return engine

    async def begin(self, url: URL) -> None:
        """Try to open a file. A failure leaves nothing here; in aiosqlite it leaves a thread behind."""
        file = file_of(url)
        # SQLite would make an empty database of a file that is not there.
        if self._only_reads and file and not file.is_file():
            raise DatabaseUnusable(f"There is no database {file}.")
        if file:
            await asyncio.to_thread(_try, url, self._prepare)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for those before, but no longer than for another process: else those behind pile up."""
        try:
            async with asyncio.timeout(SECONDS_TO_WAIT_FOR_A_LOCK):
                await self._turn.acquire()
        except TimeoutError as error:
            raise StorageFailed("others have been writing for too long") from error
        try:
            yield
        finally:
            self._turn.release()

    async def view(self, connection: AsyncConnection) -> None:
        """Let all that is read show the same moment: that of the first query."""
        await (await _driver(connection)).view()

    async def hold(
        self, connection: AsyncConnection, scopes: tuple[int, ...], durability: Durability
    ) -> None:
        """Wait until no other process writes: whoever does has the whole database for themselves."""
        await (await _driver(connection)).lock(durability)

    async def join(self, connection: AsyncConnection) -> None:
        """The same: who claims rows is the only one to look for them meanwhile."""
        await self.hold(connection, (), Durability.FULL)


def migrate_file(file: Path) -> None:
    """Bring the database in a file that nobody else uses to the newest schema."""
    _with_file(url_of(file), _prepare, upgrade)


def _with_file(
    url: URL, prepare: _Prepare, do: Callable[[Connection], None] = lambda _connection: None
) -> None:
    """Open a file by the driver that needs no event loop, and do something there."""
    timeout = {"timeout": SECONDS_TO_WAIT_FOR_A_LOCK}
    engine = create_engine(url.set(drivername="sqlite"), connect_args=timeout)
    event.listen(engine, "connect", prepare)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN")
            do(connection)
    finally:
        engine.dispose()


def _try(url: URL, prepare: _Prepare) -> None:
    """Open a file once nobody else is just changing how it is journalled. SQLite itself waits for no such."""
    until = monotonic() + SECONDS_TO_WAIT_FOR_A_LOCK
    while True:
        try:
            return _with_file(url, prepare)
        except OperationalError as error:
            if sqlite_code(error.orig) != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.01)


async def _driver(connection: AsyncConnection) -> OneTripConnection:
    pooled = await connection.get_raw_connection()
    assert isinstance(pooled.driver_connection, OneTripConnection)
    return pooled.driver_connection


def _connect(_dialect: object, _record: object, _arguments: object, options: dict[str, Any]) -> None:
    options["async_creator_fn"] = OneTripConnection


def _prepare(connection: Any, _record: object) -> None:
    """Readers beside the writer (WAL), references checked."""
    _set(connection, "journal_mode = WAL", "foreign_keys = ON")


def _prepare_to_read(connection: Any, _record: object) -> None:
    _set(connection, "query_only = ON")


def _set(connection: Any, *pragmas: str) -> None:
    # The driver would begin transactions by itself, and too late.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
