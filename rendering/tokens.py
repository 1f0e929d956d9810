"""What stands beside the board: stones, the button, the sign of the side to move."""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache

from PIL import Image

from engine import Color
from rendering.palette import palette_of
from rendering.sketch import Point, Sketch
from rendering.theme import RGB, Theme

# Shares of the stone's width.
_WITH_BADGE = 1.22
_BADGE = 0.34


class Badge(Enum):
    """Whether a side's stone wears the button."""

    NONE = auto()
    BUTTON = auto()
    NEW_BUTTON = auto()
    """Taken by the last turn."""


@lru_cache(maxsize=64)
def stone_token(color: Color, width: int, theme: Theme, badge: Badge = Badge.NONE) -> Image.Image:
    """A side's stone, with the button at its inner lower corner if that side has it."""
    radius = width / 2
    side = round(width * (1.0 if badge is Badge.NONE else _WITH_BADGE))
    inner = 1 if color is Color.BLACK else -1
    middle = (-inner * (side / 2 - radius), radius - side / 2)
    sketch = Sketch(side, side, theme.canvas)
    sketch.disc(middle, radius, theme.white_edge)
    sketch.disc(middle, radius - width / 25, theme.black if color is Color.BLACK else theme.white)
    if badge is not Badge.NONE:
        reach = width * _BADGE
        corner = (inner * (side / 2 - reach), side / 2 - reach)
        _draw_button(sketch, corner, reach, theme, is_new=badge is Badge.NEW_BUTTON)
    return sketch.finish(palette_of(theme))


@lru_cache(maxsize=16)
def button_token(width: int, theme: Theme) -> Image.Image:
    """The button that nobody has taken."""
    sketch = Sketch(width, width, theme.canvas)
    _draw_button(sketch, (0, 0), width / 2, theme, is_new=False)
    return sketch.finish(palette_of(theme))


def _draw_button(sketch: Sketch, centre: Point, reach: float, theme: Theme, *, is_new: bool) -> None:
    """A button and the gap around it; one just taken has the ring that all the last turn's doings have."""
    sketch.disc(centre, reach, theme.canvas)
    if is_new:
        sketch.disc(centre, reach * 0.94, theme.accent)
        sketch.disc(centre, reach * 0.82, theme.canvas)
    radius = reach * (0.72 if is_new else 0.84)
    rim, face = theme.brass_edge, theme.brass
    for share, color in ((1.0, rim), (0.92, face), (0.68, rim), (0.6, face)):
        sketch.disc(centre, radius * share, color)
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        hole = centre[0] + x * radius * 0.23, centre[1] + y * radius * 0.23
        sketch.disc(hole, radius * 0.13, theme.brass_edge)


@lru_cache(maxsize=16)
def pointer(side: int, color: RGB, theme: Theme) -> Image.Image:
    """A triangle pointing right."""
    sketch = Sketch(side, side, theme.canvas)
    reach, rounding = side * 0.36, side * 0.1
    corners = [(-reach * 0.8, -reach), (reach, 0), (-reach * 0.8, reach)]
    sketch.polygon(corners, color, rounding=rounding)
    return sketch.finish(palette_of(theme))
