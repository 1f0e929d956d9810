"""What the bot does by itself, from time to time. What is due when is in the database, never in memory."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from bot.calling import make_call
from bot.delivery import deliver
from bot.sightings import Sightings
from bot.storage import StorageFailed

if TYPE_CHECKING:
    from bot.client import CatenaBot

ROUND = timedelta(minutes=5)
DELIVERIES = timedelta(seconds=15)
"""How often is looked for what is stored but was not shown."""
LONGEST_STEP = timedelta(minutes=5)
"""More than what a single thing takes while Discord is down. Whoever takes longer is stuck."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Rounds:
    """Steps that are taken one after the other, and again after each ``pause``.

    A step tells whether there is more of the same to be done at once.
    """

    def __init__(self, pause: timedelta, *steps: Callable[[], Awaitable[bool]]) -> None:
        self._pause = pause
        self._steps = steps
        self._in_step = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._latest: float | None = None

    @property
    def is_stuck(self) -> bool:
        """Whether the next step should have begun long ago."""
        longest = (self._pause + LONGEST_STEP).total_seconds()
        return self._latest is not None and monotonic() - self._latest > longest

    def start(self, ready: Callable[[], Awaitable[None]]) -> None:
        """Begin when ``ready`` has ended."""
        self._task = asyncio.create_task(self._repeat(ready))

    async def finish(self) -> None:
        """Let the step that is being taken be the last one, and wait for its end."""
        async with self._in_step:
            await self.stop()

    async def stop(self) -> None:
        """End what is going on, and wait until it has ended."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _repeat(self, ready: Callable[[], Awaitable[None]]) -> None:
        # Not by the loops of discord.py, which sleep until some time of the day: with the clock set back by a
        # year, for a year.
        await ready()
        while True:
            for step in self._steps:
                while await self._take(step):
                    pass
            await asyncio.sleep(self._pause.total_seconds())

    async def _take(self, step: Callable[[], Awaitable[bool]]) -> bool:
        async with self._in_step:
            return bool(await self.contain(step))

    async def contain(self, task: Callable[[], Awaitable[T]]) -> T | None:
        """Do something without letting an error stop the rounds; None where there was one."""
        self._latest = monotonic()
        try:
            return await task()
        except StorageFailed as error:
            _log.error("A part of this round is left to the next one: %s", error)
        except Exception:
            _log.exception("A part of this round failed, and is left to the next one")
        return None


class Scheduler:
    """Goes its rounds while the bot runs: ends challenges, and tells players about the time of their turns.

    What is due is taken out of the database in a transaction and only then told to Discord: of several
    processes one tells it, and what Discord refuses is not tried for ever.

    ``deliveries`` is the time from one look for what was not shown to the next.
    """

    def __init__(self, bot: CatenaBot, deliveries: timedelta) -> None:
        self._bot = bot
        self._sightings = Sightings(bot)
        self._clocks = Rounds(ROUND, self._expire_challenges, self._call_players)
        self._deliveries = Rounds(deliveries, self._deliver)
        self._all = self._clocks, self._deliveries

    @property
    def is_stuck(self) -> bool:
        """Whether something that is to be done from time to time has not been done for long."""
        return any(rounds.is_stuck for rounds in self._all)

    def start(self) -> None:
        for rounds in self._all:
            rounds.start(self._bot.wait_until_ready)

    async def finish(self) -> None:
        """Begin nothing more, and wait until what is going on has ended."""
        await asyncio.gather(*(rounds.finish() for rounds in self._all))

    async def stop(self) -> None:
        """End what is going on, and wait until it has ended."""
        await asyncio.gather(*(rounds.stop() for rounds in self._all))

    async def _deliver(self) -> bool:
        """Show something that is stored but was not shown.

        One after the other: while Discord is slow, a second task would show the same once more.
        """
        unshown = await self._bot.outbox.take_due()
        if unshown is None:
            self._sightings.clear()
            return False
        has_reached = functools.partial(deliver, self._bot, self._sightings, unshown)
        return await self._deliveries.contain(has_reached) is not False

    async def _expire_challenges(self) -> bool:
        """End the challenges whose time is up; that their messages say so is left to the deliveries."""
        await self._bot.challenges.expire_due()
        return False

    async def _call_players(self) -> bool:
        """Send the reminders that are due, and tell waiting players that the other's time is up."""
        for call in await self._bot.clocks.take_due_calls():
            await self._clocks.contain(functools.partial(make_call, self._bot, call))
        return False
