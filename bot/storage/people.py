"""People and channels: their names, and how boards look to them."""

from __future__ import annotations

from sqlalchemy import Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Person
from bot.storage.rows import upsert
from bot.storage.tables import channels, players
from rendering import ThemeName


class PlayerStore:
    """Who has been seen, and under which name."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def remember(self, *people: Person) -> None:
        """Keep the latest name of each person."""
        for person in people:
            await upsert(self._connection, players, person.id, name=person.name)

    async def theme(self, player_id: int) -> ThemeName | None:
        """The theme that a player has chosen, if any."""
        return await _theme(self._connection, players, player_id)

    async def set_theme(self, player_id: int, theme: ThemeName) -> None:
        """Keep the theme of a player already remembered."""
        await self._connection.execute(update(players).where(players.c.id == player_id).values(theme=theme))


class ChannelStore:
    """What is set for a channel."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def theme(self, channel_id: int) -> ThemeName | None:
        """The theme that was chosen for a channel, if any."""
        return await _theme(self._connection, channels, channel_id)

    async def set_theme(self, channel_id: int, theme: ThemeName) -> None:
        await upsert(self._connection, channels, channel_id, theme=theme)


async def _theme(connection: AsyncConnection, table: Table, row_id: int) -> ThemeName | None:
    name = await connection.scalar(select(table.c.theme).where(table.c.id == row_id))
    return ThemeName(name) if name else None
