"""Letting several tasks go on one at a time, in a given order, from one edge of a transaction to the next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from bot.storage import Database, Durability, StorageFailed, Transaction

MOST_TRIES = 100
"""To begin to write: whoever writes meanwhile has had as many turns to end it."""

Begin = Callable[[], AbstractAsyncContextManager[Transaction]]


class Turnstile:
    """Where tasks wait until it is their turn to go on.

    ``order`` are numbers that choose among those who wait; after them comes whoever has waited longest.
    """

    def __init__(self, order: Iterable[int]) -> None:
        self.passed: list[int] = []
        """Who has ended a transaction, by the numbers of their attempts, each as often as they did."""
        self._order = iter(order)
        self._waiting: dict[asyncio.Task[Any], asyncio.Future[None]] = {}
        self._has_moved = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []

    async def run(self, attempts: Sequence[Awaitable[Any]]) -> list[Any]:
        """What each attempt returns, or raises."""
        self._tasks = [asyncio.create_task(self._begin(attempt)) for attempt in attempts]
        for task in self._tasks:
            task.add_done_callback(lambda _task: self._has_moved.set())
        while running := sum(not task.done() for task in self._tasks):
            if len(self._waiting) == running:
                self._waiting.pop(self._next()).set_result(None)
            self._has_moved.clear()
            await self._has_moved.wait()
        return await asyncio.gather(*self._tasks, return_exceptions=True)

    async def wait(self) -> None:
        """Let others go on until it is one's turn again."""
        turn = self._waiting[_this_task()] = asyncio.get_running_loop().create_future()
        self._has_moved.set()
        await turn

    def note_end(self) -> None:
        """Note that one of one's transactions has ended."""
        self.passed.append(self._tasks.index(_this_task()))

    async def _begin(self, attempt: Awaitable[Any]) -> Any:
        await self.wait()
        return await attempt

    def _next(self) -> asyncio.Task[Any]:
        waiting = list(self._waiting)
        return waiting[next(self._order, 0) % len(waiting)]


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None  # Whoever waits is awaited.
    return task


class SharedDatabase(Database):
    """A database whose users let each other go on at the edges of their transactions."""

    turnstile: Turnstile | None = None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        await self._wait()
        async with super().read() as transaction:
            yield transaction
        self._note_end()
        await self._wait()

    @asynccontextmanager
    async def write(
        self, *scopes: int, durability: Durability = Durability.FULL
    ) -> AsyncIterator[Transaction]:
        try:
            async with AsyncExitStack() as stack:
                transaction = await self._entered(
                    stack, partial(super().write, *scopes, durability=durability)
                )
                await self._wait()
                yield transaction
                await self._wait()
        finally:
            self._note_end()
        await self._wait()

    @asynccontextmanager
    async def claim(self) -> AsyncIterator[Transaction]:
        # In one go: whoever wants to write what is claimed would have to wait for its end.
        async with AsyncExitStack() as stack:
            yield await self._entered(stack, super().claim)
        self._note_end()
        await self._wait()

    async def _entered(self, stack: AsyncExitStack, begin: Begin) -> Transaction:
        """Begin to write as soon as nobody else does there."""
        for _ in range(MOST_TRIES):
            await self._wait()
            try:
                return await stack.enter_async_context(begin())
            except StorageFailed:
                # Somebody else writes. Nobody waits for them here: they go on when it is their turn.
                continue
        raise TimeoutError("nobody has ended what they write")

    async def _wait(self) -> None:
        if self.turnstile:
            await self.turnstile.wait()

    def _note_end(self) -> None:
        if self.turnstile:
            self.turnstile.note_end()
