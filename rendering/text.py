"""Text in a theme's colours."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from importlib import resources
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from rendering.palette import palette_of
from rendering.picture import Picture
from rendering.theme import RGB, Theme

_FONT = "Inter-Bold-subset.otf"
_SAMPLE = 20
_NO_CHARACTER = "\uffff"

# FreeType's faces are not made for several threads.
_lock = Lock()


class Align(Enum):
    """Which end of a line of text is at the given point; its capitals are centred on the point's height."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


def draw_text(
    picture: Picture,
    at: tuple[int, int],
    text: str,
    height: int,
    *,
    ink: RGB,
    ground: RGB | None = None,
    align: Align = Align.LEFT,
) -> None:
    """Write a line, in letters of a nominal ``height``, on a plain ``ground`` (the canvas, if not given)."""
    theme = picture.theme
    image, (left, top) = _written(text, height, ink, ground or theme.canvas, theme)
    x = at[0] - round(text_width(text, height) * align.value)
    picture.paste(image, (x + left, at[1] + top))


def centred_text(text: str, height: int, side: int, ink: RGB, ground: RGB, theme: Theme) -> Image.Image:
    """Text in the middle of a plain square, in the theme's palette."""
    palette = palette_of(theme)
    image, _ = _written(text, height, ink, ground, theme)
    square = Image.new("P", (side, side), palette.index[ground])
    square.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
    return square


def has_glyphs(text: str) -> bool:
    """Whether the font has every character of a text: figures and Latin letters without accents."""
    return all(sign in " \n" or _has_glyph(sign) for sign in text)


@lru_cache(maxsize=256)
def _has_glyph(sign: str) -> bool:
    # What the font lacks is drawn as a box, just like what is no character at all.
    with _lock:
        font = _font(_SAMPLE)
        return bytes(font.getmask(sign)) != bytes(font.getmask(_NO_CHARACTER))


def text_width(text: str, height: int) -> int:
    with _lock:
        return round(_font(height).getlength(text))


def fitting_height(text: str, width: float, tallest: int) -> int:
    """The largest height of letters, at most ``tallest``, with which the text is no wider than ``width``."""
    return min(tallest, int(tallest * width / max(text_width(text, tallest), 1)))


def fitting(text: str, width: float, tallest: int, smallest: int) -> tuple[str, int]:
    """The text and the height of its letters: cut off where even the smallest would be too wide."""
    height = fitting_height(text, width, tallest)
    if height >= smallest or text_width(text, smallest) <= width:
        return text, max(height, smallest)
    while text and text_width(f"{text}...", smallest) > width:
        text = text[:-1]
    return f"{text.rstrip()}...", smallest


@lru_cache(maxsize=64)
def _font(height: int) -> ImageFont.FreeTypeFont:
    file = resources.files("rendering") / "fonts" / _FONT
    # The basic layout is in every build of Pillow, and all that figures and Latin letters need.
    return ImageFont.truetype(BytesIO(file.read_bytes()), height, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _written(
    text: str, height: int, ink: RGB, ground: RGB, theme: Theme
) -> tuple[Image.Image, tuple[int, int]]:
    """The text, no larger than its ink, and where it goes relative to its start and its capitals' middle."""
    with _lock:
        font = _font(height)
        left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
        capitals = round(font.getbbox("H", anchor="ls")[1])
        coverage = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(coverage).text((-left, -top), text, 255, font, anchor="ls")
    return palette_of(theme).inked(coverage, ground, ink), (left, top - capitals // 2)
