"""Whole copies of an SQLite database: taken while it is in use, and put back into its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from shutil import copymode
from tempfile import TemporaryDirectory

from alembic.util import CommandError
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.storage.addresses import DatabaseAddress, file_of, url_of
from bot.storage.failures import cause, sqlite_code
from bot.storage.integrity import damage_in
from bot.storage.schema import UnknownSchema, check_is_known
from bot.storage.sqlite import migrate_file

SECONDS_TO_WAIT_FOR_A_WRITER = 10
SECONDS_TO_WAIT_FOR_ITS_USERS = 1
_SIDE_FILES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database that is in use or was left without being closed."""
_FIRST_BYTES = b"SQLite format 3\0"


class CopyRefused(Exception):
    """Nothing was backed up or restored; the message says why in one sentence."""


def back_up(url: DatabaseAddress, target: Path, *, replaces: bool = False) -> None:
    """Copy a database, which may be in use, to ``target``: whole and checked, or not at all.

    Raises CopyRefused, also for a target that is there already unless it ``replaces`` it.
    """
    database, target = _database_file(url), target.resolve()
    _refuse_same(target, database)
    if target.exists() and not replaces:
        raise CopyRefused(f"{target} is there already; --force replaces it.")
    with _checked_copy(database, target) as copy:
        # Who may not read the database may not read its backup.
        copymode(database, copy)
        _put(copy, target)


def restore(url: DatabaseAddress, source: Path, now: datetime) -> Path | None:
    """Put a copy of ``source``, checked and brought up to date, into the place of a database not in use.

    Returns where the database is kept that was there before. Raises CopyRefused.
    """
    database, source = _database_file(url), source.resolve()
    _refuse_same(source, database)
    with _checked_copy(source, database) as copy:
        migrate_file(copy)
        kept = None
        if database.exists():
            kept = _name_to_keep(database, now)
            _refuse_in_use(database)
            copymode(database, copy)
            _move(database, kept)
        _put(copy, database)
    return kept


def _database_file(url: DatabaseAddress) -> Path:
    file = file_of(url)
    if file is None:
        raise CopyRefused(
            "Only an SQLite file can be backed up and restored so; for PostgreSQL use pg_dump and pg_restore."
        )
    return file.resolve()


def _refuse_same(file: Path, database: Path) -> None:
    if file == database or (file.exists() and database.exists() and file.samefile(database)):
        raise CopyRefused(f"{file} is the database itself; name another file.")


@contextmanager
def _checked_copy(source: Path, target: Path) -> Iterator[Path]:
    """A copy of ``source`` in a folder of its own beside ``target``, which goes at the end."""
    if not source.is_file():
        raise CopyRefused(f"There is no file {source}.")
    try:
        with TemporaryDirectory(prefix=".catena-", dir=target.parent) as place:
            copy = Path(place, target.name)
            _copy(source, copy)
            _check(copy)
            yield copy
    except (OSError, sqlite3.Error, SQLAlchemyError, CommandError, UnknownSchema) as error:
        raise CopyRefused(f"{source} was not copied to {target}: {cause(error)}.") from error


def _copy(source: Path, copy: Path) -> None:
    with (
        closing(_connect(source, SECONDS_TO_WAIT_FOR_A_WRITER)) as origin,
        closing(sqlite3.connect(copy)) as made,
    ):
        origin.execute("PRAGMA query_only = ON")
        # One view for the whole copy. A lock is waited for here, for a time; `backup` would do it for ever.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_master")
        origin.backup(made)
        # With a write-ahead log, as the original has one, it would not be a file by itself.
        made.execute("PRAGMA journal_mode = DELETE")


def _check(copy: Path) -> None:
    engine = create_engine(url_of(copy, "sqlite"), poolclass=NullPool)
    with engine.connect() as connection:
        if damage := damage_in(connection):
            raise UnknownSchema(f"it is damaged ({damage[0]})")
        check_is_known(connection)


def _name_to_keep(database: Path, now: datetime) -> Path:
    kept = database.with_name(f"{database.stem}-until-{now:%Y%m%d-%H%M%S}{database.suffix}")
    if kept.exists():
        raise CopyRefused(f"{kept} is there already; try again in a moment.")
    return kept


def _refuse_in_use(database: Path) -> None:
    """Raise CopyRefused while any other connection is open, and fold the write-ahead log into the file."""
    # What is no database can't be in use. SQLite would delete the log beside it, which somebody may need yet.
    with database.open("rb") as file:
        if file.read(len(_FIRST_BYTES)) != _FIRST_BYTES:
            return
    try:
        with closing(_connect(database, SECONDS_TO_WAIT_FOR_ITS_USERS)) as connection:
            # It needs the database for itself: whoever uses one with such a log holds a lock all the time.
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        code = sqlite_code(error)
        if code == sqlite3.SQLITE_BUSY:
            raise CopyRefused(f"{database} is in use: stop the bot first.") from error
        # A damaged database is the very thing to be replaced.
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise


def _move(database: Path, kept: Path) -> None:
    """Move a database aside with all that belongs to it."""
    for end in ("", *_SIDE_FILES):
        if (part := _beside(database, end)).exists():
            part.rename(_beside(kept, end))


def _put(copy: Path, target: Path) -> None:
    """Let a file take its place at once. Logs of another one left there would be taken for its own."""
    for end in _SIDE_FILES:
        _beside(target, end).unlink(missing_ok=True)
    copy.replace(target)


def _beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)


def _connect(file: Path, seconds_to_wait: float) -> sqlite3.Connection:
    """Connect to a file that is there, with no transactions but those that are begun."""
    return sqlite3.connect(
        f"{file.as_uri()}?mode=rw", uri=True, timeout=seconds_to_wait, isolation_level=None
    )
