"""The menus and buttons of playing by taps. The picks so far are in their custom ids, and nowhere else."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

import discord

from bot.matches import WRITTEN_MATCH_ID, MatchId, Pick, WhatIf
from bot.messages.controls import chosen_values
from bot.messages.words import shortened
from engine import Cell, TakeButton, parse_action

LONGEST_ENTRY = 100
"""Characters in each of the texts of a menu's entry."""
_BETWEEN_PICKS = "+"
_FIRST_SHOWING = 1000
"""Above the numbers that Discord gives to the parts of a message."""
_SHOWINGS = 9000


class Purpose(StrEnum):
    """Why somebody taps. The values are part of messages already sent: never change or reuse one."""

    PLAY = "play"
    """To play their turn."""
    TRY = "try"
    """To see what the player to act could do. It never leads to a move."""
    PLAN = "plan"
    """To plan the reply to a turn of the other player."""


class TapStep(StrEnum):
    """What a tap asks for. The values are part of messages already sent: never change or reuse one."""

    ROWS = "rows"
    """To choose among the rows."""
    ROW = "row"
    """The row that was chosen in the menu."""
    CELL = "cell"
    """The cell that was chosen in the menu."""
    BUTTON = "button"
    """The button instead of a stone."""
    BACK = "back"
    """To choose the last pick again."""
    CONFIRM = "confirm"


_CELL = "[A-Z][1-9][0-9]?"
_PICK = f"(?:{TakeButton()}|{_CELL})"
_CUSTOM_ID = (
    rf"catena:tap:(?!{Purpose.TRY}:{TapStep.CONFIRM})"
    rf"(?P<purpose>{'|'.join(Purpose)}):(?P<step>{'|'.join(TapStep)}):(?P<match_id>{WRITTEN_MATCH_ID})"
    rf":(?P<picks>(?:{_PICK}(?:\{_BETWEEN_PICKS}{_PICK}){{0,3}})?)"
    "(?::[1-9][0-9]{3})?"
)


@dataclass(frozen=True, slots=True)
class Tap:
    """What the custom id of a menu or button says: the step, for which position, after which picks."""

    purpose: Purpose
    step: TapStep
    match_id: MatchId
    picks: tuple[Pick, ...] = ()

    @property
    def custom_id(self) -> str:
        picks = _BETWEEN_PICKS.join(map(str, self.picks))
        return f"catena:tap:{self.purpose}:{self.step}:{self.match_id.written}:{picks}"

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """The inverse of `custom_id`; None for the id of nothing of ours."""
        found = re.fullmatch(_CUSTOM_ID, custom_id)
        if found is None:
            return None
        written = found["picks"].split(_BETWEEN_PICKS) if found["picks"] else []
        picks = tuple(pick for pick in map(parse_action, written) if isinstance(pick, Cell | TakeButton))
        match_id = MatchId.parse(found["match_id"])
        return cls(Purpose(found["purpose"]), TapStep(found["step"]), match_id, picks)

    @classmethod
    def after(cls, purpose: Purpose, step: TapStep, what_if: WhatIf) -> Self:
        """The tap that goes on from what is picked so far."""
        return cls(purpose, step, MatchId.of(what_if.match), what_if.picks)


class Taps(Protocol):
    """What a client must have for playing by taps to work."""

    async def tapped(self, interaction: discord.Interaction[Any], tap: Tap, values: Sequence[str]) -> None:
        """Do what the tap says, and answer the interaction in every case."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a menu; ``value`` is what the menu sends when it is chosen."""

    value: str
    label: str
    description: str

    def option(self) -> discord.SelectOption:
        return discord.SelectOption(
            value=self.value, label=self.label, description=shortened(self.description, LONGEST_ENTRY)
        )


class TapControl(discord.ui.DynamicItem[discord.ui.Item[Any]], template=_CUSTOM_ID):
    """A menu or button whose meaning is its custom id."""

    def __init__(self, tap: Tap, item: discord.ui.Item[Any]) -> None:
        super().__init__(item)
        self.tap = tap

    @classmethod
    def button(cls, tap: Tap, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Self:
        button: discord.ui.Button[Any] = discord.ui.Button(label=label, style=style, custom_id=tap.custom_id)
        return cls(tap, button)

    @classmethod
    def menu(cls, tap: Tap, placeholder: str, entries: Sequence[Entry]) -> Self:
        options = [entry.option() for entry in entries]
        # Clients remember by its ids what was chosen in a menu, and send nothing if the same is chosen again.
        # So a menu is another one each time it is shown.
        showing = _FIRST_SHOWING + secrets.randbelow(_SHOWINGS)
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"{tap.custom_id}:{showing}", id=showing, placeholder=placeholder, options=options
        )
        return cls(tap, menu)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        tap = Tap.parse(match.string)
        assert tap is not None  # discord.py matched the same pattern.
        return cls(tap, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: Taps = interaction.client
        await client.tapped(interaction, self.tap, chosen_values(interaction))
