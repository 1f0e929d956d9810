"""The signs in the middle of cells; each has a shape of its own."""

from __future__ import annotations

from math import cos, pi, sin

from engine import Color
from rendering.looks import CellLook, Ground, Mark, Stone
from rendering.sketch import Point, Sketch
from rendering.theme import RGB, Theme

# All measures are shares of a cell's width.
_LARGEST = 0.27
"""Marks are not larger than the smallest ground that they lie on."""
_RING, _RING_HOLE = 0.19, 0.105
_WIDE_RING, _WIDE_RING_HOLE = 0.265, 0.195
_DIAMOND, _SMALL_DIAMOND = 0.15, 0.125
_HOLLOW_DIAMOND, _HOLLOW_DIAMOND_INSIDE = 0.2, 0.085
_HOLE, _HOLE_EDGE = 0.185, 0.026
_DIAMOND_HOLE = 0.22
_TRIANGLE = 0.24
_SIGN = (0.27, 0.25, 0.22)
_CROSS, _CROSS_LINE = 0.085, 0.06
_REACHES = {Mark.LAST: 0.2, Mark.FLIPPED: 0.18}

Base = Color | Ground | None
"""What a mark lies on: a side's stone, or an empty cell."""


def base_of(look: CellLook | None) -> Base:
    """What the middle of a cell is like."""
    return look.color if isinstance(look, Stone) else look


def reach_of(mark: Mark | None) -> float:
    """The radius of the disc that a mark, or without one a number, fills."""
    return _LARGEST if mark is None else _REACHES.get(mark, _LARGEST)


def ground_of(base: Base, theme: Theme) -> RGB:
    """The plain colour of the ground."""
    if isinstance(base, Color):
        return theme.inks(base).fill
    return theme.tile if base else theme.wood


def draw_mark(sketch: Sketch, mark: Mark, base: Base, theme: Theme, width: float) -> None:
    """Draw a mark around the sketch's origin, on a disc of its ground, for cells ``width`` wide."""
    ground = ground_of(base, theme)
    edge = theme.inks(base).edge if isinstance(base, Color) else theme.white_edge
    accent = edge if theme.is_patterned else theme.accent
    sketch.disc((0, 0), reach_of(mark) * width, ground)
    match mark:
        case Mark.LAST:
            sketch.disc((0, 0), _RING * width, accent)
            sketch.disc((0, 0), _RING_HOLE * width, ground)
        case Mark.LAST_FLIPPED:
            sketch.disc((0, 0), _WIDE_RING * width, accent)
            sketch.disc((0, 0), _WIDE_RING_HOLE * width, ground)
            sketch.polygon(_regular(4, _SMALL_DIAMOND * width), accent)
        case Mark.FLIPPED:
            sketch.polygon(_regular(4, _DIAMOND * width), accent)
        case Mark.WOULD_FLIP:
            sketch.polygon(_regular(4, _HOLLOW_DIAMOND * width), accent)
            sketch.polygon(_regular(4, _HOLLOW_DIAMOND_INSIDE * width), ground)
        case Mark.CONSIDERED:
            sketch.disc((0, 0), (_HOLE + _HOLE_EDGE) * width, edge)
            sketch.disc((0, 0), _HOLE * width, theme.wood)
        case Mark.CONSIDERED_FLIP:
            sketch.polygon(_regular(4, (_DIAMOND_HOLE + 1.4 * _HOLE_EDGE) * width), edge)
            sketch.polygon(_regular(4, _DIAMOND_HOLE * width), theme.wood)
        case Mark.OBSTACLE:
            sketch.polygon(_regular(3, _TRIANGLE * width, down=0.04 * width), accent)
        case Mark.REFUSED:
            _draw_stop_sign(sketch, theme, width)


def _draw_stop_sign(sketch: Sketch, theme: Theme, width: float) -> None:
    """A cross on a disc, which brings its own light and dark edge, whatever it lies on."""
    face = theme.black if theme.is_patterned else theme.accent
    for radius, color in zip(_SIGN, (theme.white_edge, theme.white, face), strict=True):
        sketch.disc((0, 0), radius * width, color)
    reach = _CROSS * width
    for side in (-1, 1):
        sketch.stroke((-reach, -reach * side), (reach, reach * side), _CROSS_LINE * width, theme.white)


def _regular(corners: int, radius: float, down: float = 0.0) -> list[Point]:
    """A regular polygon that stands on its tip if it has four corners, and on a side if it has three."""
    angles = [2 * pi * corner / corners for corner in range(corners)]
    return [(radius * sin(angle), down - radius * cos(angle)) for angle in angles]
