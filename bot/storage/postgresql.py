"""PostgreSQL: several processes on several machines, each of which writes where no other does.

A write begins by taking advisory locks: one for each scope that it names, or the one of everything. What it
reads within its scopes then stays true until it ends, as in a database of its own. The locks go with the
transaction, however it ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from sqlalchemy import URL, BigInteger, Select, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage.addresses import DatabaseUnusable
from bot.storage.durability import Durability

SECONDS_TO_CONNECT = 10
SECONDS_TO_WAIT_FOR_A_LOCK = 10
SECONDS_OF_SILENCE = 30
"""Who says nothing for so long in the midst of a transaction is gone, and others need its locks."""
CONNECTIONS = 8

_EVERYTHING = -1
"""Every write holds this one, alone or with others. Discord's ids, which are the scopes, are positive."""


class Postgresql:
    """How a PostgreSQL database is opened, read and written."""

    reading: Mapping[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    # Each statement sees what is committed when it begins: after the wait for the locks, not before it.
    writing: Mapping[str, Any] = {"isolation_level": "READ COMMITTED"}

    def create_engine(self, url: URL) -> AsyncEngine:
        try:
            return create_async_engine(
                url,
                pool_size=CONNECTIONS,
                max_overflow=0,
                # After a restart of the server no connection is any good.
                pool_pre_ping=True,
                connect_args={"timeout": SECONDS_TO_CONNECT, "server_settings": _settings()},
            )
        except ModuleNotFoundError as error:
            sentence = "PostgreSQL needs the driver of the extra postgres: pip install '.[postgres]'."
            raise DatabaseUnusable(sentence) from error

    async def begin(self, url: URL) -> None:
        """There is nothing to look at before the first connection."""

    def turn(self) -> AbstractAsyncContextManager[object]:
        """Who has to wait is known to the server alone."""
        return nullcontext()

    async def view(self, connection: AsyncConnection) -> None:
        """A transaction begins by itself, and shows the moment of its first query."""

    async def hold(
        self, connection: AsyncConnection, scopes: tuple[int, ...], durability: Durability
    ) -> None:
        """Wait until nobody else writes in these scopes, or anywhere if there are none."""
        await connection.execute(_locks(scopes).add_columns(_commit(durability)))

    async def join(self, connection: AsyncConnection) -> None:
        """Wait for whoever writes anywhere, and let others write beside."""
        await connection.execute(select(_SHARED))


def _settings() -> dict[str, str]:
    return {
        "application_name": "catena",
        "lock_timeout": f"{int(SECONDS_TO_WAIT_FOR_A_LOCK * 1000)}ms",
        "idle_in_transaction_session_timeout": f"{SECONDS_OF_SILENCE}s",
        # Everything is asked by an index, of few rows. A plan that is guessed to be long is compiled first,
        # which takes longer than any of them.
        "jit": "off",
        "random_page_cost": "1.1",
    }


def _commit(durability: Durability) -> Any:
    """Whether this transaction's commit waits for the disk."""
    waits = "on" if durability is Durability.FULL else "off"
    return func.set_config("synchronous_commit", waits, True)


def _locks(scopes: tuple[int, ...]) -> Select[Any]:
    if not scopes:
        return select(func.pg_advisory_xact_lock(_key(_EVERYTHING)))
    # In the same order everywhere, so that no two wait for each other.
    held = (func.pg_advisory_xact_lock(_key(scope)) for scope in sorted(set(scopes)))
    return select(_SHARED, *held)


def _key(scope: int) -> Any:
    return literal(scope, BigInteger)


_SHARED = func.pg_advisory_xact_lock_shared(_key(_EVERYTHING))
