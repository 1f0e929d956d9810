"""The bot from its start to the signal that ends it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta

from bot.allowances import Allowances
from bot.client import CatenaBot
from bot.config import Settings
from bot.drawing.painter import Painter
from bot.health import Health
from bot.images import Images
from bot.measured import MeasuredDatabase
from bot.metrics import Metrics
from bot.scheduler import ROUND

SECONDS_TO_CANCEL = 0.5
LONGEST_DRAIN = timedelta(seconds=8)
"""Docker kills a container 10 seconds after it was asked to stop."""


def utc_now() -> datetime:
    """The time by the computer's clock."""
    return datetime.now(UTC)


async def run_bot(
    settings: Settings, now: Callable[[], datetime] = utc_now, pause: timedelta = ROUND
) -> None:
    """Run the bot until SIGTERM or SIGINT.

    Raises DatabaseUnusable, PortUnusable, discord.LoginFailure for a token that Discord does not know, and
    discord.ConnectionClosed where it wants nothing to do with the bot or its shards.
    """
    metrics = Metrics()
    async with (
        MeasuredDatabase.open_measured(settings.database_url, metrics) as database,
        _images(metrics) as images,
        CatenaBot(database, images, Allowances(now), metrics, now, _toss, pause, settings.shards) as bot,
        _pages(Health(bot, metrics), settings.health_port),
    ):
        await _until_signalled(bot, settings.token.get_secret_value())


@contextlib.asynccontextmanager
async def _images(metrics: Metrics) -> AsyncIterator[Images]:
    with Painter() as boards, Painter() as animations:
        # The first turn needs boards; animations may never be needed.
        boards.start()
        yield Images(boards, animations, metrics)


def _pages(health: Health, port: int | None) -> AbstractAsyncContextManager[None]:
    return contextlib.nullcontext() if port is None else health.served(port)


async def _until_signalled(bot: CatenaBot, token: str) -> None:
    """Run until the process is asked to stop, and then finish; asked once more, it ends at once."""
    await _unless_signalled(asyncio.create_task(bot.start(token)))
    await _unless_signalled(asyncio.create_task(bot.drain(LONGEST_DRAIN)))


async def _unless_signalled(task: asyncio.Task[None]) -> None:
    """Await a task, and cancel it when the process is asked to stop."""
    # Windows has no such handlers; there Ctrl-C interrupts the loop by itself.
    with contextlib.suppress(NotImplementedError):
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, _cancel, task)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _cancel(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended: while a shard reconnects, discord.py lets a cancellation pass."""
    if not task.done():
        task.cancel()
        asyncio.get_running_loop().call_later(SECONDS_TO_CANCEL, _cancel, task)


def _toss() -> bool:
    return random.SystemRandom().random() < 0.5
