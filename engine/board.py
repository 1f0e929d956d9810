"""Cells, their names, and the hexagon they form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import compress
from typing import NamedTuple

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The six neighbours of a cell as (dx, dy), anticlockwise from the right."""

_BINARY_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


class Cell(NamedTuple):
    """A cell by letter (``x``: A is 1) and number (``y``). Cells sort by letter, then number.

    A cell is also the action of placing a stone on it: both are written ``D5``.
    """

    x: int
    y: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.x - 1)}{self.y}"


class Board:
    """The geometry of one size: which cells there are and which are adjacent.

    Cells are numbered in their order (letter, then number), and a set of cells is an ``int`` with the bit of
    each member's number set, so that the engine's questions about neighbourhoods are single operations.
    Boards are immutable and shared; get one from `board_of`.
    """

    def __init__(self, size: int) -> None:
        span = range(1, 2 * size)
        self.size = size
        self.cells = tuple(Cell(x, y) for x in span for y in span if abs(x - y) < size)
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        self.all = (1 << len(self.cells)) - 1
        self.neighbours = tuple(
            self.mask(near for near in neighbours_of(cell) if near in self.index) for cell in self.cells
        )
        """For each cell number, the set of the cells next to it."""

    def mask(self, cells: Iterable[Cell]) -> int:
        """The set of ``cells``, which are all on the board."""
        mask = 0
        for cell in cells:
            mask |= 1 << self.index[cell]
        return mask

    def cells_in(self, mask: int) -> tuple[Cell, ...]:
        """The members of a set, by letter, then number."""
        lowest_first = f"{mask:b}"[::-1].encode().translate(_BINARY_DIGITS)
        return tuple(compress(self.cells, lowest_first))

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows of equal number, from row 1 (the lowest) up, each from left to right."""
        numbers = range(1, 2 * self.size)
        return tuple(tuple(cell for cell in self.cells if cell.y == number) for number in numbers)


def neighbours_of(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around a cell, on the board or not, in the order of `STEPS`."""
    return tuple(Cell(cell.x + dx, cell.y + dy) for dx, dy in STEPS)


@lru_cache(maxsize=16)
def board_of(size: int) -> Board:
    """The board with ``size`` cells per side."""
    return Board(size)


def members(mask: int) -> Iterator[int]:
    """The cell numbers in a set, highest first."""
    while mask:
        member = mask.bit_length() - 1
        yield member
        mask ^= 1 << member
