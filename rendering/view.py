"""What a picture is asked to show beside the position itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

from engine import Cell, Player, TakeButton


@dataclass(frozen=True, slots=True)
class View:
    """What to point out to the viewer; by default the last turn and what it did.

    Raises ValueError for both ``considered`` and ``since``, and for obstacles without a refused cell.
    """

    lit: Collection[Cell] = ()
    """Cells offered to the viewer."""
    considered: tuple[Cell | TakeButton, ...] = ()
    """What the player to act thinks of doing next, in order; the game is the one before it.
    The picture is that of the board after it, set off as not done yet."""
    refused: Cell | None = None
    """A cell that the viewer wanted to place on and may not."""
    obstacles: tuple[Cell, ...] = ()
    """The stones that forbid it (`IllegalAction.stones`)."""
    since: int | None = None
    """How many actions of the game the viewer has seen: stones and button of all later ones are numbered."""

    def __post_init__(self) -> None:
        if self.considered and self.since is not None:
            raise ValueError("a view is either of what may come or of what has happened")
        if self.obstacles and self.refused is None:
            raise ValueError("obstacles without a refused cell")


class Ending(Enum):
    """How a game can end without its last stone."""

    RESIGNED = auto()
    OUT_OF_TIME = auto()
    """The opponent claimed the win when time was up."""
    DRAWN = auto()
    """Both agreed on a draw."""
    CANCELLED = auto()

    @property
    def has_winner(self) -> bool:
        return self in (Ending.RESIGNED, Ending.OUT_OF_TIME)


@dataclass(frozen=True, slots=True)
class Outcome:
    """An end without the last stone, and who won by it: a player, because colours may not be chosen yet.

    Raises ValueError for an ending that needs a winner and has none, or the reverse.
    """

    ending: Ending
    winner: Player | None = None

    def __post_init__(self) -> None:
        if self.ending.has_winner != (self.winner is not None):
            raise ValueError(f"{self.ending.name} with the winner {self.winner}")
