"""Connections to SQLite that leave the event loop only to wait: one trip for a transaction that writes.

aiosqlite takes a trip to a thread for each step of each statement: to open a cursor, to run the statement,
to fetch its rows, to close the cursor. A turn is some twenty statements, which SQLite answers from memory in
less time than one such trip; and while one turn is on its trips, no other may write.

So here only what waits goes to the thread: opening the file, the commit, which waits for the disk, and
whatever finds the file locked by another process. All else is answered on the spot, so queries have to be
held to indexes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self

import aiosqlite
from sqlalchemy.exc import DatabaseError

from bot.storage.durability import Durability
from bot.storage.failures import sqlite_code

SECONDS_TO_WAIT_FOR_A_LOCK = 10
# What moves pages from the log to the file waits for the disk too: whoever waits for it anyway does that.
_PRAGMAS = {
    Durability.FULL: ("PRAGMA synchronous = FULL", "PRAGMA wal_autocheckpoint = 1000"),
    Durability.DEFERRED: ("PRAGMA synchronous = NORMAL", "PRAGMA wal_autocheckpoint = 0"),
}


class OneTripConnection(aiosqlite.Connection):
    """A connection for SQLAlchemy, which wants all rows of a statement before it uses the first.

    It takes what `sqlite3.connect` takes. One task uses it at a time, by SQLAlchemy's pool.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        here = options | {"check_same_thread": False, "timeout": 0}
        super().__init__(lambda: sqlite3.connect(*arguments, **here), iter_chunk_size=64)
        # A process that ends without closing its connections must not wait for their threads.
        self._thread.daemon = True
        self._waits_for_disk = True
        # Each is counted by one thread alone.
        self._trips_begun = self._trips_ended = 0

    def cursor(self) -> OneTripCursor:  # type: ignore[override]
        return OneTripCursor(self)

    async def view(self) -> None:
        """Begin a transaction that shows the moment of its first query."""
        await self._execute_alone("BEGIN")

    async def lock(self, durability: Durability) -> None:
        """Begin a transaction beside which nobody else writes."""
        self._waits_for_disk = durability is Durability.FULL
        for statement in (*_PRAGMAS[durability], "BEGIN IMMEDIATE"):
            await self._execute_alone(statement)

    async def _execute_alone(self, statement: str) -> None:
        """Execute what SQLAlchemy need not know of: its way takes as long as reading a row."""
        try:
            await self.run(lambda cursor: cursor.execute(statement))
        except sqlite3.Error as error:
            raise DatabaseError(statement, None, error) from error

    async def run(self, use: Callable[[sqlite3.Cursor], object]) -> None:
        """Let a cursor of SQLite's be used, and once more for as long as it takes if a lock is in the way."""
        try:
            self._with_cursor(use)
        except sqlite3.OperationalError as error:
            if sqlite_code(error) != sqlite3.SQLITE_BUSY:
                raise
            await self._leave(lambda: self._wait(use))

    async def commit(self) -> None:
        if self._waits_for_disk:
            await self._leave(self._conn.commit)
        else:
            self._conn.commit()

    async def rollback(self) -> None:
        if self._trips_begun > self._trips_ended:
            # A task was cancelled, and what it left for is not done yet: this comes after it.
            await self._leave(self._conn.rollback)
        else:
            self._conn.rollback()

    async def _leave(self, do: Callable[[], None]) -> None:
        """Take a trip to the thread. Those of a task that is cancelled meanwhile go on there."""

        def away() -> None:
            try:
                do()
            finally:
                self._trips_ended += 1

        self._trips_begun += 1
        await self._execute(away)  # type: ignore[no-untyped-call]

    def _wait(self, use: Callable[[sqlite3.Cursor], object]) -> None:
        self._conn.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WAIT_FOR_A_LOCK * 1000}")
        try:
            self._with_cursor(use)
        finally:
            self._conn.execute("PRAGMA busy_timeout = 0")

    def _with_cursor(self, use: Callable[[sqlite3.Cursor], object]) -> None:
        cursor = self._conn.cursor()
        try:
            use(cursor)
        finally:
            cursor.close()


class OneTripCursor:
    """One statement, and after it all that it led to."""

    arraysize = 1
    """What `fetchmany` takes at once, by the convention of Python's databases."""

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        await self._run(lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self._run(lambda cursor: cursor.executemany(statement, parameters))

    async def _run(self, execute: Callable[[sqlite3.Cursor], object]) -> None:
        def use(cursor: sqlite3.Cursor) -> None:
            execute(cursor)
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = (
                cursor.description,
                cursor.rowcount,
                cursor.lastrowid,
            )

        await self._connection.run(use)

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        """SQLite's cursor is closed already."""
