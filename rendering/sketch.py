"""A small drawing pad with true antialiasing: drawn large, shrunk once."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.palette import Palette
from rendering.theme import RGB

_ENLARGED = 4

Point = tuple[float, float]


class Sketch:
    """A drawing in final pixels, relative to an origin; the later stroke covers the earlier."""

    def __init__(self, width: int, height: int, ground: RGB) -> None:
        self.origin: Point = (width / 2, height / 2)
        """What points are relative to, from the top left corner: the middle, until moved."""
        self._image = Image.new("RGB", (width * _ENLARGED, height * _ENLARGED), ground)
        self._draw = ImageDraw.Draw(self._image)

    def disc(self, centre: Point, radius: float, color: RGB) -> None:
        x, y = self._place(centre)
        reach = radius * _ENLARGED
        self._draw.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), fill=color)

    def polygon(self, corners: list[Point], color: RGB, *, rounding: float = 0) -> None:
        """A filled polygon; ``rounding`` adds a rim of that width with round corners."""
        placed = [self._place(corner) for corner in corners]
        self._draw.polygon(placed, fill=color)
        if rounding:
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                self.line(start, end, 2 * rounding, color)
                self.disc(start, rounding, color)

    def line(self, start: Point, end: Point, width: float, color: RGB) -> None:
        """A straight line with square ends."""
        (x1, y1), (x2, y2) = self._place(start), self._place(end)
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        half = width * _ENLARGED / 2
        across, down = (y1 - y2) / length * half, (x2 - x1) / length * half
        corners = [(x1 + across, y1 + down), (x2 + across, y2 + down)]
        corners += [(x2 - across, y2 - down), (x1 - across, y1 - down)]
        self._draw.polygon(corners, fill=color)

    def stroke(self, start: Point, end: Point, width: float, color: RGB) -> None:
        """A straight line with round ends."""
        self.line(start, end, width, color)
        for tip in (start, end):
            self.disc(tip, width / 2, color)

    def finish(self, palette: Palette) -> Image.Image:
        """The drawing in final pixels and palette colours."""
        return palette.mapped(self._image.reduce(_ENLARGED))

    def _place(self, point: Point) -> Point:
        (x, y), (origin_x, origin_y) = point, self.origin
        return (x + origin_x) * _ENLARGED, (y + origin_y) * _ENLARGED
