"""The stones on the board and the rules about them: what is legal, what is bounded, who claims it."""

from __future__ import annotations

from typing import NamedTuple

from engine.board import Board, members
from engine.errors import Reason
from engine.options import Color

_BLACK = Color.BLACK
"""An enum's members take long to reach, for the innermost loop."""
_MOST_CELLS_LOST = 1 + 6 + 5 + 5 + 2
"""More cells than one placement can make illegal: its own, those around it and around two
neighbours that it turns into inner stones, and the two that could close a ring."""


class ClaimedSet(NamedTuple):
    """One claim as sets of cells: the ribbon, its owner, and the stones that changed colour."""

    ribbon: int
    color: Color
    flipped: int


class Position:
    """Stones by colour, with legality, boundedness and claims kept up to date stone by stone.

    Sets of cells are bit masks over the cell numbers of `board` (see `Board`). A ribbon is known at its two
    ends: each holds the number of the other and the set of the ribbon's stones. What inner stones hold is
    out of date and never read.
    """

    # fmt: off
    __slots__ = (
        "_has_neighbour", "_has_two", "_near", "_other_end", "_ribbon",
        "black", "board", "claimed", "ends", "legal", "white",
    )
    # fmt: on

    def __init__(self, board: Board) -> None:
        self.board = board
        self.black = 0
        self.white = 0
        self.legal = board.all
        self.claimed = 0
        """The stones of all claimed ribbons, which are all bounded ones until the end of Double placement."""
        self.ends = 0
        """The ends of all ribbons; a single stone is both of its own."""
        self._near = board.neighbours
        self._other_end = [0] * len(board.cells)
        self._ribbon = [0] * len(board.cells)
        self._has_neighbour = 0
        self._has_two = 0

    def copy(self) -> Position:
        twin = Position.__new__(Position)
        twin.board, twin._near = self.board, self._near
        twin.black, twin.white, twin.legal = self.black, self.white, self.legal
        twin.claimed, twin.ends = self.claimed, self.ends
        twin._other_end, twin._ribbon = self._other_end.copy(), self._ribbon.copy()
        twin._has_neighbour, twin._has_two = self._has_neighbour, self._has_two
        return twin

    def place(self, cell: int, color: Color) -> list[ClaimedSet]:
        """Put a stone on a legal cell, and claim every ribbon that this bounds."""
        end, other_end, lost = self._effect(cell)
        stone = 1 << cell
        around = self._near[cell]
        if color is _BLACK:
            self.black |= stone
        else:
            self.white |= stone
        self.legal ^= lost
        self._has_two |= self._has_neighbour & around
        self._has_neighbour |= around
        # Both entries are those of the ribbons joined here, or 0 where the new stone itself is the end.
        ribbon = self._ribbon[end] | self._ribbon[other_end] | stone
        self._ribbon[end] = self._ribbon[other_end] = ribbon
        self._other_end[end] = other_end
        self._other_end[other_end] = end
        self.ends = self.ends & ~ribbon | 1 << end | 1 << other_end
        return self._claim_bounded(end, lost ^ stone, color)

    def claim_open_ribbons(self, last_mover: Color) -> list[ClaimedSet]:
        """Claim every ribbon that is not bounded yet, as the end of Double placement asks."""
        claims = []
        while open_ends := self.ends & ~self.claimed:
            ribbon = self._ribbon[open_ends.bit_length() - 1]
            claims.append(self._claim(ribbon, last_mover))
        return claims

    def legal_before_another(self) -> int:
        """The legal cells that would leave another legal cell for a second stone."""
        legal = self.legal
        if legal.bit_count() > _MOST_CELLS_LOST:
            return legal
        return sum(1 << cell for cell in members(legal) if self._effect(cell)[2] != legal)

    def growth(self, end: int) -> int:
        """The legal cells next to the ribbon that ends in ``end``: where it can still grow.

        An inner stone has two neighbours already, so a ribbon can grow only at its ends.
        """
        near = self._near
        return self.legal & (near[end] | near[self._other_end[end]])

    def path(self, end: int) -> tuple[int, ...]:
        """The stones of the ribbon that ends in ``end``, in order from there."""
        path, rest = [end], self._ribbon[end] ^ 1 << end
        while following := rest & self._near[path[-1]]:
            path.append(following.bit_length() - 1)
            rest ^= following
        return tuple(path)

    def color_at(self, cell: int) -> Color | None:
        """The colour of the stone on a cell; None on an empty one."""
        if self.black >> cell & 1:
            return Color.BLACK
        return Color.WHITE if self.white >> cell & 1 else None

    def obstacle(self, cell: int) -> tuple[Reason, int] | None:
        """Why no stone may be placed on a cell, with the set of stones in the way; None where one may."""
        if self.legal >> cell & 1:
            return None
        stones, near = self.black | self.white, self._near
        if stones >> cell & 1:
            return Reason.OCCUPIED, 1 << cell
        adjacent = stones & near[cell]
        if adjacent.bit_count() > 2:
            return Reason.THREE_NEIGHBOURS, adjacent
        # Two stones next to each other would make a ring of three, even where one of them is full too.
        if adjacent & near[adjacent.bit_length() - 1]:
            return Reason.RING, adjacent
        full = sum(1 << stone for stone in members(adjacent) if (stones & near[stone]).bit_count() == 2)
        return (Reason.BRANCH, full) if full else (Reason.RING, adjacent)

    def _effect(self, cell: int) -> tuple[int, int, int]:
        """What placing on a legal cell leads to: the two ends of its ribbon, and the cells no longer legal.

        A cell stops being legal when a third stone comes next to it, when a stone next to it becomes an
        inner one, or when it lies between the two ends of one ribbon, where it would close a ring.
        """
        near, other_ends = self._near, self._other_end
        around = near[cell]
        lost = self._has_two & around | 1 << cell
        adjacent = (self.black | self.white) & around
        if not adjacent:
            return cell, cell, self.legal & lost
        first = adjacent.bit_length() - 1
        end, other_end = other_ends[first], cell
        if end != first:
            lost |= near[first]
        if adjacent := adjacent ^ 1 << first:
            second = adjacent.bit_length() - 1
            other_end = other_ends[second]
            lost |= around
            if other_end != second:
                lost |= near[second]
        lost |= near[end] & near[other_end]
        return end, other_end, self.legal & lost

    def _claim_bounded(self, end: int, lost: int, mover: Color) -> list[ClaimedSet]:
        """Claim the ribbons that can't grow any more: the new stone's, and any that ``lost`` cells end."""
        near, touched = self._near, 1 << end
        while lost:
            cell = lost.bit_length() - 1
            touched |= near[cell]
            lost ^= 1 << cell
        touched &= self.ends & ~self.claimed
        claims = []
        while touched:
            end = touched.bit_length() - 1
            ribbon = self._ribbon[end]
            if not self.legal & (near[end] | near[self._other_end[end]]):
                claims.append(self._claim(ribbon, mover))
            touched &= ~ribbon
        return claims

    def _claim(self, ribbon: int, mover: Color) -> ClaimedSet:
        """Give a ribbon to its majority, at equality to the mover's opponent."""
        self.claimed |= ribbon
        black = ribbon & self.black
        lead = 2 * black.bit_count() - ribbon.bit_count()
        if lead > 0 or (lead == 0 and mover is Color.WHITE):
            flipped = ribbon ^ black
            self.black |= ribbon
            self.white &= ~ribbon
            return ClaimedSet(ribbon, Color.BLACK, flipped)
        self.white |= ribbon
        self.black &= ~ribbon
        return ClaimedSet(ribbon, Color.WHITE, black)
