"""People and channels: their names, and what is set for them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import (
    CalledBy,
    ChannelSettings,
    FirstPlayer,
    Pace,
    Person,
    PlayerPreferences,
    ReminderHours,
)
from bot.storage.rows import option_values, options_of, upsert
from bot.storage.tables import channels, players
from rendering import ThemeName

_PREFERENCES = select(players).where(players.c.id == bindparam("player"))
_SETTINGS = select(channels).where(channels.c.id == bindparam("channel"))


class PlayerStore:
    """Who has been seen, under which name, and what they prefer."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def remember(self, *people: Person) -> None:
        """Keep the latest name of each person."""
        # In one order everywhere: their rows are held till the end, and of no two servers' writes alone.
        for person in sorted(people, key=lambda person: person.id):
            await upsert(self._connection, players, {"id": person.id}, name=person.name)

    async def preferences(self, player_id: int) -> PlayerPreferences:
        """What a player prefers; who never chose anything has the defaults."""
        rows = await self._connection.execute(_PREFERENCES, {"player": player_id})
        row = rows.one_or_none()
        return _preferences(row) if row else PlayerPreferences()

    async def set_preferences(self, person: Person, chosen: PlayerPreferences) -> None:
        hours = chosen.hours
        await upsert(
            self._connection,
            players,
            {"id": person.id},
            name=person.name,
            theme=chosen.theme,
            called_by=chosen.called_by,
            shows_legal_cells=chosen.shows_legal_cells,
            confirms_typed_turns=chosen.confirms_typed_turns,
            language=chosen.language,
            time_zone=hours and hours.time_zone,
            reminded_from=hours and hours.from_hour,
            reminded_until=hours and hours.until_hour,
        )


class ChannelStore:
    """What is set for a channel."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def settings(self, channel_id: int) -> ChannelSettings:
        """A channel's settings; where nobody chose anything, the defaults."""
        rows = await self._connection.execute(_SETTINGS, {"channel": channel_id})
        row = rows.one_or_none()
        return _settings(row) if row else ChannelSettings()

    async def set_settings(self, channel_id: int, chosen: ChannelSettings) -> None:
        await upsert(
            self._connection,
            channels,
            {"id": channel_id},
            theme=chosen.theme,
            **option_values(chosen.options),
            first=chosen.first,
            pace=chosen.pace,
            days_open=chosen.days_open,
            opens_threads=chosen.opens_threads,
            announces_results=chosen.announces_results,
            is_off=chosen.is_off,
        )


def _preferences(row: Row[Any]) -> PlayerPreferences:
    return PlayerPreferences(
        theme=ThemeName(row.theme) if row.theme else None,
        called_by=CalledBy(row.called_by),
        shows_legal_cells=row.shows_legal_cells,
        confirms_typed_turns=row.confirms_typed_turns,
        language=row.language,
        hours=ReminderHours(row.time_zone, row.reminded_from, row.reminded_until) if row.time_zone else None,
    )


def _settings(row: Row[Any]) -> ChannelSettings:
    return ChannelSettings(
        theme=ThemeName(row.theme),
        options=options_of(row),
        first=FirstPlayer(row.first),
        pace=Pace(row.pace),
        days_open=row.days_open,
        opens_threads=row.opens_threads,
        announces_results=row.announces_results,
        is_off=row.is_off,
    )
