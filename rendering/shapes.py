"""Which pixels belong to a cell, and to the bands of ribbons that leave it."""

from __future__ import annotations

from functools import cached_property, reduce
from math import ceil, hypot, sqrt

from PIL import Image, ImageChops, ImageDraw

from engine.board import STEPS
from rendering.layout import Layout


class Shapes:
    """Masks for the cells of a layout, on squares with the cell's centre in the middle.

    A cell's own pixels are those nearer to its centre than to any other, so that cells join without a gap
    or an overlap. A band is wider than the edge between the two cells that it joins, and covers the tips of
    the two cells beside that edge as well. Nothing is lost there: a cell next to two linked stones would
    close a ring of three, so it is empty for good, and its tips are plain wood.
    """

    def __init__(self, layout: Layout, half_band: float) -> None:
        """``half_band`` is half the width of the widest band, in pixels."""
        self._steps = layout.steps()
        self._half_band = half_band
        self.half = ceil(layout.cell_width / 4 + half_band * sqrt(3) / 2) + 1
        """Half the side of the squares."""

    def mask(self, links: int) -> Image.Image:
        """The pixels of a cell whose ribbon goes on in the directions ``links``, in mode 1."""
        mask = self._cell
        for direction in range(len(STEPS)):
            if links >> direction & 1:
                half_band = ImageChops.darker(self._band(self._steps[direction]), self._nearer[direction])
                mask = ImageChops.lighter(mask, half_band)
        return mask.convert("1", dither=Image.Dither.NONE)

    @cached_property
    def _nearer(self) -> list[Image.Image]:
        """For each direction, the pixels nearer to the centre than to that of the next cell there."""
        return [self._half_plane(*step) for step in self._steps]

    @cached_property
    def _cell(self) -> Image.Image:
        return reduce(ImageChops.darker, self._nearer)

    def _half_plane(self, across: int, down: int) -> Image.Image:
        """The pixels nearer to the centre than to a point; those between go to the one on the right."""
        half, side = self.half, 2 * self.half
        rows = []
        for row in range(side):
            border = ((across**2 + down**2) / 2 - down * (row - half + 0.5)) / across
            left = min(max(ceil(border + half - 0.5), 0), side)
            parts = (b"\xff", b"\0") if across > 0 else (b"\0", b"\xff")
            rows.append(parts[0] * left + parts[1] * (side - left))
        return Image.frombytes("L", (side, side), b"".join(rows))

    def _band(self, step: tuple[int, int]) -> Image.Image:
        """A band from the centre to that of another cell."""
        across, down = step
        half, reach = self.half, self._half_band / hypot(across, down)
        side_x, side_y = -down * reach, across * reach
        corners = [(side_x, side_y), (across + side_x, down + side_y)]
        corners += [(across - side_x, down - side_y), (-side_x, -side_y)]
        band = Image.new("L", (2 * half, 2 * half))
        ImageDraw.Draw(band).polygon([(x + half, y + half) for x, y in corners], fill=255)
        return band
