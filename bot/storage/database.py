"""Opening the database: one engine, its transactions, and its migrations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, make_url
from sqlalchemy.exc import InvalidRequestError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.stores import Transaction

SECONDS_TO_WAIT_FOR_A_LOCK = 10
CONNECTIONS = 8
"""At once. Each is a thread of its own in SQLite, and one that is opened for a moment costs more than it reads."""
WRITES = "catena_writes"
EXAMPLE = "sqlite+aiosqlite:///catena.sqlite3"


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
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Self]:
        """Connect, migrate to the newest schema, and close at the end. Raises DatabaseUnusable."""
        engine = _create_engine(url)
        try:
            try:
                async with engine.connect() as connection:
                    await connection.execution_options(**{WRITES: True})
                    await connection.run_sync(_migrate)
            except (SQLAlchemyError, CommandError, OSError) as error:
                shown = engine.url.render_as_string(hide_password=True)
                raise DatabaseUnusable(f"The database {shown} can't be used: {_cause(error)}.") from error
            yield cls(engine)
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A consistent view of the database."""
        async with self._engine.connect() as connection, connection.begin():
            yield Transaction(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """A transaction that holds the right to write from its start, so that what it reads stays true.

        It is committed at the end of the block, or not at all.
        """
        async with self._writing, self._engine.connect() as connection:
            await connection.execution_options(**{WRITES: True})
            async with connection.begin():
                yield Transaction(connection)


def _create_engine(url: str) -> AsyncEngine:
    try:
        engine = create_async_engine(make_url(url), pool_size=CONNECTIONS, max_overflow=0)
    except InvalidRequestError as error:
        sentence = f"CATENA_DATABASE_URL names a driver that can't be awaited: write it as {EXAMPLE}."
        raise DatabaseUnusable(sentence) from error
    except (SQLAlchemyError, ImportError, ValueError) as error:
        sentence = f"CATENA_DATABASE_URL is not the address of a database: {_cause(error)}."
        raise DatabaseUnusable(sentence) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Durable before it is acknowledged (FULL), readers beside the writer (WAL), references checked."""
    # The driver would begin transactions by itself, and too late: `_begin_sqlite` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WAIT_FOR_A_LOCK * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    """Run the migrations in one transaction: a database is at one version or at the next, never between."""
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    config.attributes["connection"] = connection
    with connection.begin():
        command.upgrade(config, "head")


def _cause(error: Exception) -> str:
    """The driver's own words, without SQLAlchemy's statement and links around them."""
    return str(getattr(error, "orig", None) or error).rstrip(".")
