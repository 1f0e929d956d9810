"""Why an action is refused. Wording for people is the caller's business."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.board import Cell


class Reason(Enum):
    """Why a readable action is not allowed."""

    GAME_OVER = auto()
    NOT_NOW = auto()
    """Something else is due; `Game.phase` says what."""
    NO_KOMI = auto()
    """This game type has no komi."""
    KOMI_OUT_OF_RANGE = auto()
    NO_COLOR_CHOICE = auto()
    """This game type's colours are fixed."""
    NO_BUTTON = auto()
    """This game type has no button."""
    BUTTON_GONE = auto()
    OFF_THE_BOARD = auto()
    OCCUPIED = auto()
    THREE_NEIGHBOURS = auto()
    BRANCH = auto()
    """A stone next to the cell has two neighbours already."""
    RING = auto()
    """The two stones next to the cell are the two ends of one ribbon, or next to each other."""
    NO_SECOND_STONE = auto()
    """The first stone of a turn of two would leave no legal second."""


class NotationError(ValueError):
    """The text is not the written form of any action."""

    def __init__(self, written: str) -> None:
        # The text may be hostile and endless; the message shows enough of it to recognise it.
        super().__init__(f"not an action: {written[:40]!r}")
        self.written = written


class IllegalAction(ValueError):
    """A readable action that is not allowed in this position.

    ``stones`` are those that stand in the way, sorted; empty where the reason is not about stones.
    """

    def __init__(self, reason: Reason, action: Action, stones: tuple[Cell, ...] = ()) -> None:
        super().__init__(f"{action} is not allowed: {reason.name.lower().replace('_', ' ')}")
        self.reason = reason
        self.action = action
        self.stones = stones
