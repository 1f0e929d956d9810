"""A database in which the same is found at the beginning of every race, and two bots that use it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, event

from bot.matches import Match
from bot.storage.addresses import is_sqlite
from tests.matches.club import CAROL, HERE, Club
from tests.races.turnstile import SharedDatabase, Turnstile
from tests.storage.contents import Contents, contents, put


class Racer(Club):
    """The use cases, and match 1 as everybody had seen it before the race, if there was one."""

    seen: Match


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is there before a race."""

    stored: Contents
    seen: Match | None


@dataclass(frozen=True, slots=True)
class Stage:
    """Two bots on one database, with a clock that tells the same to both."""

    url: URL
    databases: tuple[SharedDatabase, SharedDatabase]

    @classmethod
    @asynccontextmanager
    async def open(cls, url: URL) -> AsyncIterator[Stage]:
        async with AsyncExitStack() as stack:
            one, other = [await stack.enter_async_context(SharedDatabase.open(url)) for _ in range(2)]
            if is_sqlite(url):
                for database in (one, other):
                    # What is at stake here does not depend on the disk, which takes its time.
                    event.listen(database._writing.sync_engine, "connect", _do_not_sync)
                    await database._writing.dispose()
            yield cls(url, (one, other))

    def racer(self, bot: int = 0) -> Racer:
        """The use cases as one of the bots has them."""
        return Racer(self.databases[bot], self.url)

    def set_turnstile(self, turnstile: Turnstile | None) -> None:
        for database in self.databases:
            database.turnstile = turnstile

    async def after(self, build: Callable[[Racer], Awaitable[object]]) -> Beginning:
        """What is there once something has been done in an empty database."""
        self.restore({})
        racer = self.racer()
        await build(racer)
        is_match = bool(self.stored["matches"])
        return Beginning(self.stored, await racer.play.seen(HERE, CAROL, 1, None) if is_match else None)

    @property
    def stored(self) -> Contents:
        return contents(self.url)

    def restore(self, rows: Contents) -> None:
        """Let exactly that be stored."""
        put(self.url, rows)


def _do_not_sync(connection: Any, *_: object) -> None:
    connection.cursor().execute("PRAGMA synchronous = OFF")
