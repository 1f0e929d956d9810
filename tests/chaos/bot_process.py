"""The real bot as `bot.demo.bot_process` runs it, but with a fast clock, so that no test waits long."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord

from bot.config import Settings
from bot.demo.bot_side import addresses, point_discord_at, stop_when_orphaned
from bot.running import run_bot
from tests.chaos.clock import FastClock, FastLoop

DELIVERIES = timedelta(seconds=0.25)
"""By the true clock, which discord.py's loops go by in the long run."""


def main() -> None:
    point_discord_at(*addresses())
    stop_when_orphaned()
    discord.utils.setup_logging(root=True)
    clock = FastClock.of_environment()
    with asyncio.Runner(loop_factory=lambda: FastLoop(clock.speed)) as runner:
        runner.run(run_bot(Settings(), clock.now, DELIVERIES))


if __name__ == "__main__":
    main()
