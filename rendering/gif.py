"""GIFs of exact frames: one palette for all, and of each frame only what is new.

Pillow's own writer of many frames compares them in full colour and may choose palettes anew. Here that of
single images compresses the pixels, and only the container around them is ours (GIF89a specification).
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from struct import pack

from PIL import Image, ImageChops

_COLORS = 256
_TRANSPARENT = _COLORS - 1
"""Stands for a pixel that stays as it is; so the palette may have one colour less."""
_HEADER = 13
_DESCRIPTOR = 10
_LOOP_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_UNCHANGED = [255] + [0] * 255


def encode_gif(frames: Iterable[tuple[Image.Image, int]], palette: bytes) -> bytes:
    """A GIF that is shown again and again.

    ``frames`` are images of palette indices (mode L), all of one size, and how long each is shown, in
    milliseconds (the format counts hundredths of a second); ``palette`` has 255 colours at most.
    """
    if len(palette) // 3 > _TRANSPARENT:
        raise ValueError("no colour is left to stand for transparency")
    parts: list[bytes] = []
    before: Image.Image | None = None
    for image, milliseconds in frames:
        parts.append(_frame(before, image, milliseconds) if before else _start(image, palette, milliseconds))
        before = image
    return b"".join((*parts, b"\x3b"))


def _start(image: Image.Image, palette: bytes, milliseconds: int) -> bytes:
    """All that comes before the second frame."""
    screen = b"GIF89a" + pack("<HHBBB", *image.size, 0xF7, 0, 0)
    colors = palette.ljust(3 * _COLORS, b"\0")
    return screen + colors + _LOOP_FOREVER + _block(image, (0, 0), milliseconds)


def _frame(before: Image.Image, image: Image.Image, milliseconds: int) -> bytes:
    """What changes a picture into the next one."""
    changes = ImageChops.difference(before, image)
    box = changes.getbbox() or (0, 0, 1, 1)
    changed = image.crop(box)
    changed.paste(_TRANSPARENT, mask=changes.crop(box).point(_UNCHANGED))
    return _block(changed, box[:2], milliseconds)


def _block(image: Image.Image, corner: tuple[int, int], milliseconds: int) -> bytes:
    # The flags: a frame stays until the next is drawn over it, and one colour is transparent.
    control = b"\x21\xf9\x04" + pack("<BHBB", 0b101, round(milliseconds / 10), _TRANSPARENT, 0)
    descriptor = b"\x2c" + pack("<HHHHB", *corner, *image.size, 0)
    return control + descriptor + _compressed(image)


def _compressed(image: Image.Image) -> bytes:
    """The pixels as a GIF holds them, taken from a GIF of this image alone."""
    buffer = BytesIO()
    image.save(buffer, "GIF", optimize=False, interlace=0)
    alone = buffer.getvalue()
    place = _HEADER + _table_size(alone[10])
    while alone[place] == 0x21:  # Extensions: two bytes, then blocks that begin with their length.
        place += 2
        while alone[place]:
            place += 1 + alone[place]
        place += 1
    return alone[place + _DESCRIPTOR + _table_size(alone[place + 9]) : -1]


def _table_size(flags: int) -> int:
    """The bytes of the colour table that these flags announce."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0
