"""The real bot as `bot.demo.bot_process` runs it, but with a fast clock, so that no test waits long."""

from __future__ import annotations

import asyncio
import logging
import sys

import discord

from bot.config import Settings
from bot.demo.bot_side import addresses, point_discord_at, stop_when_orphaned
from bot.running import run_bot
from bot.scheduler import ROUND
from tests.chaos.clock import FastClock, FastLoop

UNREACHABLE = 3
"""The exit code where there is no Discord to connect to: whoever supervises the bot starts it again."""


def main() -> None:
    point_discord_at(*addresses())
    stop_when_orphaned()
    discord.utils.setup_logging(root=True)
    clock = FastClock.of_environment()
    with asyncio.Runner(loop_factory=lambda: FastLoop(clock.loop_speed)) as runner:
        runner.run(run_bot(Settings(), clock.now, ROUND * clock.loop_speed / clock.speed))


if __name__ == "__main__":
    try:
        main()
    except (discord.HTTPException, OSError) as error:
        logging.getLogger(__name__).warning("Discord can't be reached: %s", error)
        sys.exit(UNREACHABLE)
