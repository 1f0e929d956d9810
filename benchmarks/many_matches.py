"""What the database takes for what people do, with a million matches that are over and 100,000 running.

Beside each database that is named, one with a thousand matches is made, to compare with. A database that is
empty is filled first; one that was filled so before is measured as it is.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.bulk import filling
from benchmarks.crowd import NOW, Crowd
from benchmarks.database_time import DatabaseTime
from benchmarks.options import positive
from benchmarks.use_cases import USE_CASES, UseCases, used
from bot.matches import recompute_ratings
from bot.storage import Database, OutboxEntry, OutboxKind

SUMMARY = "what the database takes for a turn and for looking, with a million matches"

GOAL_MS = 20.0
SMALL = (900, 100)
"""Matches that are over, and running ones."""
OPENINGS = 5
BACKLOG = 20_000
"""What waits to be shown after a long outage, of which the rounds are measured too."""
ROUNDS = "round: what is to be shown", "metrics: what waits to be shown"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    add = parser.add_argument
    add("--database", action="append", required=True, metavar="URL", help="an empty one; may be repeated")
    add("--finished", type=positive, default=1_000_000, help="matches that are over (default: %(default)s)")
    add("--running", type=positive, default=100_000, help="matches that run (default: %(default)s)")
    add("--calls", type=positive, default=300, help="of each use case (default: %(default)s)")
    add("--seed", type=int, default=1, help="the seed of all that is chosen (default: %(default)s)")


def run(options: argparse.Namespace) -> None:
    """Print a table for each database."""
    for url in map(make_url, options.database):
        asyncio.run(_run(url, options))


async def _run(url: URL, options: argparse.Namespace) -> None:
    small = await _measured(await _beside(url), SMALL, options)
    large = await _measured(url, (options.finished, options.running), options)
    print(f"\n{url.get_backend_name()}: ms in the database, of {options.calls} calls each")
    print(f"{'':<46}{'median':>16}{'99 of 100':>20}{'as a whole':>14}{'statements':>12}")
    print(f"{'':<46}" + f"{'small':>8}{'large':>8}{'small':>10}{'large':>10}{'':>14}{'':>12}   goal")
    for name, at_large in large.times.items():
        print(_line(name, small.times[name], at_large))
    for name, figures in (("opening it, ms", "opening_ms"), ("memory of the process, MB", "memory_mb")):
        print(f"{name:<46}{getattr(small, figures):>8.0f}{getattr(large, figures):>8.0f}")


@dataclass(frozen=True, slots=True)
class Times:
    """Of the calls of a use case: in the database, as a whole, and statements of the median call."""

    in_database: list[float]
    as_a_whole: list[float]
    statements: float

    @property
    def centile_99(self) -> float:
        return sorted(self.in_database)[len(self.in_database) * 99 // 100]


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured at one database."""

    times: dict[str, Times]
    opening_ms: float
    memory_mb: float


def _line(name: str, small: Times, large: Times) -> str:
    verdict = "reached" if large.centile_99 <= GOAL_MS else "MISSED"
    medians = f"{median(small.in_database):>8.2f}{median(large.in_database):>8.2f}"
    centiles = f"{small.centile_99:>10.2f}{large.centile_99:>10.2f}"
    whole = f"{median(large.as_a_whole):>14.2f}{large.statements:>12.0f}"
    return f"{name:<46}{medians}{centiles}{whole}   ≤ {GOAL_MS:.0f} {verdict}"


async def _measured(url: URL, matches: tuple[int, int], options: argparse.Namespace) -> Measured:
    crowd = Crowd(*matches, options.seed)
    if not await _is_filled(url):
        await _fill(url, crowd)
    opening = [await _seconds_to_open(url) for _ in range(OPENINGS)]
    async with Database.open(url) as database:
        times = await _times(UseCases(database, crowd, Random(options.seed)), options.calls)
        await _pile_up(database)
        backlog = await _times(UseCases(database, crowd, Random(options.seed)), options.calls, ROUNDS)
    times |= {f"{name}, {BACKLOG:,} entries": one for name, one in backlog.items()}
    return Measured(times, 1000 * median(opening), _memory_mb())


async def _is_filled(url: URL) -> bool:
    async with Database.open(url) as database, database.read() as transaction:
        return await transaction.matches.get(1) is not None


async def _fill(url: URL, crowd: Crowd) -> None:
    began = perf_counter()
    async with filling(url) as filled:
        await crowd.fill(filled)
    async with Database.open(url) as database, database.write() as transaction:
        results = await recompute_ratings(transaction)
    print(f"filled, with ratings from {results:,} results, in {perf_counter() - began:.0f} s")


async def _seconds_to_open(url: URL) -> float:
    began = perf_counter()
    async with Database.open(url):
        return perf_counter() - began


async def _times(cases: UseCases, calls: int, names: Iterable[str] = USE_CASES) -> dict[str, Times]:
    return {name: await _times_of(name, cases, calls) for name in names}


async def _times_of(name: str, cases: UseCases, calls: int) -> Times:
    prepare = USE_CASES[name]
    await used(await prepare(cases))
    in_database, as_a_whole, statements = [], [], []
    spent = DatabaseTime()
    for _ in range(calls):
        use = await prepare(cases)
        with spent.measured():
            began = perf_counter()
            await used(use)
            as_a_whole.append(1000 * (perf_counter() - began))
        in_database.append(1000 * spent.seconds)
        statements.append(spent.statements)
        spent.reset()
    return Times(in_database, as_a_whole, median(statements))


async def _pile_up(database: Database) -> None:
    """Let much wait to be shown: boards of matches that nobody looks at any more."""
    async with database.write() as transaction:
        match = await transaction.matches.get(1)
        assert match is not None  # There are some.
        for message_id in range(1, BACKLOG + 1):
            entry = OutboxEntry(OutboxKind.OUTDATED, message_id, f"{match.id}:0")
            await transaction.outbox.put(entry, NOW, NOW)


def _memory_mb() -> float:
    """The most that this process ever had."""
    status = Path("/proc/self/status").read_text()
    (found,) = re.findall(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(found) / 1024


async def _beside(url: URL) -> URL:
    """The address of the small database beside another, which is made anew."""
    assert url.database is not None
    if url.get_backend_name() == "sqlite":
        file = Path(url.database)
        small = file.with_stem(f"{file.stem}-small")
        for end in ("", "-wal", "-shm"):
            small.with_name(small.name + end).unlink(missing_ok=True)
        return url.set(database=str(small))
    name = f"{url.database}_small"
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f'DROP DATABASE IF EXISTS "{name}"'))
        await connection.execute(text(f'CREATE DATABASE "{name}"'))
    await engine.dispose()
    return url.set(database=name)
