"""Connections to SQLite on which a statement is one trip to their thread, not four.

aiosqlite takes a trip each to open a cursor, run a statement, fetch its rows and close the cursor. A turn is
some twenty statements, and the trips were most of what the bot's event loop did under load.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self

import aiosqlite


class OneTripConnection(aiosqlite.Connection):
    """A connection for SQLAlchemy, which wants all rows of a statement before it uses the first.

    It takes what `sqlite3.connect` takes.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(lambda: sqlite3.connect(*arguments, **options), iter_chunk_size=64)
        # A process that ends without closing its connections must not wait for their threads.
        self._thread.daemon = True

    def cursor(self) -> OneTripCursor:  # type: ignore[override]
        return OneTripCursor(self)

    async def run(self, use: Callable[[sqlite3.Cursor], None]) -> None:
        """Do something with a cursor of SQLite's in the connection's thread."""

        def in_thread() -> None:
            cursor = self._conn.cursor()
            try:
                use(cursor)
            finally:
                cursor.close()

        await self._execute(in_thread)  # type: ignore[no-untyped-call]


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
