"""Every cell's picture: drawn once for each look, then only pasted."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine import Color
from rendering.cells import WIDEST_BAND, CellPainter
from rendering.layout import Layout
from rendering.looks import Bond, CellLook, Mark, Stone
from rendering.marks import Base, base_of, draw_mark, ground_of, reach_of
from rendering.palette import palette_of
from rendering.shapes import Shapes
from rendering.sketch import Sketch
from rendering.text import centred_text, fitting_height
from rendering.theme import Theme

_MOST_TILES = 200
"""All there are: 2 colours x 16 ways to go on x 5 bonds, and the empty cells. At size 6, 1.6 MB."""
_MOST_MASKS = 32
_MOST_MARKS = 300
"""All there are: 99 numbers and 8 marks on 2 colours, and those on empty cells. At size 6, 0.5 MB."""
_NUMBER_WIDTH = 0.5
_NUMBER_HEIGHT = 0.46


class Tile(NamedTuple):
    """A picture, which of its pixels count, and where it goes relative to its cell's centre."""

    image: Image.Image
    mask: Image.Image
    offset: tuple[int, int]


class Tiles:
    """The tiles of one layout in one theme, drawn when first asked for; get them from `tiles_of`."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self._theme = theme
        self._width = layout.cell_width
        self._palette = palette_of(theme)
        self._painter = CellPainter(layout, theme)
        self._shapes = Shapes(layout, WIDEST_BAND * layout.cell_width / 2 + 1)
        self._cutout = lru_cache(maxsize=_MOST_MASKS)(self._cut_out)
        self._mark = lru_cache(maxsize=_MOST_MARKS)(self._drawn_mark)
        self._number = lru_cache(maxsize=_MOST_MARKS)(self._drawn_number)
        self.of = lru_cache(maxsize=_MOST_TILES)(self._drawn)

    def mark(self, mark: Mark, look: CellLook | None) -> Tile:
        """A mark for a cell of this look."""
        return self._mark(mark, base_of(look))

    def number(self, number: int, color: Color) -> Tile:
        """A number for a stone of this colour."""
        return self._number(number, color)

    def _drawn(self, look: CellLook | None) -> Tile:
        half = self._shapes.half
        sketch = Sketch(2 * half, 2 * half, self._theme.wood)
        self._painter.draw(sketch, look)
        mask, box = self._cutout(_band_links(look))
        return Tile(sketch.finish(self._palette).crop(box), mask, (box[0] - half, box[1] - half))

    def _drawn_mark(self, mark: Mark, base: Base) -> Tile:
        radius = ceil(reach_of(mark) * self._width)
        sketch = Sketch(2 * radius, 2 * radius, ground_of(base, self._theme))
        draw_mark(sketch, mark, base, self._theme, self._width)
        return Tile(sketch.finish(self._palette), _disc(radius), (-radius, -radius))

    def _drawn_number(self, number: int, color: Color) -> Tile:
        radius, theme = ceil(reach_of(None) * self._width), self._theme
        height = fitting_height(str(number), _NUMBER_WIDTH * self._width, int(_NUMBER_HEIGHT * self._width))
        inks = theme.inks(color)
        image = centred_text(str(number), height, 2 * radius, inks.edge, inks.fill, theme)
        return Tile(image, _disc(radius), (-radius, -radius))

    def _cut_out(self, links: int) -> tuple[Image.Image, tuple[int, int, int, int]]:
        """The mask of a cell with a band in these directions, and the box of the square that it fills."""
        mask = self._shapes.mask(links)
        box = mask.getbbox()
        assert box is not None  # A cell has pixels.
        return mask.crop(box), box


@lru_cache(maxsize=64)
def _disc(radius: int) -> Image.Image:
    """The pixels of a disc, on the smallest square around it."""
    mask = Image.new("1", (2 * radius, 2 * radius))
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * radius - 1, 2 * radius - 1), fill=1)
    return mask


def _band_links(look: CellLook | None) -> int:
    """Where a band leaves the cell that is wider than the cell's edge."""
    return look.links if isinstance(look, Stone) and look.bond is not Bond.OPEN else 0


@lru_cache(maxsize=16)
def tiles_of(layout: Layout, theme: Theme) -> Tiles:
    """The tiles of a layout in a theme."""
    return Tiles(layout, theme)
