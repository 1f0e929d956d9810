"""Connections to SQLite that leave the event loop only where SQLite may have to wait.

aiosqlite takes a trip to a thread for each step of each statement: to open a cursor, to run the statement,
to fetch its rows, to close the cursor. A turn is some twenty statements, most of which SQLite answers from
memory in less time than one such trip; and while one turn is on its trips, no other may write.

So here only what may wait goes to the thread: opening the file, the statement with which a transaction gets
its lock, and the commit, which waits for the disk. What a transaction asks for while it has its lock is
answered on the spot, so queries have to be held to indexes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self

import aiosqlite

BEGIN = "BEGIN"
"""Begins a transaction that gets its lock with its first statement."""


class OneTripConnection(aiosqlite.Connection):
    """A connection for SQLAlchemy, which wants all rows of a statement before it uses the first.

    It takes what `sqlite3.connect` takes. One task uses it at a time, by SQLAlchemy's pool.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        anywhere = options | {"check_same_thread": False}
        super().__init__(lambda: sqlite3.connect(*arguments, **anywhere), iter_chunk_size=64)
        # A process that ends without closing its connections must not wait for their threads.
        self._thread.daemon = True
        self._has_lock = False

    def cursor(self) -> OneTripCursor:  # type: ignore[override]
        return OneTripCursor(self)

    async def run(self, statement: str, use: Callable[[sqlite3.Cursor], None]) -> None:
        """Let a cursor of SQLite's be used for a statement."""

        def with_cursor() -> None:
            cursor = self._conn.cursor()
            try:
                use(cursor)
            finally:
                cursor.close()

        if self._has_lock or statement == BEGIN:
            with_cursor()
        else:
            await self._execute(with_cursor)  # type: ignore[no-untyped-call]
            self._has_lock = self._conn.in_transaction

    async def commit(self) -> None:
        self._has_lock = False
        await super().commit()

    async def rollback(self) -> None:
        if self._has_lock:
            self._has_lock = False
            self._conn.rollback()
        else:
            # A statement may be on its trip still, whose task was cancelled: this comes after it.
            await super().rollback()


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
        await self._run(statement, lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self._run(statement, lambda cursor: cursor.executemany(statement, parameters))

    async def _run(self, statement: str, execute: Callable[[sqlite3.Cursor], object]) -> None:
        def use(cursor: sqlite3.Cursor) -> None:
            execute(cursor)
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = (
                cursor.description,
                cursor.rowcount,
                cursor.lastrowid,
            )

        await self._connection.run(statement, use)

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        """SQLite's cursor is closed already."""
