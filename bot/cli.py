"""The command line: running the bot, checking after its database, and trying it without Discord."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import discord
from pydantic import ValidationError

from bot.config import PREFIX, DatabaseSettings, Settings, SettingsUnreadable, faults_of
from bot.fault_reports import ReportsUnusable, reporting_faults
from bot.health import PortUnusable
from bot.logs import set_up_logging
from bot.maintenance import check_database, move_data, recompute
from bot.matches import Report
from bot.running import run_bot
from bot.storage import CopyRefused, DatabaseUnusable, StorageFailed, back_up, restore, url_of

FOUND_FAULTS = 1
"""The exit code of a check that found something."""
UNUSABLE = 2
"""The exit code for a setting or a file that has to be put right first."""
SHARDING_REQUIRED = 4011
"""The gateway's code where a shard would have more servers than it may."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except ValidationError as error:
        return _refuse(faults_of(error))
    except (SettingsUnreadable, DatabaseUnusable, CopyRefused, PortUnusable, ReportsUnusable) as error:
        return _refuse(str(error))
    except StorageFailed as error:
        return _refuse(f"The database can't be used: {error}.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="catena-bot", description="Play Catena with friends in Discord.")
    parser.add_argument("--version", action="version", version=f"catena-bot {version('catena-bot')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run the bot, with the settings of the environment or .env")
    run.set_defaults(run=_run)
    _add_maintenance(commands)
    demo = commands.add_parser("demo", help="try the bot in a browser: a simulated Discord, no account")
    demo.add_argument("--database", type=Path, metavar="FILE", help="keep the matches in FILE")
    demo.add_argument("--port", type=_port, default=0, help="the page's port (default: any free one)")
    demo.add_argument("--no-browser", action="store_true", help="only print the page's address")
    demo.set_defaults(run=_demo)
    return parser


def _add_maintenance(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    backing_up = commands.add_parser("backup", help="copy the database to a file, also while the bot runs")
    backing_up.add_argument("file", type=Path, metavar="FILE")
    backing_up.add_argument("--force", action="store_true", help="replace FILE if it is there")
    backing_up.set_defaults(run=_back_up)
    restoring = commands.add_parser(
        "restore", help="put a backup into the database's place; stop the bot first"
    )
    restoring.add_argument("file", type=Path, metavar="FILE")
    restoring.set_defaults(run=_restore)
    checking = commands.add_parser("check", help="tell whether all that is stored fits together")
    checking.add_argument("--database", type=Path, metavar="FILE", help="look at FILE, such as a backup")
    checking.set_defaults(run=_check)
    ratings = commands.add_parser("recompute-ratings", help="compute all ratings anew from the matches")
    ratings.set_defaults(run=_recompute)
    moving = commands.add_parser(
        "migrate-data", help="copy all that is stored into an empty database; stop the bot first"
    )
    moving.add_argument("source", metavar="SQLITE_URL", help="where it is, like sqlite+aiosqlite:///FILE")
    moving.add_argument("target", metavar="POSTGRES_URL", help="where it is to be")
    moving.set_defaults(run=_move_data)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) >= 2**16:
        raise argparse.ArgumentTypeError(f"a port is a number up to {2**16 - 1}, not {text}")
    return int(text)


def _run(_options: argparse.Namespace) -> int:
    settings = Settings.read()
    set_up_logging(settings.log_level, settings.log_format)
    # What was imported stays: going through it to find garbage held every answer up for a fifth of a second.
    gc.freeze()
    try:
        with reporting_faults(settings.sentry_dsn):
            asyncio.run(run_bot(settings))
    except discord.LoginFailure:
        return _refuse(f"Discord does not know the token in {PREFIX}TOKEN. Copy it again from its page.")
    except discord.ConnectionClosed as error:
        return _refuse(_closing_sentence(error.code))
    except (discord.HTTPException, OSError) as error:
        print(f"Discord can't be reached: {error}.", file=sys.stderr)
        return 1
    return 0


def _closing_sentence(code: int) -> str:
    """Why Discord has closed a connection for good."""
    if code == SHARDING_REQUIRED:
        return f"Discord wants more shards for so many servers: raise {PREFIX}SHARD_COUNT, for all processes."
    return f"Discord has closed the connection for good, with its code {code}."


def _back_up(options: argparse.Namespace) -> int:
    back_up(DatabaseSettings.read().database_url, options.file, replaces=options.force)
    print(f"The database is copied to {options.file}, and the copy is whole.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    kept = restore(DatabaseSettings.read().database_url, options.file, datetime.now(UTC))
    print(f"The database is restored from {options.file}.")
    if kept:
        print(f"What was there before is kept in {kept}.")
    return 0


def _check(options: argparse.Namespace) -> int:
    file: Path | None = options.database
    return _told(asyncio.run(check_database(url_of(file) if file else DatabaseSettings.read().database_url)))


def _move_data(options: argparse.Namespace) -> int:
    moved, report = asyncio.run(move_data(options.source, options.target))
    for table in moved:
        print(f"{table.name}: {table.rows} rows, the same as before.")
    return _told(report)


def _told(report: Report) -> int:
    """Print what a check has found, and return the exit code for it."""
    for finding in report.findings:
        print(finding)
    count = len(report.findings)
    print(
        f"Checked matches: {report.matches}, actions: {report.actions}, ratings: {report.ratings}. "
        f"Found: {count or 'nothing'}."
    )
    return FOUND_FAULTS if count else 0


def _recompute(_options: argparse.Namespace) -> int:
    results = asyncio.run(recompute(DatabaseSettings.read().database_url))
    print(f"The ratings are computed anew. Matches that count: {results}.")
    return 0


def _demo(options: argparse.Namespace) -> int:
    # The simulated Discord is an optional extra, which running the bot must not need.
    from bot.demo import DemoOptions, run_demo

    return run_demo(DemoOptions(options.database, open_browser=not options.no_browser, port=options.port))


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return UNUSABLE
