"""A palette image in the making, and how it becomes a PNG."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from struct import pack
from typing import Self

from PIL import Image

from rendering.deflate import deflate
from rendering.layout import Layout
from rendering.palette import palette_of
from rendering.sketch import Sketch
from rendering.theme import Theme

_STRIP = 100


class Picture:
    """An image in a theme's palette.

    PNG wants the number of a filter before each row, and 0 (none) is best for palette images. The image
    carries these numbers in one more column on its left: so its memory is just what is to be compressed.
    """

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.width = width
        self.height = height
        self.theme = theme
        self.palette = palette_of(theme)
        self._image = Image.new("P", (width + 1, height), self.palette.index[theme.canvas])

    def copy(self) -> Self:
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__, _image=self._image.copy())
        return twin

    def paste(self, image: Image.Image, corner: tuple[int, int], mask: Image.Image | None = None) -> None:
        """Put an image in the same palette with its top left corner at ``corner``."""
        self._image.paste(image, (corner[0] + 1, corner[1]), mask)

    def draw(self, draw: Callable[[Sketch], None], origin: tuple[int, int]) -> None:
        """Fill the picture with a drawing whose points are relative to ``origin``."""
        # Strip by strip: at drawing size the whole would take 40 MB and a long breath.
        for top in range(0, self.height, _STRIP):
            sketch = Sketch(self.width, min(_STRIP, self.height - top), self.theme.canvas)
            sketch.origin = (origin[0], origin[1] - top)
            draw(sketch)
            self.paste(sketch.finish(self.palette), (0, top))

    def image(self) -> Image.Image:
        """The picture alone, as a Pillow image with its palette."""
        picture = self._image.crop((1, 0, *self._image.size))
        picture.putpalette(self.palette.data)
        return picture

    def indices(self) -> Image.Image:
        """The picture alone, as palette indices (mode L)."""
        whole = Image.frombytes("L", self._image.size, self._image.tobytes())
        return whole.crop((1, 0, *whole.size))

    def png(self) -> bytes:
        header = pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        # Set last, so that it does not matter what was drawn over the left edge.
        self._image.paste(0, (0, 0, 1, self.height))
        pixels = deflate(self._image.tobytes())
        chunks = ((b"IHDR", header), (b"PLTE", self.palette.data), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in chunks)


class BoardPicture(Picture):
    """A picture of a board."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        super().__init__(layout.width, layout.height, theme)
        self.layout = layout


def _chunk(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))
