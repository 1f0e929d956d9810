"""What a cell can look like."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from engine import Color


class Ground(Enum):
    """How an empty cell looks."""

    OPEN = auto()
    LIT = auto()
    """Open, and the viewer may choose it now."""


class Bond(Enum):
    """How the ribbon that a stone belongs to looks."""

    OPEN = auto()
    CLAIMED = auto()
    JUST_CLAIMED = auto()
    FOR_BLACK = auto()
    """What is considered would give it to Black."""
    FOR_WHITE = auto()


class Stone(NamedTuple):
    """The look of a cell with a stone.

    ``links`` has the bit of each direction set (by its place in `STEPS`) in which the ribbon goes on.
    """

    color: Color
    links: int
    bond: Bond = Bond.OPEN


CellLook = Ground | Stone
"""A cell without a look is one where nothing can be placed any more."""


class Mark(Enum):
    """A sign in the middle of a cell. What has happened is solid, what would happen is hollow."""

    LAST = auto()
    """Placed by the last turn."""
    FLIPPED = auto()
    """Turned to the other colour by the last turn."""
    LAST_FLIPPED = auto()
    """Placed by the last turn and turned to the other colour at once."""
    CONSIDERED = auto()
    """Not placed yet, only considered."""
    WOULD_FLIP = auto()
    CONSIDERED_FLIP = auto()
    """Only considered, and it would be turned at once."""
    REFUSED = auto()
    """Nothing may be placed here."""
    OBSTACLE = auto()
    """One of the stones that forbid it."""
