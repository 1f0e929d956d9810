"""Connections to SQLite on which a statement is one trip to their thread, not four.

aiosqlite takes a trip each to open a cursor, run a statement, fetch its rows and close the cursor. A turn is
some twenty statements, and the trips were most of what the bot's event loop did under load.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Self

import aiosqlite


class OneTripConnection(aiosqlite.Connection):
    """A connection for SQLAlchemy, which fetches all rows of a statement before it uses any."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(lambda: sqlite3.connect(*arguments, **options), iter_chunk_size=64)
        # A process that ends without closing its connections must not wait for their threads.
        self._thread.daemon = True

    def cursor(self) -> OneTripCursor:  # type: ignore[override]
        return OneTripCursor(self)

    async def fetched(self, cursor: OneTripCursor, method: str, *arguments: Any) -> None:
        """Run a statement by a method of SQLite's cursor, and leave all that it led to in ``cursor``."""

        def run() -> None:
            raw = self._conn.cursor()
            try:
                getattr(raw, method)(*arguments)
                cursor.description, cursor.rowcount, cursor.lastrowid = (
                    raw.description,
                    raw.rowcount,
                    raw.lastrowid,
                )
                cursor.rows = raw.fetchall() if raw.description else []
            finally:
                raw.close()

        await self._execute(run)  # type: ignore[no-untyped-call]


class OneTripCursor:
    """What a statement led to."""

    arraysize = 1

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self.rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        await self._connection.fetched(self, "execute", statement, parameters)

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self._connection.fetched(self, "executemany", statement, parameters)

    async def fetchall(self) -> list[Any]:
        return self.rows

    async def close(self) -> None:
        """Nothing is open."""
