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
MANY_TRANSACTIONS = "round: 50 challenges that expire", "round: 50 players to be called"
"""One for each of the 50, between which others have their turn: no goal is for all of them."""
HEADINGS = (
    f"{'':<48}{'CPU time':>16}{'99 of 100':>16}{'elapsed':>9}{'whole':>8}{'number':>8}   goal\n"
    f"{'':<48}" + f"{'small':>8}{'large':>8}" * 2
)
SMALL = (1000, 500)
"""Matches that are over, and running ones."""
OPENINGS = 5
ROUNDS = "round: what is to be shown", "metrics: what waits to be shown"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    add = parser.add_argument
    add("--database", action="append", required=True, metavar="URL", help="an empty one; may be repeated")
    add("--finished", type=positive, default=1_000_000, help="matches that are over (default: %(default)s)")
    add("--running", type=positive, default=100_000, help="matches that run (default: %(default)s)")
    add("--calls", type=positive, default=300, help="of each use case (default: %(default)s)")
    add(
        "--waiting",
        type=positive,
        default=20_000,
        help="left by an outage to be shown (default: %(default)s)",
    )
    add("--seed", type=int, default=1, help="the seed of all that is chosen (default: %(default)s)")


def run(options: argparse.Namespace) -> None:
    """Print a table for each database."""
    for url in map(make_url, options.database):
        asyncio.run(_run(url, options))


async def _run(url: URL, options: argparse.Namespace) -> None:
    small = await _measured(await _beside(url), SMALL, options)
    large = await _measured(url, (options.finished, options.running), options)
    print(f"\n{url.get_backend_name()}, ms, of {options.calls} calls each")
    print(HEADINGS)
    for name, at_large in large.times.items():
        print(_line(name, small.times[name], at_large))
    for name, figures in (("opening it, ms", "opening_ms"), ("memory grown by, MB", "memory_mb")):
        print(f"{name:<48}{getattr(small, figures):>8.0f}{getattr(large, figures):>8.0f}")


@dataclass(frozen=True, slots=True)
class Times:
    """Of each call of a use case: CPU time and time in the database, and all that it takes."""

    cpu_ms: list[float]
    database_ms: list[float]
    whole_ms: list[float]
    statements: list[int]


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured at one database."""

    times: dict[str, Times]
    opening_ms: float
    memory_mb: float


def _line(name: str, small: Times, large: Times) -> str:
    medians = f"{median(small.cpu_ms):>8.2f}{median(large.cpu_ms):>8.2f}"
    slowest = _centile_99(large.cpu_ms)
    centiles = f"{_centile_99(small.cpu_ms):>8.2f}{slowest:>8.2f}"
    rest = f"{median(large.database_ms):>9.2f}{median(large.whole_ms):>8.2f}{median(large.statements):>8.0f}"
    if name in MANY_TRANSACTIONS:
        return f"{name:<48}{medians}{centiles}{rest}"
    verdict = "reached" if slowest <= GOAL_MS else "MISSED"
    return f"{name:<48}{medians}{centiles}{rest}   ≤ {GOAL_MS:.0f} {verdict}"


def _centile_99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


async def _measured(url: URL, matches: tuple[int, int], options: argparse.Namespace) -> Measured:
    crowd = Crowd(*matches, options.seed)
    if not await _is_filled(url):
        await _fill(url, crowd)
    opening = [await _seconds_to_open(url) for _ in range(OPENINGS)]
    before = _memory_mb_anew()
    async with Database.open(url) as database:
        times = await _times(UseCases(database, crowd, Random(options.seed)), options.calls)
        await _pile_up(database, options.waiting)
        backlog = await _times(UseCases(database, crowd, Random(options.seed)), options.calls, ROUNDS)
        await _clear_up(database, options.waiting)
    times |= {f"{name}, {options.waiting:,} entries": one for name, one in backlog.items()}
    return Measured(times, 1000 * median(opening), max(0.0, _memory_mb() - before))


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
    times = Times([], [], [], [])
    for _ in range(calls):
        use = await prepare(cases)
        with DatabaseTime().measured() as spent:
            began = perf_counter()
            await used(use)
            times.whole_ms.append(1000 * (perf_counter() - began))
        times.cpu_ms.append(1000 * spent.cpu_seconds)
        times.database_ms.append(1000 * spent.seconds)
        times.statements.append(spent.statements)
    return times


async def _pile_up(database: Database, count: int) -> None:
    """Let much wait to be shown: boards of matches that nobody looks at any more."""
    async with database.write() as transaction:
        match = await transaction.matches.get(1)
        assert match is not None  # There are some.
        for message_id in range(1, count + 1):
            entry = OutboxEntry(OutboxKind.OUTDATED, message_id, f"{match.id}:0")
            await transaction.outbox.put(entry, NOW, NOW)


async def _clear_up(database: Database, count: int) -> None:
    async with database.write() as transaction:
        for message_id in range(1, count + 1):
            await transaction.outbox.forget(OutboxKind.OUTDATED, message_id)


def _memory_mb_anew() -> float:
    """The same from now on: filling takes more than anything after it."""
    Path("/proc/self/clear_refs").write_text("5")
    return _memory_mb()


def _memory_mb() -> float:
    """The most that this process has had."""
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
