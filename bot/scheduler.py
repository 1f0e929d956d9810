"""What the bot does by itself, from time to time. What is due when is in the database, never in memory."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from discord.ext import tasks

from bot.calling import make_call
from bot.delivery import deliver

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
        self._delivering = asyncio.Lock()
        self._deliveries.change_interval(seconds=deliveries.total_seconds())

    def start(self) -> None:
        self._rounds.start()
        self._deliveries.start()

    def stop(self) -> None:
        self._rounds.cancel()
        self._deliveries.cancel()

    @tasks.loop(seconds=ROUND.total_seconds())
    async def _rounds(self) -> None:
        for task in (self._expire_challenges, self._deliver, self._call_players):
            await _contained(task)

    @tasks.loop(seconds=DELIVERIES.total_seconds())
    async def _deliveries(self) -> None:
        await _contained(self._deliver)

    async def _deliver(self) -> None:
        """Show what is stored but was not shown. One at a time, however slow Discord is."""
        async with self._delivering:
            for unshown in await self._bot.outbox.take_due():
                await _contained(functools.partial(deliver, self._bot, unshown))

    @_deliveries.before_loop
    @_rounds.before_loop
    async def _until_connected(self) -> None:
        await self._bot.wait_until_ready()

    async def _expire_challenges(self) -> None:
        """End the challenges whose time is up; that their messages say so is left to the deliveries."""
        await self._bot.challenges.expire_due()

    async def _call_players(self) -> None:
        """Send the reminders that are due, and tell waiting players that the other's time is up."""
        for call in await self._bot.clocks.take_due_calls():
            await _contained(functools.partial(make_call, self._bot, call))


async def _contained(task: Callable[[], Awaitable[None]]) -> None:
    """Do something without letting an error stop the rounds: a loop would end, or start again at once."""
    try:
        await task()
    except Exception:
        _log.exception("A part of this round failed; the next round is in %s", ROUND)
