from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.storage import Database, Person
from bot.storage.one_trip import OneTripConnection, OneTripCursor
from tests.storage.contents import column
from tests.storage.fixtures import file_of, on_sqlite

TABLE = "CREATE TABLE cells (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
INSERT = "INSERT INTO cells (name) VALUES (?)"


@pytest.fixture
async def connection() -> AsyncIterator[OneTripConnection]:
    connection = OneTripConnection(":memory:", isolation_level=None)
    await connection
    await run(connection, TABLE)
    yield connection
    await connection.close()


async def run(connection: OneTripConnection, statement: str, *parameters: object) -> OneTripCursor:
    cursor = connection.cursor()
    await cursor.execute(statement, parameters)
    return cursor


async def test_a_statement_leaves_what_a_cursor_of_sqlite_would_have(connection: OneTripConnection) -> None:
    for row_id, name in enumerate(("a1", "b2"), start=1):
        added = await run(connection, INSERT, name)
        assert (added.rowcount, added.lastrowid, added.description) == (1, row_id, None)
        assert await added.fetchall() == []
    found = await run(connection, "SELECT id, name FROM cells ORDER BY id")
    assert await found.fetchall() == [(1, "a1"), (2, "b2")]
    assert [column[0] for column in found.description] == ["id", "name"]


async def test_a_query_that_finds_nothing_still_tells_its_columns(connection: OneTripConnection) -> None:
    found = await run(connection, "SELECT name FROM cells")
    assert await found.fetchall() == []
    assert [column[0] for column in found.description] == ["name"]


async def test_many_rows_are_one_statement(connection: OneTripConnection) -> None:
    cursor = connection.cursor()
    await cursor.executemany(INSERT, [("a1",), ("b2",), ("c3",)])
    assert cursor.rowcount == 3


async def test_what_sqlite_refuses_is_raised_and_the_connection_goes_on(
    connection: OneTripConnection,
) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        await run(connection, INSERT, None)
    await run(connection, INSERT, "a1")
    assert await (await run(connection, "SELECT count(*) FROM cells")).fetchall() == [(1,)]


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What connections leave the event loop for."""
    trips: list[object] = []
    by_itself = OneTripConnection._execute

    async def counted(self: OneTripConnection, function: object, *arguments: object) -> object:
        trips.append(function)
        return await by_itself(self, function, *arguments)

    monkeypatch.setattr(OneTripConnection, "_execute", counted)
    return trips


@on_sqlite
async def test_a_transaction_that_reads_never_leaves_the_loop(
    database: Database, trips: list[object]
) -> None:
    async with database.read() as transaction:
        await transaction.players.preferences(1)
        await transaction.channels.settings(1)
    assert len(trips) == 0


@on_sqlite
async def test_a_transaction_that_writes_leaves_it_once_for_the_disk(
    database: Database, trips: list[object]
) -> None:
    async with database.write() as transaction:
        await transaction.players.remember(Person(1, "Alice"))
        await transaction.players.remember(Person(2, "Bob"))
    assert len(trips) == 1


@on_sqlite
async def test_a_note_does_not_leave_it(database: Database, trips: list[object], url: URL) -> None:
    async with database.note() as transaction:
        await transaction.players.remember(Person(1, "Alice"))
    assert len(trips) == 0
    assert column(url, "players", "name") == ["Alice"]


@on_sqlite
async def test_whoever_waits_for_another_process_keeps_nobody_else_up(database: Database, url: URL) -> None:
    async def remember() -> None:
        async with database.write() as transaction:
            await transaction.players.remember(Person(1, "Alice"))

    with closing(sqlite3.connect(file_of(url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(remember())
        for _ in range(20):
            async with database.read() as transaction:
                assert await transaction.matches.get(1) is None
            await asyncio.sleep(0.01)
        assert not waiting.done()
        assert column(url, "players", "name") == []
        other.execute("COMMIT")
        await waiting
    assert column(url, "players", "name") == ["Alice"]


async def test_a_rollback_comes_after_what_a_cancelled_task_has_left_for(tmp_path: Path) -> None:
    file = tmp_path / "cells.sqlite3"
    connection = OneTripConnection(file, isolation_level=None)
    await connection
    await run(connection, TABLE)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        cancelled = asyncio.create_task(run(connection, "BEGIN IMMEDIATE"))
        await asyncio.sleep(0.05)
        cancelled.cancel()
        rolled_back = asyncio.create_task(connection.rollback())
        await asyncio.sleep(0.05)
        other.execute("COMMIT")
        await rolled_back
        # Else the lock that came too late were kept for good.
        other.execute("BEGIN IMMEDIATE")
    await connection.close()


async def test_in_memory_whoever_reads_waits_for_whoever_writes() -> None:
    async def write() -> None:
        async with database.write(1) as transaction:
            await transaction.players.remember(Person(1, "Alice"))
            await asyncio.sleep(0)

    async def read() -> None:
        async with database.read() as transaction:
            await asyncio.sleep(0)
            await transaction.players.preferences(1)

    async with Database.open("sqlite+aiosqlite:///:memory:") as database:
        await asyncio.gather(write(), read(), write(), read())
