"""What crosses between the bot and the simulated Discord, for those who wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Traffic:
    """Counts the bot's requests. Single-threaded: everything happens on one event loop."""

    def __init__(self) -> None:
        self.changes = 0
        """How often the bot may have changed what people see."""
        self._in_flight = 0
        self._last_request = time.monotonic()
        self._moved = asyncio.Event()

    @contextmanager
    def request(self, *, is_change: bool) -> Iterator[None]:
        """Wrap the answering of one request of the bot."""
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1
            self._last_request = time.monotonic()
            self.changes += is_change
            self.moved()

    def moved(self) -> None:
        """Something happened: whoever waits looks again."""
        self._moved.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition that only requests and gateway connections can make true."""
        while not condition():
            # No await between the look and the wait, so no wake-up is lost; set() wakes all waiters.
            self._moved.clear()
            await self._moved.wait()

    async def change_after(self, seen: int) -> int:
        """Wait for a change beyond the first ``seen``; returns how many there are now."""
        await self.until(lambda: self.changes != seen)
        return self.changes

    async def quiet(self, seconds: float) -> None:
        """Wait until the bot has asked for nothing during ``seconds``."""
        while True:
            idle_seconds = 0.0 if self._in_flight else time.monotonic() - self._last_request
            if idle_seconds >= seconds:
                return
            await asyncio.sleep(seconds - idle_seconds)
