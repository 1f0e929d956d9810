"""Copies of the database: whole or not there, taken while it is used, put back only where nobody uses it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.storage import CopyRefused, Database, DatabaseUnusable, Person, back_up, restore, url_of
from tests.storage.contents import Contents, contents

NOON = datetime(2026, 1, 5, 12, 30, tzinfo=UTC)
ALICE, BOB = Person(1, "Alice"), Person(2, "Bob")
MANY = [Person(number, "Somebody with a long name" * 3) for number in range(10, 500)]


@pytest.fixture
def url(path: Path) -> URL:
    """Where `database` is: copies are of files."""
    return url_of(path)


async def remember(database: Database, *people: Person) -> None:
    async with database.write() as transaction:
        await transaction.players.remember(*people)


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The database of a bot that ran and was stopped, and a backup of it, to be copied for each test."""
    path = tmp_path_factory.mktemp("templates") / "catena.sqlite3"

    async def run() -> None:
        async with Database.open(url_of(path)) as database:
            await remember(database, ALICE, *MANY)

    asyncio.run(run())
    back_up(url_of(path), path.with_name("copy.sqlite3"))
    return path, path.with_name("copy.sqlite3")


@pytest.fixture
def stopped(templates: tuple[Path, Path], path: Path) -> Path:
    return Path(shutil.copy(templates[0], path))


@pytest.fixture
def copy(templates: tuple[Path, Path], stopped: Path) -> Path:
    return Path(shutil.copy(templates[1], stopped.parent))


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def files_in(folder: Path) -> dict[Path, bytes]:
    """All that is stored there."""
    return {file: file.read_bytes() for file in folder.iterdir() if _is_stored(file)}


def _is_stored(file: Path) -> bool:
    # The index of a log is made anew whenever it is opened.
    return file.is_file() and not file.name.endswith("-shm")


def refused_backup(path: Path, target: Path, *, replaces: bool = False) -> str:
    with pytest.raises(CopyRefused) as refused:
        back_up(url_of(path), target, replaces=replaces)
    return str(refused.value)


def refused_restore(path: Path, source: Path) -> str:
    """Why a file isn't restored; then everything must be as it was."""
    before = files_in(path.parent)
    with pytest.raises(CopyRefused) as refused:
        restore(url_of(path), source, NOON)
    assert files_in(path.parent) == before
    return str(refused.value)


def damage(path: Path, table: str) -> None:
    """Overwrite the page in which a table begins; the header of the file stays as it is."""
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def set_version(path: Path, version: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])


# Backing up


async def test_a_backup_holds_all_that_is_committed_while_the_database_is_open(
    path: Path, database: Database
) -> None:
    await remember(database, ALICE)
    target = path.with_name("copy.sqlite3")
    async with database.write() as transaction:
        await transaction.players.remember(BOB)
        back_up(url_of(path), target)
    assert [name for _, name, *_ in contents(target)["players"]] == ["Alice"]
    assert contents(path)["players"] != contents(target)["players"]


def test_a_backup_is_one_file_that_can_be_read_where_nothing_may_be_written(copy: Path) -> None:
    assert names_in(copy.parent) == ["catena.sqlite3", "copy.sqlite3"]
    contents(copy)
    assert names_in(copy.parent) == ["catena.sqlite3", "copy.sqlite3"]
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_file_that_is_there_is_replaced_only_where_that_is_asked_for(stopped: Path, copy: Path) -> None:
    copy.write_bytes(b"my notes")
    # What another database of that name has left behind is not the copy's.
    log = copy.with_name("copy.sqlite3-wal")
    log.write_bytes(b"its log")
    assert refused_backup(stopped, copy) == f"{copy} is there already; --force replaces it."
    assert copy.read_bytes() == b"my notes"
    back_up(url_of(stopped), copy, replaces=True)
    assert contents(copy) == contents(stopped)
    assert not log.exists()


@pytest.mark.parametrize("replaces", [False, True])
def test_the_database_is_no_backup_of_itself(replaces: bool, stopped: Path) -> None:
    linked = stopped.with_name("linked.sqlite3")
    linked.symlink_to(stopped)
    before = contents(stopped)
    for target in (stopped, linked, stopped.parent / "x" / ".." / stopped.name):
        assert "is the database itself" in refused_backup(stopped, target, replaces=replaces)
    assert contents(stopped) == before


def test_who_may_not_read_the_database_may_not_read_its_backup(stopped: Path) -> None:
    stopped.chmod(0o600)
    back_up(url_of(stopped), stopped.with_name("copy.sqlite3"))
    assert stat.S_IMODE(stopped.with_name("copy.sqlite3").stat().st_mode) == 0o600


def test_no_database_is_no_backup(path: Path) -> None:
    assert refused_backup(path, path.with_name("copy.sqlite3")) == f"There is no file {path}."
    assert names_in(path.parent) == []


def test_a_folder_that_is_not_there_or_a_folder_for_a_file_is_refused(stopped: Path) -> None:
    nowhere = stopped.parent / "nowhere" / "copy.sqlite3"
    assert refused_backup(stopped, nowhere) == (
        f"{stopped} was not copied to {nowhere}: No such file or directory."
    )
    folder = stopped.parent / "folder"
    folder.mkdir()
    assert "Is a directory" in refused_backup(stopped, folder, replaces=True) or sys.platform == "win32"
    assert names_in(stopped.parent) == ["catena.sqlite3", "folder"]


def test_a_damaged_database_is_not_backed_up(stopped: Path) -> None:
    damage(stopped, "players")
    target = stopped.with_name("copy.sqlite3")
    assert f"{stopped} was not copied to {target}: it is damaged (" in refused_backup(stopped, target)
    assert names_in(stopped.parent) == ["catena.sqlite3"]


def test_a_database_that_another_program_holds_is_refused_after_a_while(
    stopped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.copies.SECONDS_TO_WAIT_FOR_A_WRITER", 0)
    with closing(sqlite3.connect(stopped, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        assert "database is locked" in refused_backup(stopped, stopped.with_name("copy.sqlite3"))


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("postgresql+asyncpg://me:s3cret@host/catena", id="PostgreSQL"),
        pytest.param("sqlite+aiosqlite://", id="memory"),
        pytest.param("sqlite+aiosqlite:///:memory:", id="memory by name"),
        pytest.param("sqlite+aiosqlite:///file:catena.sqlite3?uri=true", id="an address within the address"),
    ],
)
def test_what_is_no_file_is_refused_with_the_tools_of_postgresql(url: str, copy: Path) -> None:
    for attempt in (lambda: back_up(url, copy), lambda: restore(url, copy, NOON)):
        with pytest.raises(CopyRefused, match="use pg_dump and pg_restore") as refused:
            attempt()
        assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("url", ["catena.sqlite3", "", URL.create("sqlite", port=7).drivername])
def test_what_is_no_address_is_refused(url: str, copy: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="is not the address of a database"):
        back_up(url, copy)


async def test_a_name_with_marks_in_it_is_a_name(stopped: Path) -> None:
    odd = stopped.with_name("my copy?mode=ro#1 %41.sqlite3")
    back_up(url_of(stopped), odd)
    async with Database.open_unchanged(url_of(odd)):
        pass
    restore(url_of(stopped), odd, NOON)
    assert contents(stopped) == contents(odd)


# Restoring


async def test_what_is_restored_is_what_was_backed_up_and_the_database_before_is_kept(
    stopped: Path, copy: Path
) -> None:
    backed_up = contents(stopped)
    async with Database.open(url_of(stopped)) as database:
        await remember(database, BOB)
    replaced = contents(stopped)
    kept = restore(url_of(stopped), copy, NOON)
    assert kept == stopped.with_name("catena-until-20260105-123000.sqlite3")
    assert contents(stopped) == backed_up
    assert contents(kept) == replaced
    assert names_in(stopped.parent) == [kept.name, "catena.sqlite3", "copy.sqlite3"]
    async with Database.open(url_of(stopped)) as database:
        await remember(database, BOB)


def test_a_backup_is_restored_where_there_is_no_database(copy: Path, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.sqlite3"
    assert restore(url_of(path), copy, NOON) is None
    assert contents(path) == contents(copy)


async def test_nothing_is_restored_while_the_database_is_open(stopped: Path, copy: Path) -> None:
    async with Database.open(url_of(stopped)):
        assert refused_restore(stopped, copy) == f"{stopped} is in use: stop the bot first."
    restore(url_of(stopped), copy, NOON)


async def test_a_database_that_a_crash_left_is_kept_with_what_is_only_in_its_log(
    stopped: Path, copy: Path, tmp_path: Path
) -> None:
    async with Database.open(url_of(stopped)) as database:
        await remember(database, BOB)
        left = tmp_path / "left.sqlite3"
        for end in ("", "-wal"):
            shutil.copy(f"{stopped}{end}", f"{left}{end}")
    kept = restore(url_of(left), copy, NOON)
    assert kept is not None
    assert "Bob" in [name for _, name, *_ in contents(kept)["players"]]
    assert contents(left) == contents(copy)


@pytest.mark.parametrize("broken", [b"", b"this is no database at all" * 100])
def test_a_broken_database_is_kept_with_its_log_and_replaced(
    broken: bytes, stopped: Path, copy: Path
) -> None:
    stopped.write_bytes(broken)
    stopped.with_name("catena.sqlite3-wal").write_bytes(b"its log")
    kept = restore(url_of(stopped), copy, NOON)
    assert kept is not None
    assert kept.read_bytes() == broken
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == b"its log"
    assert contents(stopped) == contents(copy)


def test_a_damaged_database_is_kept_and_replaced(stopped: Path, copy: Path) -> None:
    damage(stopped, "players")
    kept = restore(url_of(stopped), copy, NOON)
    assert kept is not None
    assert contents(stopped) == contents(copy)


def test_what_is_kept_is_never_overwritten(stopped: Path, copy: Path) -> None:
    restore(url_of(stopped), copy, NOON)
    assert "is there already; try again in a moment." in refused_restore(stopped, copy)


def test_a_restored_database_may_be_read_by_the_same_as_the_one_before(stopped: Path, copy: Path) -> None:
    stopped.chmod(0o600)
    copy.chmod(0o644)
    restore(url_of(stopped), copy, NOON)
    assert stat.S_IMODE(stopped.stat().st_mode) == 0o600


def test_what_is_no_whole_database_of_catena_is_not_restored(stopped: Path, copy: Path) -> None:
    whole = copy.read_bytes()
    empty, notes, other = (stopped.with_name(name) for name in ("empty", "notes", "other.sqlite3"))
    empty.touch()
    notes.write_bytes(b"These are my notes, not a database. " * 100)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.execute("CREATE TABLE matches (name TEXT)")
    for file, why in (
        (stopped.with_name("nothing"), f"There is no file {stopped.with_name('nothing')}."),
        (stopped.parent, f"There is no file {stopped.parent}."),
        (stopped, f"{stopped} is the database itself; name another file."),
        (empty, f"{empty} was not copied to {stopped}: it is not a database of Catena."),
        (notes, f"{notes} was not copied to {stopped}: file is not a database."),
        (other, f"{other} was not copied to {stopped}: it is not a database of Catena."),
    ):
        assert refused_restore(stopped, file) == why
    copy.write_bytes(whole[: len(whole) // 2])
    assert "it is damaged" in refused_restore(stopped, copy) or "malformed" in refused_restore(stopped, copy)
    copy.write_bytes(whole)
    damage(copy, "players")
    assert f"{copy} was not copied to {stopped}: it is damaged (" in refused_restore(stopped, copy)


# Versions

ADDS_A_TABLE = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer, primary_key=True))
"""


@pytest.fixture
def later_version(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version of the bot whose schema has one table more than the backup."""
    import bot.storage.migrations as now

    folder = shutil.copytree(Path(now.__path__[0]), tmp_path / "migrations")
    (folder / "versions" / "0002_later.py").write_text(ADDS_A_TABLE)
    monkeypatch.setattr("bot.storage.schema.MIGRATIONS", str(folder))


def tables(path: Path) -> Contents:
    return {name: rows for name, rows in contents(path).items() if name not in ("later", "alembic_version")}


@pytest.mark.usefixtures("later_version")
def test_an_earlier_version_is_restored_and_brought_up_to_date(stopped: Path, copy: Path) -> None:
    restore(url_of(stopped), copy, NOON)
    assert contents(stopped)["alembic_version"] == [("0002",)]
    assert tables(stopped) == tables(copy)
    assert contents(copy)["alembic_version"] == [("0001",)]


@pytest.mark.usefixtures("later_version")
def test_an_earlier_version_can_be_backed_up_as_before_an_update(stopped: Path) -> None:
    back_up(url_of(stopped), stopped.with_name("before.sqlite3"))
    assert contents(stopped.with_name("before.sqlite3")) == contents(stopped)


@pytest.mark.usefixtures("later_version")
async def test_an_earlier_version_is_not_looked_at_nor_changed(stopped: Path) -> None:
    before = files_in(stopped.parent)
    with pytest.raises(DatabaseUnusable, match="a start of the bot brings it to 0002"):
        async with Database.open_unchanged(url_of(stopped)):
            pass
    assert files_in(stopped.parent) == before


def test_a_later_version_is_neither_restored_nor_backed_up(stopped: Path, copy: Path) -> None:
    set_version(copy, "9999")
    why = "its version 9999 is not known to this version of the bot."
    assert refused_restore(stopped, copy) == f"{copy} was not copied to {stopped}: {why}"
    set_version(stopped, "9999")
    assert why in refused_backup(stopped, stopped.with_name("another.sqlite3"))


def test_a_migration_that_fails_leaves_everything_as_it_was(
    stopped: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, later_version: None, tmp_path: Path
) -> None:
    (tmp_path / "migrations" / "versions" / "0002_later.py").write_text(
        ADDS_A_TABLE.replace("later", "players")
    )
    shutil.rmtree(tmp_path / "migrations" / "versions" / "__pycache__", ignore_errors=True)
    before = contents(stopped)
    with pytest.raises(CopyRefused, match="table players already exists"):
        restore(url_of(stopped), copy, NOON)
    assert contents(stopped) == before
    assert len(list(stopped.parent.glob("*.sqlite3"))) == 2


# Looking without changing


async def test_looking_makes_no_file_and_writes_nothing(path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="There is no database"):
        async with Database.open_unchanged(url_of(path)):
            pass
    assert names_in(path.parent) == []


async def test_a_backup_that_is_looked_at_stays_as_it_is(copy: Path) -> None:
    before = files_in(copy.parent)
    async with Database.open_unchanged(url_of(copy)) as database, database.read() as transaction:
        with pytest.raises(Exception, match="readonly database"):
            await transaction.players.remember(BOB)
    assert files_in(copy.parent) == before
