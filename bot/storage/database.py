"""Opening the database: one engine, its transactions, and its migrations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, Self

from alembic.util import CommandError
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.addresses import (
    DatabaseAddress,
    check_driver,
    is_sqlite,
    no_address,
    parse_address,
    unusable,
)
from bot.storage.durability import Durability
from bot.storage.failures import cause, telling_failures
from bot.storage.postgresql import Postgresql
from bot.storage.schema import UnknownSchema, check_is_newest, upgrade
from bot.storage.sqlite import Sqlite
from bot.storage.stores import Transaction


class Kind(Protocol):
    """What each kind of database does in its own way. The options are those of its connections."""

    reading: Mapping[str, Any]
    writing: Mapping[str, Any]

    def create_engine(self, url: URL) -> AsyncEngine: ...

    async def begin(self, url: URL) -> None: ...

    def turn(self) -> AbstractAsyncContextManager[object]: ...

    async def view(self, connection: AsyncConnection) -> None: ...

    async def hold(
        self, connection: AsyncConnection, scopes: tuple[int, ...], durability: Durability
    ) -> None: ...

    async def join(self, connection: AsyncConnection) -> None: ...


class Database:
    """The stored challenges and matches.

    All reading and writing goes through `read` and `write`; every transaction has a connection of its own, so
    that no task can commit another's half.
    """

    def __init__(self, engine: AsyncEngine, kind: Kind) -> None:
        self._kind = kind
        self._reading = engine.execution_options(**kind.reading)
        self._writing = engine.execution_options(**kind.writing)

    @classmethod
    def open(cls, url: DatabaseAddress) -> AbstractAsyncContextManager[Self]:
        """Connect, migrate to the newest schema, and close at the end. Raises DatabaseUnusable."""
        return cls._opened(url, cls._migrate)

    @classmethod
    def open_unchanged(cls, url: DatabaseAddress) -> AbstractAsyncContextManager[Self]:
        """Connect to a database of the newest schema, only to read it. Raises DatabaseUnusable."""
        return cls._opened(url, cls._check, only_reads=True)

    @classmethod
    @asynccontextmanager
    async def _opened(
        cls, address: DatabaseAddress, begin: Callable[[Self], Awaitable[None]], *, only_reads: bool = False
    ) -> AsyncIterator[Self]:
        url = parse_address(address)
        check_driver(url)
        kind = Sqlite(only_reads=only_reads) if is_sqlite(url) else Postgresql()
        engine = _create_engine(kind, url)
        try:
            database = cls(engine, kind)
            try:
                await kind.begin(url)
                await begin(database)
            # What PostgreSQL's driver does not know in an address is a TypeError or a ValueError.
            except (SQLAlchemyError, CommandError, OSError, UnknownSchema, TypeError, ValueError) as error:
                raise unusable(url, error) from error
            yield database
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A consistent view of the database. Raises StorageFailed."""
        with telling_failures():
            async with self._viewing() as connection:
                yield Transaction(connection)

    @asynccontextmanager
    async def write(
        self, *scopes: int, durability: Durability = Durability.FULL
    ) -> AsyncIterator[Transaction]:
        """A transaction in which whatever it reads within its scopes stays true.

        A scope is the id of a server or private channel, for all that is played there, or of a person, for
        what they prefer and how many challenges they have. Without any, nobody else writes meanwhile.
        It is committed at the end of the block, or not at all. Raises StorageFailed.
        """
        with telling_failures():
            async with self._alone(scopes, durability) as connection:
                yield Transaction(connection)

    def note(self, *scopes: int) -> AbstractAsyncContextManager[Transaction]:
        """The same for what is found out anew if it is not there, such as that something was shown."""
        return self.write(*scopes, durability=Durability.DEFERRED)

    @asynccontextmanager
    async def claim(self) -> AsyncIterator[Transaction]:
        """A transaction in which nothing stays true but the rows that it claims.

        It waits for no other, but for those who have everything for themselves. Raises StorageFailed.
        """
        with telling_failures():
            async with self._begun() as connection:
                await self._kind.join(connection)
                yield Transaction(connection)

    @asynccontextmanager
    async def _viewing(self) -> AsyncIterator[AsyncConnection]:
        # It ends by being rolled back: of a damaged file not even a read is committed.
        async with self._reading.connect() as connection:
            await self._kind.view(connection)
            yield connection

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[AsyncConnection]:
        async with self._kind.turn(), self._writing.connect() as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def _alone(
        self, scopes: tuple[int, ...] = (), durability: Durability = Durability.FULL
    ) -> AsyncIterator[AsyncConnection]:
        async with self._begun() as connection:
            await self._kind.hold(connection, scopes, durability)
            yield connection

    async def _migrate(self) -> None:
        """Run the migrations in one transaction: a database is at one version or the next, never between."""
        async with self._alone() as connection:
            await connection.run_sync(upgrade)

    async def _check(self) -> None:
        async with self._viewing() as connection:
            await connection.run_sync(check_is_newest)


def _create_engine(kind: Kind, url: URL) -> AsyncEngine:
    try:
        return kind.create_engine(url)
    except (SQLAlchemyError, ValueError) as error:
        raise no_address(cause(error)) from error
