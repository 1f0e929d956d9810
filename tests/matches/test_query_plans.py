"""What people and the bot do is answered by indexes: the plan of every statement that it leads to."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from sqlalchemy import URL, Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.bulk import filling
from benchmarks.crowd import Crowd
from benchmarks.use_cases import USE_CASES, UseCases, used
from bot.matches import recompute_ratings
from bot.storage import Database
from bot.storage.tables import metadata
from tests.storage.fixtures import Databases, on_postgresql, on_sqlite

TIMES = 3
"""Subjects that each use case is tried with: some have series, plans and opponents, and others not."""
FIRST_OF_THE_OUTBOX = "SCAN outbox USING COVERING INDEX ix_outbox_due"
"""The one index that is read from its start, to a limit: what waits is counted no further."""

RUNNING_OF_A_PLAYER = {"ix_matches_running_first", "ix_matches_running_second"}
FOUND_BY = {
    "/matches": RUNNING_OF_A_PLAYER,
    "/board of one's own": RUNNING_OF_A_PLAYER,
    "suggested matches": RUNNING_OF_A_PLAYER,
    "/leaderboard of the largest, a later page": {"ix_ratings_best"},
    "/stats": {"ix_matches_results_of_first", "ix_matches_results_of_second"},
    "a fair komi": {"ix_matches_between"},
    "a match given up": {"ix_matches_decided"},
}
"""What has to be among the indexes that a use case goes by."""


@pytest.fixture(scope="module")
def crowd() -> Crowd:
    return Crowd(finished=300, running=150, seed=3)


@pytest.fixture(scope="module")
def url(databases: Databases, crowd: Crowd) -> Iterator[URL]:
    """A database with something of everything."""
    url = databases.empty()

    async def fill() -> None:
        async with filling(url) as filled:
            await crowd.fill(filled)
        async with Database.open(url) as database, database.write() as transaction:
            await recompute_ratings(transaction)

    asyncio.run(fill())
    yield url
    databases.drop(url)


@pytest.fixture
async def connection(database: Database) -> AsyncIterator[AsyncConnection]:
    """What the bot itself asks by, with its own settings."""
    async with database.read() as transaction:
        yield transaction.matches._connection


@contextmanager
def heard() -> Iterator[dict[str, Any]]:
    """The statements of the block, each with values that it had."""
    found: dict[str, Any] = {}

    def hear(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        if not statement.startswith("BEGIN"):
            found[statement] = tuple(values[0] if many else values)

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


async def statements_of(name: str, database: Database, crowd: Crowd) -> Iterable[tuple[str, Any]]:
    cases = UseCases(database, crowd, Random(name))
    everything: dict[str, Any] = {}
    for _ in range(TIMES):
        use = await USE_CASES[name](cases)
        with heard() as found:
            await used(use)
        everything |= found
    assert everything
    return everything.items()


async def test_opening_a_database_reads_nothing_that_is_stored(url: URL) -> None:
    with heard() as found:
        async with Database.open(url):
            pass
    words = {word for statement in found for word in re.findall(r"\w+", statement)}
    assert "alembic_version" in words
    assert not words & metadata.tables.keys()


@on_sqlite
@pytest.mark.parametrize("name", USE_CASES)
async def test_sqlite_scans_no_table_and_sorts_nothing_to_find_the_first(
    name: str, database: Database, crowd: Crowd, connection: AsyncConnection
) -> None:
    for statement, values in await statements_of(name, database, crowd):
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        for step in (row.detail for row in rows):
            # A table of the statement's own, as of what it has counted, has a name that begins so.
            scans = step.startswith("SCAN ") and not step.startswith(("SCAN anon_", "SCAN CONSTANT ROW"))
            assert not scans or step == FIRST_OF_THE_OUTBOX, statement
            assert " LIMIT " not in statement or "B-TREE FOR" not in step, statement


@on_sqlite
@pytest.mark.parametrize("name", FOUND_BY)
async def test_no_more_is_read_than_what_is_asked_for(
    name: str, database: Database, crowd: Crowd, connection: AsyncConnection
) -> None:
    """Each of these could be answered by a larger index too, and the longer the more has been played."""
    used_indexes = set()
    for statement, values in await statements_of(name, database, crowd):
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        used_indexes |= {found for row in rows for found in re.findall(r"\bix_\w+", row.detail)}
    assert used_indexes >= FOUND_BY[name]


@on_postgresql
@pytest.mark.parametrize("name", USE_CASES)
async def test_postgresql_can_do_without_scanning_tables_and_sorts_nothing_to_find_the_first(
    name: str, database: Database, crowd: Crowd, connection: AsyncConnection
) -> None:
    """Of so few rows it would rather read and sort all of them; of many it would not, if it need not."""
    for kind in ("seqscan", "bitmapscan", "sort", "hashjoin", "mergejoin"):
        await connection.exec_driver_sql(f"SET LOCAL enable_{kind} = off")
    for statement, values in await statements_of(name, database, crowd):
        found = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values)
        (explained,) = found.scalar_one()
        faults = list(faults_of(explained["Plan"], is_limited=False))
        assert not faults, f"{statement}\n{json.dumps(explained, indent=1)}"


def faults_of(plan: dict[str, Any], *, is_limited: bool) -> Iterator[str]:
    """What in a plan takes the longer the more there is, where all or only some first rows are asked for."""
    kind, is_limited = plan["Node Type"], is_limited or plan["Node Type"] == "Limit"
    if kind == "Seq Scan":
        yield "a table is scanned"
    if kind.startswith(("Index", "Bitmap Index")) and "Index Cond" not in plan and not is_limited:
        yield "an index is read as a whole"
    if "Sort" in kind and is_limited:
        yield "all is sorted to find the first"
    for step in plan.get("Plans", ()):
        yield from faults_of(step, is_limited=is_limited)
