"""What stands beside the board: stones, the button, the sign of the side to move."""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache

from PIL import Image

from engine import Color
from rendering.cells import draw_stone
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
    NUMBERED_BUTTON = auto()
    """New, and its face left free for a number."""
    CONSIDERED_BUTTON = auto()


@lru_cache(maxsize=64)
def stone_token(color: Color, width: int, theme: Theme, badge: Badge = Badge.NONE) -> Image.Image:
    """A side's stone, with the button at its inner lower corner if that side has it."""
    radius = width / 2
    side = round(width * (1.0 if badge is Badge.NONE else _WITH_BADGE))
    inner = 1 if color is Color.BLACK else -1
    middle = (-inner * (side / 2 - radius), radius - side / 2)
    sketch = Sketch(side, side, theme.canvas)
    draw_stone(sketch, middle, radius, width / 25, color, theme)
    if badge is not Badge.NONE:
        reach = width * _BADGE
        corner = (inner * (side / 2 - reach), side / 2 - reach)
        _draw_button(sketch, corner, reach, theme, badge)
    return sketch.finish(palette_of(theme))


def badge_offset(color: Color, width: int) -> tuple[int, int]:
    """The middle of the badge from that of the token."""
    inward = round(width * (_WITH_BADGE / 2 - _BADGE))
    return (inward if color is Color.BLACK else -inward), inward


@lru_cache(maxsize=16)
def button_token(width: int, theme: Theme) -> Image.Image:
    """The button that nobody has taken."""
    sketch = Sketch(width, width, theme.canvas)
    _draw_button(sketch, (0, 0), width / 2, theme, Badge.BUTTON)
    return sketch.finish(palette_of(theme))


def _draw_button(sketch: Sketch, centre: Point, reach: float, theme: Theme, badge: Badge) -> None:
    """A button and the gap around it; one just taken has the ring that all the last turn's doings have."""
    sketch.disc(centre, reach, theme.canvas)
    is_new = badge in (Badge.NEW_BUTTON, Badge.NUMBERED_BUTTON)
    if is_new:
        sketch.disc(centre, reach * 0.94, theme.accent)
        sketch.disc(centre, reach * 0.82, theme.canvas)
    radius = reach * (0.72 if is_new else 0.84)
    rim = theme.brass_edge
    face = theme.canvas if badge is Badge.CONSIDERED_BUTTON else theme.brass
    if badge is Badge.NUMBERED_BUTTON:
        sketch.disc(centre, radius, face)
        return
    for share, color in ((1.0, rim), (0.92, face), (0.68, rim), (0.6, face)):
        sketch.disc(centre, radius * share, color)
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        hole = centre[0] + x * radius * 0.23, centre[1] + y * radius * 0.23
        sketch.disc(hole, radius * 0.13, rim)


@lru_cache(maxsize=16)
def pointer(side: int, color: RGB, theme: Theme) -> Image.Image:
    """A triangle pointing right."""
    sketch = Sketch(side, side, theme.canvas)
    reach, rounding = side * 0.36, side * 0.1
    corners = [(-reach * 0.8, -reach), (reach, 0), (-reach * 0.8, reach)]
    sketch.polygon(corners, color, rounding=rounding)
    return sketch.finish(palette_of(theme))
