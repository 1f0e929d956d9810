"""The use cases of what people set: how boards look to them, and in a channel."""

from __future__ import annotations

from bot.storage import Database, Person, Place
from rendering import ThemeName

DEFAULT_THEME = ThemeName.WOOD


class Preferences:
    """What players have chosen for themselves, and moderators for a channel."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def theme_in(self, place: Place) -> ThemeName:
        """The theme of a channel's public pictures."""
        async with self._database.read() as transaction:
            return await transaction.channels.theme(place.channel_id) or DEFAULT_THEME

    async def theme_for(self, person: Person, place: Place) -> ThemeName:
        """The theme of pictures that only this person sees: their own, else the channel's."""
        async with self._database.read() as transaction:
            own = await transaction.players.theme(person.id)
            return own or await transaction.channels.theme(place.channel_id) or DEFAULT_THEME

    async def set_theme(self, person: Person, theme: ThemeName) -> None:
        """Choose how boards look to a person."""
        async with self._database.write() as transaction:
            await transaction.players.remember(person)
            await transaction.players.set_theme(person.id, theme)

    async def set_theme_in(self, place: Place, theme: ThemeName) -> None:
        """Choose how boards look in a channel. Who may do so is for the caller to check."""
        async with self._database.write() as transaction:
            await transaction.channels.set_theme(place.channel_id, theme)
