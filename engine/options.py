"""What is agreed before a game: its type, scoring and size; and the words for the two sides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

SMALLEST, LARGEST = 2, 10
"""Cells per side. The rules offer 6 to 10; the smaller boards can be searched to the end."""


class GameType(StrEnum):
    """Who plays which colour, and how much is placed in a turn."""

    KOMI = "komi"
    NO_KOMI = "no-komi"
    DOUBLE = "double"


class Scoring(StrEnum):
    """What decides the game."""

    STANDARD = "standard"
    LONGEST = "longest"
    SQUARE = "square"


class Color(StrEnum):
    """A colour. It is also the action of choosing that colour: both are written ``black``."""

    BLACK = "black"
    WHITE = "white"

    @property
    def opponent(self) -> Color:
        return Color.WHITE if self is Color.BLACK else Color.BLACK


class Player(Enum):
    """A player by the order in which they act. Colours may be chosen only later."""

    FIRST = 1
    SECOND = 2

    @property
    def opponent(self) -> Player:
        return Player.SECOND if self is Player.FIRST else Player.FIRST


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What two players agree on. Raises ValueError for a size outside `SMALLEST` to `LARGEST`."""

    size: int = 6
    game_type: GameType = GameType.KOMI
    scoring: Scoring = Scoring.STANDARD

    def __post_init__(self) -> None:
        if not SMALLEST <= self.size <= LARGEST:
            raise ValueError(f"size must be {SMALLEST} to {LARGEST}, not {self.size!r}")

    @property
    def largest_komi(self) -> int | None:
        """The most points that komi may be, or None where the game type has no komi."""
        if self.game_type is not GameType.KOMI:
            return None
        return 1000 if self.scoring is Scoring.SQUARE else 15

    @property
    def has_button(self) -> bool:
        return self.game_type is not GameType.DOUBLE
