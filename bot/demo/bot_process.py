"""The real bot, told to take an address of ours for Discord. Only the demo and the tests start it."""

from __future__ import annotations

import sys

from bot.cli import main as command_line
from bot.demo.bot_side import addresses, point_discord_at, stop_when_orphaned


def main() -> int:
    """Run the bot as ``python -m bot run`` does; returns its exit code."""
    point_discord_at(*addresses())
    stop_when_orphaned()
    return command_line(["run"])


if __name__ == "__main__":
    sys.exit(main())
