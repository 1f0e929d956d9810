"""A palette image in the making, and how it becomes a PNG."""

from __future__ import annotations

import zlib
from struct import pack

from PIL import Image

from rendering.layout import Layout
from rendering.palette import palette_of
from rendering.theme import RGB, Theme

_LEVEL = 3
"""Levels 1 and 2 save next to no time here; 4 takes half as long again for a tenth less."""


class Picture:
    """An image of a layout in a theme's palette.

    PNG wants the number of a filter before each row, and 0 (none) is best for palette images. The image
    carries these numbers in one more column on its left: so its memory is just what is to be compressed.
    """

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self.layout = layout
        self.theme = theme
        self.palette = palette_of(theme)
        self._image = Image.new("P", (layout.width + 1, layout.height))
        self.fill((0, 0), (layout.width, layout.height), theme.canvas)

    def copy(self) -> Picture:
        twin = Picture.__new__(Picture)
        twin.__dict__.update(self.__dict__, _image=self._image.copy())
        return twin

    def fill(self, corner: tuple[int, int], size: tuple[int, int], color: RGB) -> None:
        (x, y), (width, height) = corner, size
        self._image.paste(self.palette.index[color], (x + 1, y, x + 1 + width, y + height))

    def paste(self, image: Image.Image, corner: tuple[int, int], mask: Image.Image | None = None) -> None:
        """Put an image in the same palette with its top left corner at ``corner``."""
        self._image.paste(image, (corner[0] + 1, corner[1]), mask)

    def image(self) -> Image.Image:
        """The picture alone, as a Pillow image with its palette."""
        picture = self._image.crop((1, 0, *self._image.size))
        picture.putpalette(self.palette.data)
        return picture

    def png(self) -> bytes:
        header = pack(">IIBBBBB", self.layout.width, self.layout.height, 8, 3, 0, 0, 0)
        pixels = zlib.compress(self._image.tobytes(), _LEVEL)
        chunks = ((b"IHDR", header), (b"PLTE", self.palette.data), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))
