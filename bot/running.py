"""The bot from its start to the signal that ends it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.allowances import Allowances
from bot.client import CatenaBot
from bot.config import Settings
from bot.images import Images
from bot.scheduler import DELIVERIES
from bot.storage import Database


def utc_now() -> datetime:
    """The time by the computer's clock."""
    return datetime.now(UTC)


async def run_bot(
    settings: Settings, now: Callable[[], datetime] = utc_now, deliveries: timedelta = DELIVERIES
) -> None:
    """Run the bot until SIGTERM or SIGINT.

    Raises DatabaseUnusable, and discord.LoginFailure for a token that Discord does not know.
    """
    async with (
        Database.open(settings.database_url) as database,
        Images.open() as images,
        CatenaBot(database, images, Allowances(now), now, _toss, deliveries) as bot,
    ):
        await _until_signalled(bot.start(settings.token.get_secret_value()))


async def _until_signalled(running: Coroutine[Any, Any, None]) -> None:
    """Await a coroutine, and end it when the process is asked to stop."""
    task = asyncio.create_task(running)
    # Windows has no such handlers; there Ctrl-C interrupts the loop by itself.
    with contextlib.suppress(NotImplementedError):
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _toss() -> bool:
    return random.SystemRandom().random() < 0.5
