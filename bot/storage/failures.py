"""Telling failures of the disk or the database from faults of the bot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

# What SQLite calls an operational error can be a fault too, as a table that is not there; its codes tell.
_FAILURES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)
_PRIMARY = 0xFF
"""The bits of an SQLite error code that tell its kind."""
_SQLSTATES = ("08", "25P03", "40", "53", "55", "57", "58", "XX")
"""How PostgreSQL's codes begin where a connection or a lock can't be had, or the server stops or is full."""


class StorageFailed(Exception):
    """A transaction could not be begun, done or committed: nothing of it is stored. The message says why."""


@contextmanager
def telling_failures() -> Iterator[None]:
    """Raise StorageFailed for what fails in the block without being a fault of the bot."""
    try:
        yield
    except NoConnectionFree as error:
        raise StorageFailed("no connection is free") from error
    except OSError as error:
        # Nobody listens where the server was.
        raise StorageFailed(cause(error)) from error
    except DBAPIError as error:
        if _is_failure(error):
            raise StorageFailed(cause(error)) from error
        raise


def cause(error: Exception) -> str:
    """The driver's or the system's own words, without what is put around them."""
    words = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
    # Of a time-out nothing is told but what it is.
    return str(words).rstrip(".") or type(error).__name__


def sqlite_code(error: BaseException | None) -> int | None:
    """Which kind of error SQLite reports, without more about it; None where it is none of SQLite's."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY


def _is_failure(error: DBAPIError) -> bool:
    code = sqlite_code(error.orig)
    if code is not None:
        return code in _FAILURES
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state.startswith(_SQLSTATES)
    return isinstance(error, OperationalError | InterfaceError | InternalError)
