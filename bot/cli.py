"""The command line: running the bot, and trying it without Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import random
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any

import discord
from pydantic import ValidationError

from bot.client import CatenaBot
from bot.config import PREFIX, Settings
from bot.images import Images
from bot.matches import recompute_ratings
from bot.scheduler import DELIVERIES
from bot.storage import Database, DatabaseUnusable

UNUSABLE = 2
"""The exit code for a setting that has to be put right before the bot can run."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    options = _parser().parse_args(arguments)
    return int(options.run(options))


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
        CatenaBot(database, images, now, _toss, deliveries) as bot,
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="catena-bot", description="Play Catena with friends in Discord.")
    parser.add_argument("--version", action="version", version=f"catena-bot {version('catena-bot')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run the bot, with the settings of the environment or .env")
    run.set_defaults(run=_run)
    recompute = commands.add_parser("recompute-ratings", help="compute all ratings anew from the matches")
    recompute.set_defaults(run=_recompute)
    demo = commands.add_parser("demo", help="try the bot in a browser: a simulated Discord, no account")
    demo.add_argument("--database", type=Path, metavar="FILE", help="keep the matches in FILE")
    demo.add_argument("--port", type=_port, default=0, help="the page's port (default: any free one)")
    demo.add_argument("--no-browser", action="store_true", help="only print the page's address")
    demo.set_defaults(run=_demo)
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port < 2**16:
        raise argparse.ArgumentTypeError(f"a port is a number up to {2**16 - 1}, not {port}")
    return port


def _run(_options: argparse.Namespace) -> int:
    try:
        settings = Settings()
    except ValidationError as error:
        return _refuse(_setting_faults(error))
    discord.utils.setup_logging(level=logging.getLevelName(settings.log_level), root=True)
    try:
        asyncio.run(run_bot(settings))
    except DatabaseUnusable as error:
        return _refuse(str(error))
    except discord.LoginFailure:
        return _refuse(f"Discord does not know the token in {PREFIX}TOKEN. Copy it again from its page.")
    except (discord.HTTPException, OSError) as error:
        print(f"Discord can't be reached: {error}.", file=sys.stderr)
        return 1
    return 0


def _recompute(_options: argparse.Namespace) -> int:
    try:
        settings = Settings()
    except ValidationError as error:
        return _refuse(_setting_faults(error))
    try:
        results = asyncio.run(_recompute_in(settings.database_url))
    except DatabaseUnusable as error:
        return _refuse(str(error))
    print(f"The ratings are computed anew from {results} results.")
    return 0


async def _recompute_in(database_url: str) -> int:
    async with Database.open(database_url) as database, database.write() as transaction:
        return await recompute_ratings(transaction)


def _demo(options: argparse.Namespace) -> int:
    # The simulated Discord is an optional extra, which running the bot must not need.
    from bot.demo import DemoOptions, run_demo

    return run_demo(DemoOptions(options.database, open_browser=not options.no_browser, port=options.port))


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return UNUSABLE


def _setting_faults(error: ValidationError) -> str:
    """What is wrong with the settings, a sentence each, without showing their values."""
    sentences = []
    for fault in error.errors(include_input=False, include_url=False):
        variable = PREFIX + str(fault["loc"][0]).upper()
        if fault["type"] == "missing":
            sentences.append(f"{variable} is not set: put the bot's token into it, or into a file .env here.")
        else:
            sentences.append(f"{variable} can't be used: {fault['msg']}.")
    return "\n".join(sentences)


def _toss() -> bool:
    return random.SystemRandom().random() < 0.5
