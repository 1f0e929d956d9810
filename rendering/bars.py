"""Bars of results: solid as far as was won, hollow as far as was lost, a cord for what was neither."""

from __future__ import annotations

from math import cos, pi, sqrt
from typing import NamedTuple

from rendering.sketch import Point, Sketch
from rendering.theme import Theme

_LINE = 4
_CORD = 0.26
"""How thick it is, as a share of the bar."""
_BETWEEN = 6
"""From one part of a bar to the next."""
_SHORTEST = 16
"""What happened at all is seen, however rare it is."""
_BENDS = 24


class Counts(NamedTuple):
    """How often somebody won, drew and lost, in the order in which a bar shows it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def draw_bar(sketch: Sketch, length: float, height: float, counts: Counts, theme: Theme) -> None:
    """Draw a bar with round ends around the sketch's origin, cut where parts meet; something has to count."""
    whole, left = _Capsule(length / 2, height / 2), -length / 2
    for draw, reach in zip((_draw_won, _draw_drawn, _draw_lost), _lengths(counts, length), strict=True):
        if reach:
            draw(sketch, whole, (left, left + reach), theme)
            left += reach + _BETWEEN


def _lengths(counts: Counts, length: float) -> list[float]:
    """How long each part is; what the shortest have too much is taken from the longest."""
    room = length - _BETWEEN * (sum(map(bool, counts)) - 1)
    lengths = [max(room * count / sum(counts), _SHORTEST) if count else 0 for count in counts]
    lengths[lengths.index(max(lengths))] -= sum(lengths) - room
    return lengths


class _Capsule:
    """A shape with round ends around the origin, which can be cut."""

    def __init__(self, reach: float, radius: float) -> None:
        self.reach, self.radius = reach, radius
        self._straight = reach - radius
        bends = [self._straight + radius * cos(pi / 2 * step / _BENDS) for step in range(_BENDS + 1)]
        self._bends = sorted(side * bend for bend in bends for side in (-1, 1))

    def inside(self, line: float) -> _Capsule:
        """What is within a line along its edge."""
        return _Capsule(self.reach - line, self.radius - line)

    def between(self, left: float, right: float) -> list[Point]:
        """The corners of its part between two upright cuts."""
        across = [left, *(x for x in self._bends if left < x < right), right]
        lower = [(x, self._half_height(x)) for x in across]
        return [*lower, *((x, -y) for x, y in reversed(lower))]

    def _half_height(self, x: float) -> float:
        beyond = max(abs(x) - self._straight, 0)
        return sqrt(max(self.radius**2 - beyond**2, 0))


_Part = tuple[float, float]
"""Where a part of a bar begins and ends."""


def _draw_won(sketch: Sketch, whole: _Capsule, part: _Part, theme: Theme) -> None:
    sketch.polygon(whole.between(*part), theme.rim)


def _draw_drawn(sketch: Sketch, whole: _Capsule, part: _Part, theme: Theme) -> None:
    (left, right), half = part, whole.radius * _CORD
    sketch.stroke((left + half, 0), (right - half, 0), 2 * half, theme.rim)


def _draw_lost(sketch: Sketch, whole: _Capsule, part: _Part, theme: Theme) -> None:
    left, right = part
    sketch.polygon(whole.between(left, right), theme.rim)
    sketch.polygon(whole.inside(_LINE).between(left + _LINE, right - _LINE), theme.canvas)
