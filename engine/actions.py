"""The actions of the game and their written form."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.board import Cell
from engine.errors import NotationError
from engine.options import Color


@dataclass(frozen=True, slots=True)
class NameKomi:
    """The first player's opening action in the Komi type: ``points`` go to White at the end."""

    points: int

    def __str__(self) -> str:
        return f"komi {self.points}"


@dataclass(frozen=True, slots=True)
class TakeButton:
    """A whole turn, instead of placing a stone."""

    def __str__(self) -> str:
        return "button"


Action = NameKomi | Color | Cell | TakeButton
"""A choice of colour is the `Color`, a placement is the `Cell`; ``str(action)`` is the written form."""

# Longer numbers than these are on no board and in no komi; bounding them here keeps hostile input cheap.
_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
_KOMI = re.compile(r"komi (0|[1-9][0-9]{0,5})")
_LONGEST_WRITTEN = len("komi 999999")


def parse_action(written: str) -> Action:
    """Read an action's written form: ``komi 7``, ``black``, ``white``, ``D5`` or ``button``.

    Case does not matter; otherwise the form is strict (ASCII, no sign, no leading zero, no stray space).
    The action may still be off the board or not allowed. Raises NotationError for anything else.
    """
    # Lower-casing may only follow the check for ASCII: the Kelvin sign lower-cases to "k".
    if len(written) <= _LONGEST_WRITTEN and written.isascii():
        text = written.lower()
        if cell := _CELL.fullmatch(text):
            return Cell(ord(cell[1]) - ord("a") + 1, int(cell[2]))
        if komi := _KOMI.fullmatch(text):
            return NameKomi(int(komi[1]))
        if text == "button":
            return TakeButton()
        if text in (Color.BLACK, Color.WHITE):
            return Color(text)
    raise NotationError(written)


def parse_cell(written: str) -> Cell:
    """Read a cell's name, such as ``D5``; the inverse of ``str(cell)``. Raises NotationError."""
    action = parse_action(written)
    if not isinstance(action, Cell):
        raise NotationError(written)
    return action
