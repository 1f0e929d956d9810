"""A database whose transactions are timed. Storage itself knows nothing of what measures it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.metrics import Access, Metrics
from bot.storage import Database, DatabaseAddress, Durability, Transaction


class MeasuredDatabase(Database):
    """The same as any database."""

    _metrics: Metrics

    @classmethod
    @asynccontextmanager
    async def open_measured(cls, url: DatabaseAddress, metrics: Metrics) -> AsyncIterator[MeasuredDatabase]:
        """What `open` does. Raises DatabaseUnusable."""
        async with cls.open(url) as database:
            database._metrics = metrics
            yield database

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        with self._metrics.transaction(Access.READ):
            async with super().read() as transaction:
                yield transaction

    @asynccontextmanager
    async def write(
        self, *scopes: int, durability: Durability = Durability.FULL
    ) -> AsyncIterator[Transaction]:
        with self._metrics.transaction(Access.WRITE):
            async with super().write(*scopes, durability=durability) as transaction:
                yield transaction

    @asynccontextmanager
    async def claim(self) -> AsyncIterator[Transaction]:
        with self._metrics.transaction(Access.WRITE):
            async with super().claim() as transaction:
                yield transaction
