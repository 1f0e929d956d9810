"""What the bot does by itself, from time to time. What is due when is in the database, never in memory."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.calling import make_call
from bot.delivery import deliver
from bot.storage import StorageFailed

if TYPE_CHECKING:
    from bot.client import CatenaBot

ROUND = timedelta(minutes=5)
DELIVERIES = timedelta(seconds=15)
"""How often is looked for what is stored but was not shown."""

_log = logging.getLogger(__name__)


class Scheduler:
    """Goes its rounds while the bot runs: ends challenges, and tells players about the time of their turns.

    What is due is taken out of the database in a transaction and only then told to Discord: of several
    processes one tells it, and what Discord refuses is not tried for ever.

    ``deliveries`` is the time from one look for what was not shown to the next.
    """

    def __init__(self, bot: CatenaBot, deliveries: timedelta) -> None:
        self._bot = bot
        self._deliveries = deliveries
        self._running: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._running = [
            asyncio.create_task(self._repeat(ROUND, self._expire_challenges, self._call_players)),
            asyncio.create_task(self._repeat(self._deliveries, self._deliver)),
        ]

    async def stop(self) -> None:
        """End what is going on, and wait until it has ended."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _repeat(self, pause: timedelta, *tasks: Callable[[], Awaitable[None]]) -> None:
        # Not by the loops of discord.py, which sleep until some time of the day: with the clock set back by a
        # year, for a year.
        await self._bot.wait_until_ready()
        while True:
            for task in tasks:
                await _contained(task)
            await asyncio.sleep(pause.total_seconds())

    async def _deliver(self) -> None:
        """Show what is stored but was not shown."""
        while found := await self._bot.outbox.take_due():
            for unshown in found:
                await _contained(functools.partial(deliver, self._bot, unshown))

    async def _expire_challenges(self) -> None:
        """End the challenges whose time is up; that their messages say so is left to the deliveries."""
        await self._bot.challenges.expire_due()

    async def _call_players(self) -> None:
        """Send the reminders that are due, and tell waiting players that the other's time is up."""
        for call in await self._bot.clocks.take_due_calls():
            await _contained(functools.partial(make_call, self._bot, call))


async def _contained(task: Callable[[], Awaitable[None]]) -> None:
    """Do something without letting an error stop the rounds."""
    try:
        await task()
    except StorageFailed as error:
        _log.error("A part of this round is left to the next one: %s", error)
    except Exception:
        _log.exception("A part of this round failed, and is left to the next one")
