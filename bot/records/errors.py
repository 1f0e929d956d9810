"""Why a file is not the record of a game. Wording for people is the caller's business."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from engine import Game, IllegalAction, NotationError


class Fault(Enum):
    """What is wrong with a file."""

    TOO_LARGE = auto()
    NOT_TEXT = auto()
    """It is not UTF-8."""
    NO_RECORD = auto()
    """It does not begin as a record does."""
    OTHER_VERSION = auto()
    BAD_JSON = auto()
    TOO_MANY_LINES = auto()
    NO_HEADER = auto()
    """What stands before the empty line is not a name, a colon and a value."""
    UNKNOWN_HEADER = auto()
    REPEATED_HEADER = auto()
    MISSING_HEADER = auto()
    BAD_VALUE = auto()
    """A header's value is none that it can have."""
    BAD_NUMBER = auto()
    """A turn is not numbered as the one after the turn before it."""
    BAD_ACTION = auto()
    """An action is unreadable or not allowed; `RecordError.refused` says why."""
    BROKEN_TURN = auto()
    """A turn is not as many stones as are due, or a single other action."""
    WRONG_RESULT = auto()
    """The result is not one that the actions can have led to."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in a file: a line, or a turn where the file is for programs, counted from 1; else the whole."""

    line: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """An action that the engine refuses, and the game before it."""

    game: Game
    error: IllegalAction | NotationError


class RecordError(ValueError):
    """A file is not a record. ``text`` is what is at fault there, or is missing."""

    def __init__(
        self,
        fault: Fault,
        spot: Spot | None = None,
        text: str = "",
        refused: RefusedAction | None = None,
    ) -> None:
        # The text may be hostile and endless; the message shows enough of it to recognise it.
        super().__init__(f"{fault.name.lower().replace('_', ' ')} at {spot}: {text[:40]!r}")
        self.fault = fault
        self.spot = spot or Spot()
        self.text = text
        self.refused = refused
