"""Opening a database: migrated to what the code expects, and left as it is where it can't be used."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, Engine, create_engine, inspect

from bot.storage import Database, DatabaseUnusable, Transaction, url_of
from bot.storage.addresses import is_sqlite
from bot.storage.tables import metadata
from tests.storage.contents import changing, contents, unchanged
from tests.storage.fixtures import Databases, on_postgresql, on_sqlite


def threads() -> set[threading.Thread]:
    """The drivers' threads, one for each connection."""
    return {thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name}


@pytest.fixture(autouse=True)
async def _every_connection_is_closed() -> AsyncIterator[None]:
    """Fails when one is left behind, whose thread would outlive the event loop."""
    before = threads()
    yield
    for thread in threads() - before:
        await asyncio.to_thread(thread.join, 5)
        assert not thread.is_alive()


def another_view(url: URL) -> Engine:
    """A database by a driver that needs no event loop."""
    return create_engine(url.set(drivername="sqlite" if is_sqlite(url) else "postgresql+psycopg"))


@pytest.fixture
async def unmigrated(databases: Databases) -> AsyncIterator[URL]:
    """A database in which there is nothing yet."""
    url = databases.empty()
    yield url
    databases.drop(url)


@pytest.fixture
def migrated(url: URL) -> Iterator[Engine]:
    """Another view of a database that the bot has migrated."""
    engine = another_view(url)
    yield engine
    engine.dispose()


def test_migrations_bring_an_empty_database_to_what_the_code_expects(migrated: Engine) -> None:
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def shape(connection: Connection) -> dict[str, Any]:
    """All that can be said about the tables, Alembic's own left out."""
    inspector = inspect(connection)
    ask = {
        "columns": inspector.get_columns,
        "primary key": inspector.get_pk_constraint,
        "foreign keys": inspector.get_foreign_keys,
        "unique": inspector.get_unique_constraints,
        "checks": inspector.get_check_constraints,
        "indexes": lambda table: [_readable(index) for index in inspector.get_indexes(table)],
    }
    names = set(inspector.get_table_names()) - {"alembic_version"}
    return {f"{name} {what}": repr(question(name)) for name in names for what, question in ask.items()}


def _readable(index: Any) -> dict[str, Any]:
    """The same with its condition in words, which SQLite's driver gives as an object."""
    return index | {"dialect_options": {name: str(one) for name, one in index["dialect_options"].items()}}


def test_migrated_tables_have_the_keys_checks_and_indexes_of_new_ones(
    migrated: Engine, unmigrated: URL
) -> None:
    made = another_view(unmigrated)
    metadata.create_all(made)
    with migrated.connect() as one, made.connect() as other:
        assert shape(one) == shape(other)
    made.dispose()


async def test_opening_again_changes_nothing(url: URL, database: Database) -> None:
    before = contents(url)
    async with Database.open(url), Database.open(url):
        pass
    assert contents(url) == before


async def test_several_may_open_an_empty_database_at_once(unmigrated: URL) -> None:
    async def open_once() -> None:
        async with Database.open(unmigrated) as database, database.read() as transaction:
            assert await transaction.matches.get(1) is None

    await asyncio.gather(*(open_once() for _ in range(4)))
    assert contents(unmigrated)["alembic_version"] == [("0001",)]


async def pragmas(transaction: Transaction, *names: str) -> list[object]:
    connection = transaction.matches._connection
    return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in names]


@on_sqlite
async def test_every_connection_reads_beside_the_writer_and_checks_references(database: Database) -> None:
    for begin in (database.read, database.write, database.note):
        async with begin() as transaction:
            assert await pragmas(transaction, "journal_mode", "foreign_keys") == ["wal", 1]


@on_sqlite
async def test_what_is_written_is_on_the_disk_and_what_is_noted_waits_for_no_disk(database: Database) -> None:
    for _ in range(2):
        # The same connection, one after the other.
        async with database.write() as transaction:
            assert await pragmas(transaction, "synchronous", "wal_autocheckpoint") == [2, 1000]
        async with database.note() as transaction:
            assert await pragmas(transaction, "synchronous", "wal_autocheckpoint") == [1, 0]


@on_postgresql
async def test_a_server_confirms_what_is_written_once_it_is_on_its_disk_and_what_is_noted_at_once(
    database: Database,
) -> None:
    for begin, waits in ((database.write, "on"), (database.note, "off"), (database.write, "on")):
        async with begin() as transaction:
            shown = await transaction.matches._connection.exec_driver_sql("SHOW synchronous_commit")
            assert shown.scalar() == waits


# What can't be used


@pytest.mark.parametrize(
    ("url", "says"),
    [
        pytest.param("catena.sqlite3", "is not the address of a database", id="a path"),
        pytest.param("", "is not the address of a database", id="nothing"),
        pytest.param("oracle9i+x://host/db", "is not the address of a database", id="an unknown kind"),
        pytest.param("sqlite:///catena.sqlite3", r"write it as sqlite\+aiosqlite:///", id="no async driver"),
        pytest.param("sqlite+aiosqlite:////no/such/folder/x", "unable to open database file", id="no folder"),
    ],
)
async def test_an_address_that_cannot_be_used_is_one_sentence(url: str, says: str) -> None:
    with pytest.raises(DatabaseUnusable, match=says) as refused:
        async with Database.open(url):
            pass
    assert re.fullmatch(r"[^\n]+[^.]\.", str(refused.value))


async def test_a_password_is_not_in_the_sentence() -> None:
    for url in ("nosuch://me:s3cret@host/db", "sqlite+aiosqlite://me:s3cret@host:x/db"):
        with pytest.raises(DatabaseUnusable) as refused:
            async with Database.open(url):
                pass
        assert "s3cret" not in str(refused.value)


async def refused(where: Path | URL) -> str:
    """Why a database can't be opened."""
    with pytest.raises(DatabaseUnusable) as error:
        async with Database.open(url_of(where) if isinstance(where, Path) else where):
            pass
    return str(error.value)


def files_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    sentence = await refused(tmp_path)
    assert sentence == f"The database {url_of(tmp_path)} can't be used: unable to open database file."
    assert files_in(tmp_path) == {}


async def test_what_cannot_be_opened_leaves_no_thread_behind(
    tmp_path: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection of aiosqlite that fails leaves one, which ends in a traceback when the process stops."""
    opened: list[object] = []
    monkeypatch.setattr(aiosqlite, "connect", lambda *arguments, **_: opened.append(arguments))
    assert "unable to open" in await refused(tmp_path)
    assert "not a database" in await refused(notes)
    assert opened == []


@pytest.fixture
def notes(path: Path) -> Path:
    """A file that is no database."""
    path.write_bytes(b"These are my notes, not a database. " * 100)
    return path


async def test_a_file_that_is_no_database_is_left_as_it_is(notes: Path) -> None:
    before = files_in(notes.parent)
    assert "file is not a database" in await refused(notes)
    assert files_in(notes.parent) == before


async def test_the_database_of_a_later_version_is_left_as_it_is(databases: Databases, url: URL) -> None:
    later = databases.copy(url)
    with changing(later) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with unchanged(later):
        assert "its version 9999 is not known to this version of the bot." in await refused(later)
    databases.drop(later)


async def test_another_programs_database_is_left_as_it_is(unmigrated: URL) -> None:
    with changing(unmigrated) as connection:
        connection.execute("CREATE TABLE matches (name TEXT)")
        connection.execute("INSERT INTO matches VALUES ('Swan Vestas')")
    assert "already exists" in await refused(unmigrated)
    assert contents(unmigrated) == {"matches": [("Swan Vestas",)]}


async def test_a_database_that_may_only_be_read_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE something (name TEXT)")
    with pytest.raises(DatabaseUnusable, match="readonly database"):
        async with Database.open(f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true"):
            pass
    assert contents(path) == {"something": []}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
async def test_a_folder_that_may_only_be_read_is_refused(path: Path) -> None:
    path.parent.chmod(0o500)
    assert "unable to open database file" in await refused(path)


async def test_a_locked_database_is_refused_after_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.one_trip.SECONDS_TO_WAIT_FOR_A_LOCK", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        assert "database is locked" in await refused(path)
