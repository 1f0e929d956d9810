"""Opening the database: one engine, its transactions, and its migrations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Self

from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import InvalidRequestError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.failures import StorageFailed, cause, telling_failures
from bot.storage.one_trip import OneTripConnection
from bot.storage.schema import UnknownSchema, check_is_newest, upgrade
from bot.storage.stores import Transaction

SECONDS_TO_WAIT_FOR_A_LOCK = 10
CONNECTIONS = 8
"""At once. Each is a thread of its own in SQLite; opening one for a moment costs more than what it reads."""
WRITES = "catena_writes"
EXAMPLE = "sqlite+aiosqlite:///catena.sqlite3"

DatabaseAddress = str | URL
"""Where a database is, as SQLAlchemy writes it."""


class DatabaseUnusable(Exception):
    """The database can't be opened or brought up to date; the message says why in one sentence."""


class Database:
    """The stored challenges and matches.

    All reading and writing goes through `read` and `write`; every transaction has a connection of its own, so
    that no task can commit another's half.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # SQLite has one writer at a time. Queueing here is fair and wakes at once; its own waiting polls.
        self._writing = asyncio.Lock()

    @classmethod
    def open(cls, url: DatabaseAddress) -> AbstractAsyncContextManager[Self]:
        """Connect, migrate to the newest schema, and close at the end. Raises DatabaseUnusable."""
        return cls._opened(url, _prepare_sqlite, _migrate)

    @classmethod
    def open_unchanged(cls, url: DatabaseAddress) -> AbstractAsyncContextManager[Self]:
        """Connect to a database of the newest schema, only to read it. Raises DatabaseUnusable."""
        # SQLite would make an empty database of a file that is not there.
        if (file := file_of(url)) and not file.is_file():
            raise DatabaseUnusable(f"There is no database {file}.")
        return cls._opened(url, _prepare_sqlite_to_read, check_is_newest)

    @classmethod
    @asynccontextmanager
    async def _opened(
        cls, url: DatabaseAddress, prepare: Callable[[Any, object], None], begin: Callable[[Connection], None]
    ) -> AsyncIterator[Self]:
        engine = _create_engine(url, prepare)
        try:
            try:
                if file_of(url):
                    # A failure leaves nothing here; in aiosqlite it leaves a thread that outlives the loop.
                    await asyncio.to_thread(_with_file, engine.url, prepare)
                async with engine.connect() as connection:
                    await connection.run_sync(begin)
            except (SQLAlchemyError, CommandError, OSError, UnknownSchema) as error:
                shown = engine.url.render_as_string(hide_password=True)
                raise DatabaseUnusable(f"The database {shown} can't be used: {cause(error)}.") from error
            yield cls(engine)
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A consistent view of the database. Raises StorageFailed."""
        # Its transaction begins by itself and is rolled back: of a damaged file not even a read is committed.
        with telling_failures():
            async with self._engine.connect() as connection:
                yield Transaction(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """A transaction that holds the right to write from its start, so that what it reads stays true.

        It is committed at the end of the block, or not at all. Raises StorageFailed.
        """
        with telling_failures():
            async with self._turn_to_write(), self._engine.connect() as connection:
                await connection.execution_options(**{WRITES: True})
                async with connection.begin():
                    yield Transaction(connection)

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        """Wait for those before, but no longer than for another process: else those behind pile up."""
        try:
            async with asyncio.timeout(SECONDS_TO_WAIT_FOR_A_LOCK):
                await self._writing.acquire()
        except TimeoutError as error:
            raise StorageFailed("others have been writing for too long") from error
        try:
            yield
        finally:
            self._writing.release()


def url_of(file: Path, driver: str = "sqlite+aiosqlite") -> URL:
    """The address of a database in an SQLite file."""
    return URL.create(driver, database=str(file))


def file_of(url: DatabaseAddress) -> Path | None:
    """The file that an address names; None where it names no SQLite database or one in no file.

    Raises DatabaseUnusable for what is no address.
    """
    address = _parse(url)
    name = address.database or ":memory:"
    is_file = address.get_backend_name() == "sqlite" and not name.startswith((":memory:", "file:"))
    return Path(name) if is_file else None


def migrate_file(file: Path) -> None:
    """Bring the database in a file that nobody else uses to the newest schema."""
    _with_file(url_of(file), _prepare_sqlite, _migrate)


def _with_file(
    url: URL,
    prepare: Callable[[Any, object], None],
    do: Callable[[Connection], None] = lambda _connection: None,
) -> None:
    """Open a file by the driver that needs no event loop, and do something there."""
    engine = create_engine(url.set(drivername="sqlite"))
    _listen(engine, prepare)
    try:
        with engine.connect() as connection:
            do(connection)
    finally:
        engine.dispose()


def _parse(url: DatabaseAddress) -> URL:
    try:
        return make_url(url)
    except (SQLAlchemyError, ValueError) as error:
        raise _no_address(error) from error


def _create_engine(url: DatabaseAddress, prepare: Callable[[Any, object], None]) -> AsyncEngine:
    # A database in memory is one connection, which can't be told how many to keep.
    is_in_memory = _parse(url).get_backend_name() == "sqlite" and file_of(url) is None
    pool = {} if is_in_memory else {"pool_size": CONNECTIONS, "max_overflow": 0}
    try:
        engine = create_async_engine(_parse(url), **pool)
    except InvalidRequestError as error:
        sentence = f"CATENA_DATABASE_URL names a driver that can't be awaited: write it as {EXAMPLE}."
        raise DatabaseUnusable(sentence) from error
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise _no_address(error) from error
    if engine.dialect.name == "sqlite":
        _listen(engine.sync_engine, prepare)
        event.listen(engine.sync_engine, "do_connect", _connect_sqlite)
    return engine


def _no_address(error: Exception) -> DatabaseUnusable:
    return DatabaseUnusable(f"CATENA_DATABASE_URL is not the address of a database: {cause(error)}.")


def _listen(engine: Engine, prepare: Callable[[Any, object], None]) -> None:
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin_sqlite)


def _connect_sqlite(_dialect: object, _record: object, _arguments: object, options: dict[str, Any]) -> None:
    options["async_creator_fn"] = OneTripConnection


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Durable before it is acknowledged (FULL), readers beside the writer (WAL), references checked."""
    _set(connection, "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


def _prepare_sqlite_to_read(connection: Any, _record: object) -> None:
    _set(connection, "query_only = ON")


def _set(connection: Any, *pragmas: str) -> None:
    # The driver would begin transactions by itself, and too late: `_begin_sqlite` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout = {SECONDS_TO_WAIT_FOR_A_LOCK * 1000}", *pragmas):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    """Run the migrations in one transaction: a database is at one version or at the next, never between."""
    connection.execution_options(**{WRITES: True})
    with connection.begin():
        upgrade(connection)
