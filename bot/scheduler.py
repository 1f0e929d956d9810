"""What the bot does by itself, from time to time. What is due when is in the database, never in memory."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from bot.delivery import deliver
from bot.sightings import Sightings
from bot.storage import StorageFailed

if TYPE_CHECKING:
    from bot.client import CatenaBot

ROUND = timedelta(seconds=15)
"""How often is looked for what is due, and for what is stored but was not shown."""
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

    def start(self) -> None:
        self._task = asyncio.create_task(self._repeat())

    async def finish(self) -> None:
        """Let the step that is being taken be the last one, and wait for its end."""
        async with self._in_step:
            await self.stop()

    async def stop(self) -> None:
        """End what is going on, and wait until it has ended."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def rest(self) -> None:
        """Let the pause pass."""
        # Not by the loops of discord.py, which sleep until some time of the day: with the clock set back by a
        # year, for a year.
        await asyncio.sleep(self._pause.total_seconds())

    async def _repeat(self) -> None:
        while True:
            for step in self._steps:
                while await self._take(step):
                    pass
            await self.rest()

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

    What is due is noted in the outbox, by which of several processes one tells it, and another if that one
    dies. No round waits for a shard to connect: nothing that is done in them needs to hear of the servers.

    ``pause`` is the time from one round to the next.
    """

    def __init__(self, bot: CatenaBot, pause: timedelta) -> None:
        self._bot = bot
        self._sightings = Sightings(bot)
        self._rounds = Rounds(pause, self._expire_challenges, self._call_players, self._deliver)

    @property
    def is_stuck(self) -> bool:
        """Whether what is to be done from time to time has not been done for long."""
        return self._rounds.is_stuck

    def start(self) -> None:
        self._rounds.start()

    async def finish(self) -> None:
        """Begin nothing more, and wait until what is going on has ended."""
        await self._rounds.finish()

    async def stop(self) -> None:
        """End what is going on, and wait until it has ended."""
        await self._rounds.stop()

    async def _deliver(self) -> bool:
        """Show something that is stored but was not shown.

        One after the other: while Discord is slow, a second task would show the same once more.
        """
        unshown = await self._bot.outbox.take_due()
        if unshown is None:
            self._sightings.clear()
            return False
        has_reached = functools.partial(deliver, self._bot, self._sightings, unshown)
        return await self._rounds.contain(has_reached) is not False

    async def _expire_challenges(self) -> bool:
        """End the challenges whose time is up; that their messages say so is left to `_deliver`."""
        await self._bot.challenges.expire_due()
        return False

    async def _call_players(self) -> bool:
        """Have players reminded, and those who wait told that the other's time is up, by `_deliver`."""
        await self._bot.clocks.call_due()
        return False
