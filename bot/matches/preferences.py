"""The use cases of what people choose: players for themselves, moderators for a channel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.matches.refusals import NotAModerator, Refusal
from bot.storage import CalledBy, ChannelSettings, Database, Person, Place, PlayerPreferences, Transaction
from rendering import ThemeName


@dataclass(eq=False)
class ChannelIsOff(Refusal):
    """No match can be begun in this channel."""

    place: Place


@dataclass(frozen=True, slots=True)
class Viewer:
    """What somebody who is shown something prefers, and what applies where they are shown it."""

    preferences: PlayerPreferences
    settings: ChannelSettings

    @property
    def theme(self) -> ThemeName:
        """How pictures look that only they see: as they chose, else as in the channel."""
        return self.preferences.theme or self.settings.theme

    @property
    def is_pinged(self) -> bool:
        """Whether the public message of a match calls them to their turn."""
        return self.preferences.called_by is CalledBy.MENTION


class Preferences:
    """What players have chosen for themselves, and moderators for a channel."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def viewer(self, person: Person | None, place: Place) -> Viewer:
        """Somebody who looks at something somewhere; nobody in particular prefers nothing."""
        async with self._database.read() as transaction:
            settings = await transaction.channels.settings(place.settings_id)
            if person is None:
                return Viewer(PlayerPreferences(), settings)
            return Viewer(await transaction.players.preferences(person.id), settings)

    async def of(self, person: Person) -> PlayerPreferences:
        """What a person prefers."""
        async with self._database.read() as transaction:
            return await transaction.players.preferences(person.id)

    async def settings_in(self, place: Place) -> ChannelSettings:
        """What applies in a channel."""
        async with self._database.read() as transaction:
            return await transaction.channels.settings(place.settings_id)

    async def choose(
        self, person: Person, change: Callable[[PlayerPreferences], PlayerPreferences]
    ) -> PlayerPreferences:
        """Change what a person prefers, and return it."""
        async with self._database.write(person.id) as transaction:
            chosen = change(await transaction.players.preferences(person.id))
            await transaction.players.set_preferences(person, chosen)
            return chosen

    async def set_up(
        self, place: Place, change: Callable[[ChannelSettings], ChannelSettings], *, is_moderator: bool
    ) -> ChannelSettings:
        """Change what applies in a channel, and return it. Raises NotAModerator."""
        if not is_moderator:
            raise NotAModerator
        async with self._database.write(place.scope_id) as transaction:
            chosen = change(await transaction.channels.settings(place.settings_id))
            await transaction.channels.set_settings(place.settings_id, chosen)
            return chosen


async def settings_to_begin(transaction: Transaction, place: Place) -> ChannelSettings:
    """What applies to something that begins in a channel. Raises ChannelIsOff where nothing may."""
    settings = await transaction.channels.settings(place.settings_id)
    if settings.is_off:
        raise ChannelIsOff(place)
    return settings
