"""Every cell's picture: drawn once for each look, then only pasted."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.cells import WIDEST_BAND, CellPainter
from rendering.layout import Layout
from rendering.looks import Bond, CellLook, Stone
from rendering.palette import palette_of
from rendering.shapes import Shapes
from rendering.sketch import Sketch
from rendering.theme import Theme

_MOST_TILES = 400
"""All there are: 2 colours x 16 ways to go on x 3 bonds x 4 marks, and the empty cells. At size 6, 3 MB."""
_MOST_MASKS = 16


class Tile(NamedTuple):
    """A picture, which of its pixels count, and where it goes relative to its cell's centre."""

    image: Image.Image
    mask: Image.Image
    offset: tuple[int, int]


class Tiles:
    """The tiles of one layout in one theme, drawn when first asked for; get them from `tiles_of`."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self._theme = theme
        self._palette = palette_of(theme)
        self._painter = CellPainter(layout, theme)
        self._shapes = Shapes(layout, WIDEST_BAND * layout.cell_width / 2 + 1)
        self.of = lru_cache(maxsize=_MOST_TILES)(self._drawn)
        self._cutout = lru_cache(maxsize=_MOST_MASKS)(self._cut_out)

    def _drawn(self, look: CellLook | None) -> Tile:
        half = self._shapes.half
        sketch = Sketch(2 * half, 2 * half, self._theme.wood)
        self._painter.draw(sketch, look)
        mask, box = self._cutout(_band_links(look))
        return Tile(sketch.finish(self._palette).crop(box), mask, (box[0] - half, box[1] - half))

    def _cut_out(self, links: int) -> tuple[Image.Image, tuple[int, int, int, int]]:
        """The mask of a cell with a band in these directions, and the box of the square that it fills."""
        mask = self._shapes.mask(links)
        box = mask.getbbox()
        assert box is not None  # A cell has pixels.
        return mask.crop(box), box


def _band_links(look: CellLook | None) -> int:
    """Where a band leaves the cell that is wider than the cell's edge."""
    return look.links if isinstance(look, Stone) and look.bond is not Bond.OPEN else 0


@lru_cache(maxsize=16)
def tiles_of(layout: Layout, theme: Theme) -> Tiles:
    """The tiles of a layout in a theme."""
    return Tiles(layout, theme)
