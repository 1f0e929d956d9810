"""Records that people have loaded from files, kept for a while so that the buttons under them work."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.tables import loaded_records


class LoadedRecordStore:
    """Loaded records by a key that follows from their content."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, key: int) -> str | None:
        """The written record with this key."""
        query = select(loaded_records.c.written).where(loaded_records.c.id == key)
        found: str | None = await self._connection.scalar(query)
        return found

    async def put(self, key: int, written: str, loaded_at: datetime) -> None:
        """Keep a record, from now on if it is there already."""
        await upsert(self._connection, loaded_records, {"id": key}, written=written, loaded_at=loaded_at)

    async def prune(self, before: datetime, most: int) -> None:
        """Forget what was loaded before a moment, and all but the ``most`` loaded latest."""
        table = loaded_records
        latest = select(table.c.id).order_by(table.c.loaded_at.desc(), table.c.id).limit(most)
        await self._connection.execute(table.delete().where(table.c.loaded_at < before))
        await self._connection.execute(table.delete().where(table.c.id.not_in(latest)))
