"""The menus and buttons that change settings and preferences. What one changes is in its custom id."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

import discord

from bot.messages.controls import chosen_values


class Setting(StrEnum):
    """What moderators choose for a channel. The values are part of messages: never change or reuse one."""

    THEME = "theme"
    SIZE = "size"
    GAME_TYPE = "game"
    SCORING = "scoring"
    FIRST = "first"
    PACE = "pace"
    DAYS_OPEN = "days"
    THREADS = "threads"
    RESULTS = "results"
    OFF = "off"


class Preference(StrEnum):
    """What players choose for themselves. The values are part of messages: never change or reuse one."""

    THEME = "theme"
    CALLED_BY = "calls"
    LANGUAGE = "language"
    FROM_HOUR = "from"
    UNTIL_HOUR = "until"
    LEGAL_CELLS = "cells"
    CONFIRMATION = "confirm"
    TIME_ZONE = "zone"


ON, OFF = "on", "off"
_CUSTOM_ID = (
    rf"catena:(?:set:(?P<setting>{'|'.join(Setting)})|prefer:(?P<preference>{'|'.join(Preference)}))"
    rf"(?::(?P<switched>{ON}|{OFF}))?"
)


@dataclass(frozen=True, slots=True)
class Selection:
    """What a custom id says: what is chosen, and for a switch how it is to be from now on."""

    subject: Setting | Preference
    switched: str | None = None

    @property
    def custom_id(self) -> str:
        kind = "set" if isinstance(self.subject, Setting) else "prefer"
        return f"catena:{kind}:{self.subject}{f':{self.switched}' if self.switched else ''}"

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """The inverse of `custom_id`; None for the id of nothing of ours."""
        found = re.fullmatch(_CUSTOM_ID, custom_id)
        if found is None:
            return None
        setting = found["setting"]
        return cls(Setting(setting) if setting else Preference(found["preference"]), found["switched"])


class Selections(Protocol):
    """What a client must have for its menus and switches to work."""

    async def selected(
        self, interaction: discord.Interaction[Any], selection: Selection, values: Sequence[str]
    ) -> None:
        """Choose what the selection says, and answer the interaction in every case."""


class SelectionControl(discord.ui.DynamicItem[discord.ui.Item[Any]], template=_CUSTOM_ID):
    """A menu or button whose meaning is its custom id."""

    def __init__(self, selection: Selection, item: discord.ui.Item[Any]) -> None:
        super().__init__(item)
        self.selection = selection

    @classmethod
    def button(
        cls,
        selection: Selection,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> Self:
        return cls(selection, discord.ui.Button(label=label, style=style, custom_id=selection.custom_id))

    @classmethod
    def menu(cls, selection: Selection, options: Sequence[discord.SelectOption]) -> Self:
        return cls(selection, discord.ui.Select(custom_id=selection.custom_id, options=list(options)))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        selection = Selection.parse(match.string)
        assert selection is not None  # discord.py matched the same pattern.
        return cls(selection, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: Selections = interaction.client
        await client.selected(interaction, self.selection, chosen_values(interaction))
