"""What the database itself can tell about its being whole."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

_HEADING = "*** in database main ***"


@dataclass(frozen=True, slots=True)
class DanglingReference:
    """A row that refers to one that is not there. ``row`` is SQLite's own number of it."""

    table: str
    row: int | None
    referred_table: str


class IntegrityStore:
    """The checks of SQLite. Another database keeps itself whole, and has nothing to tell here."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def damage(self) -> list[str]:
        """What is wrong with the file, its indexes and constraints, in SQLite's words."""
        return await self._connection.run_sync(damage_in)

    async def dangling(self) -> list[DanglingReference]:
        if self._connection.dialect.name != "sqlite":
            return []
        rows = await self._connection.exec_driver_sql("PRAGMA foreign_key_check")
        return [DanglingReference(row.table, row.rowid, row.parent) for row in rows]


def damage_in(connection: Connection) -> list[str]:
    """The same without an event loop; empty for a file that is whole."""
    if connection.dialect.name != "sqlite":
        return []
    try:
        found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    except DatabaseError as error:
        # Of some damage SQLite can say no more than that it is there.
        return [str(error.orig)]
    lines = [line for text in found for line in text.splitlines()]
    return [line for line in lines if line not in ("ok", _HEADING)]
