"""SQLite: one file, and one writer at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage.addresses import DatabaseUnusable, file_of, url_of
from bot.storage.failures import StorageFailed
from bot.storage.one_trip import OneTripConnection
from bot.storage.schema import upgrade

SECONDS_TO_WAIT_FOR_A_LOCK = 10
CONNECTIONS = 8
"""At once. Each is a thread of its own; opening one for a moment costs more than what it reads."""
_WRITES = "catena_writes"

_Prepare = Callable[[Any, object], None]


class Sqlite:
    """How an SQLite database is opened, read and written."""

    reading: Mapping[str, Any] = {}
    writing: Mapping[str, Any] = {_WRITES: True}

    def __init__(self, *, only_reads: bool = False) -> None:
        self._prepare: _Prepare = _prepare_to_read if only_reads else _prepare
        self._only_reads = only_reads
        # Queueing here is fair and wakes at once; SQLite's own waiting polls.
        self._turn = asyncio.Lock()

    def create_engine(self, url: URL) -> AsyncEngine:
        # A database in memory is one connection, which can't be told how many to keep.
        pool = {"pool_size": CONNECTIONS, "max_overflow": 0} if file_of(url) else {}
        engine = create_async_engine(url, **pool)
        _listen(engine.sync_engine, self._prepare)
        event.listen(engine.sync_engine, "do_connect", _connect)
        return engine

    async def begin(self, url: URL) -> None:
        """Try to open a file. A failure leaves nothing here; in aiosqlite it leaves a thread behind."""
        file = file_of(url)
        # SQLite would make an empty database of a file that is not there.
        if self._only_reads and file and not file.is_file():
            raise DatabaseUnusable(f"There is no database {file}.")
        if file:
            await asyncio.to_thread(_with_file, url, self._prepare)

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

    async def hold(self, connection: AsyncConnection, scopes: tuple[int, ...]) -> None:
        """Whoever writes has the whole database for themselves already."""


def migrate_file(file: Path) -> None:
    """Bring the database in a file that nobody else uses to the newest schema."""
    _with_file(url_of(file), _prepare, _migrate)


def _with_file(
    url: URL, prepare: _Prepare, do: Callable[[Connection], None] = lambda _connection: None
) -> None:
    """Open a file by the driver that needs no event loop, and do something there."""
    engine = create_engine(url.set(drivername="sqlite"))
    _listen(engine, prepare)
    try:
        with engine.connect() as connection:
            do(connection)
    finally:
        engine.dispose()


def _migrate(connection: Connection) -> None:
    connection.execution_options(**Sqlite.writing)
    with connection.begin():
        upgrade(connection)


def _listen(engine: Engine, prepare: _Prepare) -> None:
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin)


def _connect(_dialect: object, _record: object, _arguments: object, options: dict[str, Any]) -> None:
    options["async_creator_fn"] = OneTripConnection


def _prepare(connection: Any, _record: object) -> None:
    """Durable before it is acknowledged (FULL), readers beside the writer (WAL), references checked."""
    _set(connection, "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


def _prepare_to_read(connection: Any, _record: object) -> None:
    _set(connection, "query_only = ON")


def _set(connection: Any, *pragmas: str) -> None:
    # The driver would begin transactions by itself, and too late: `_begin` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout = {SECONDS_TO_WAIT_FOR_A_LOCK * 1000}", *pragmas):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
