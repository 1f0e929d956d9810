"""The real bot as `bot.demo.bot_process` runs it, but with a fast clock, so that no test waits long."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta

import discord

from bot.config import Settings
from bot.demo.bot_side import addresses, point_discord_at, stop_when_orphaned
from bot.running import run_bot

EPOCH = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
SPEED = 20
"""The half a minute in which whoever acted is to show it is a second and a half here."""
DELIVERIES = timedelta(seconds=0.25)


def fast_now() -> datetime:
    """The same in each process that asks at the same moment, as an ordinary clock is."""
    return datetime.fromtimestamp(EPOCH + (time.time() - EPOCH) * SPEED, UTC)


def main() -> None:
    point_discord_at(*addresses())
    stop_when_orphaned()
    discord.utils.setup_logging(root=True)
    asyncio.run(run_bot(Settings(), fast_now, DELIVERIES))


if __name__ == "__main__":
    main()
