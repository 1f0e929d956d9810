"""Where everything is, in whole pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from engine import Cell
from engine.board import STEPS

WIDTH = 960
"""The width for which all measures are given; other widths scale them."""
_ALL_DIRECTIONS = (1 << len(STEPS)) - 1
_HEIGHT = 800
_CENTRE = 496, 384
"""Right of the middle of the image: the numbers on the left need room, the right-hand side has no labels."""
_CELLS_WIDTH = 802
_WIDEST_CELL = 104
_SLANT = 2 / sqrt(3)
"""Along a row, this much further than straight across one of the board's slanted sides."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The pixels of one board size at one image width.

    Cells are ``cell_width`` (even) wide and rows ``pitch`` apart, so that every cell's centre is on whole
    pixels and equal cells are drawn alike.
    """

    size: int
    width: int
    height: int
    cell_width: int
    pitch: int
    centre: tuple[int, int]
    """The middle of the board."""

    def px(self, measure: float) -> int:
        """A measure given for `WIDTH`, in this image's pixels."""
        return round(measure * self.width / WIDTH)

    def at(self, cell: Cell) -> tuple[int, int]:
        """The centre of a cell, on the board or beside it."""
        right, up = cell.x - self.size, cell.y - self.size
        x, y = self.centre
        return x + right * self.cell_width - up * self.cell_width // 2, y - up * self.pitch

    def steps(self, directions: int = _ALL_DIRECTIONS) -> list[tuple[int, int]]:
        """From a cell's centre to those of its neighbours in a set of directions (see `Stone.links`)."""
        wanted = (step for place, step in enumerate(STEPS) if directions >> place & 1)
        return [(dx * self.cell_width - dy * self.cell_width // 2, -dy * self.pitch) for dx, dy in wanted]

    @property
    def apothem(self) -> float:
        """From the middle of the board straight to each of its sides."""
        return (self.size - 1) * self.pitch + self._to_side

    @property
    def _to_side(self) -> float:
        """From the centre of a cell on the edge straight to the board's side."""
        return self.cell_width * (1 / sqrt(3) + 0.08)

    def half_width(self, y: float) -> float:
        """Half the board's width at a height in the image."""
        return (2 * self.apothem - abs(y - self.centre[1])) / sqrt(3)

    def number_at(self, first_in_row: Cell) -> tuple[int, int]:
        """The middle of a row's number, given the row's leftmost cell."""
        x, y = self.at(first_in_row)
        return round(x - (self._to_side + self.px(28)) * _SLANT), y

    def letter_at(self, lowest: Cell) -> tuple[int, int]:
        """The middle of a letter, given the lowest cell that it names: on in the line of those cells."""
        x, y = self._along_file(lowest, (self._to_side + self.px(32)) * _SLANT)
        return round(x), round(y)

    def tick(self, lowest: Cell) -> tuple[tuple[float, float], tuple[float, float]]:
        """A line from the lowest cell of a file out of the board, toward its letter."""
        out = (self._to_side + self.px(12)) * _SLANT
        return self._along_file(lowest, self.cell_width * 0.53), self._along_file(lowest, out)

    def _along_file(self, cell: Cell, distance: float) -> tuple[float, float]:
        """So far from a cell's centre, down along its file."""
        x, y = self.at(cell)
        return x + distance / 2, y + distance / _SLANT


@lru_cache(maxsize=64)
def layout_of(size: int, width: int = WIDTH) -> Layout:
    """The layout of a board with ``size`` cells per side in an image ``width`` pixels wide."""
    scale = width / WIDTH
    cell_width = int(min(_CELLS_WIDTH / (2 * size - 1), _WIDEST_CELL) * scale) // 2 * 2
    centre = round(_CENTRE[0] * scale), round(_CENTRE[1] * scale)
    return Layout(size, width, round(_HEIGHT * scale), cell_width, round(cell_width / _SLANT), centre)
