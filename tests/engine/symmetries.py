"""The twelve ways in which a hexagon is its own image."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine import Board, Cell
from engine.board import members


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Swapping letters and numbers or not, then turning by so many sixths anticlockwise."""

    sixths: int
    mirrored: bool

    def __str__(self) -> str:
        return f"{60 * self.sixths}-degrees{'-mirrored' if self.mirrored else ''}"

    def image(self, cell: Cell, size: int) -> Cell:
        """Where a cell of the board with that size comes to lie."""
        x, y = cell.x - size, cell.y - size
        if self.mirrored:
            x, y = y, x
        for _ in range(self.sixths):
            x, y = x - y, x
        return Cell(x + size, y + size)


TWELVE = tuple(Symmetry(sixths, mirrored) for sixths in range(6) for mirrored in (False, True))


@cache
def images_by_cell(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each cell number, its images under the twelve symmetries, each as a set of that one cell."""
    return tuple(
        tuple(1 << board.index[symmetry.image(cell, board.size)] for symmetry in TWELVE)
        for cell in board.cells
    )


def lowest_image(board: Board, cells: int) -> int:
    """Of all images of a set of cells, the least as a number: the same for any of them."""
    images = [images_by_cell(board)[number] for number in members(cells)]
    return min(map(sum, zip(*images, strict=True)))
