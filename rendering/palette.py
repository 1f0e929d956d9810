"""The colours of a theme's pictures, 256 at most, and how drawings in full colour are brought to them."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from threading import Lock

from PIL import Image

from rendering.theme import RGB, Theme

_SLOTS = 256
_STEPS = 4
"""Colours that meet blend in so many steps; more are not seen at an edge, but make files larger."""
_GRID = 4
"""Pillow looks colours up on a grid of this step, so that only colours on the grid are found exactly."""


class Palette:
    """A theme's colours and evenly spaced blends of those that meet."""

    def __init__(self, theme: Theme) -> None:
        self.colors = _colors(theme)
        self.index = {color: number for number, color in enumerate(self.colors)}
        self.data = bytes(chain.from_iterable(self.colors))
        # What is unused repeats the first colour; left black it would attract dark blends.
        self._target = Image.new("P", (1, 1))
        self._target.putpalette(self.data + bytes(self.colors[0]) * (_SLOTS - len(self.colors)))
        # Pillow keeps a look-up table in the target, which two threads must not fill at once.
        self._lock = Lock()

    def mapped(self, drawing: Image.Image) -> Image.Image:
        """An RGB drawing in this palette's nearest colours."""
        with self._lock:
            return drawing.quantize(palette=self._target, dither=Image.Dither.NONE)

    def inked(self, coverage: Image.Image, ground: RGB, ink: RGB) -> Image.Image:
        """A drawing given by how much each pixel is covered by ``ink`` (mode L), on ``ground``."""
        return self.mapped(Image.composite(_plain(coverage, ink), _plain(coverage, ground), coverage))


@lru_cache(maxsize=16)
def palette_of(theme: Theme) -> Palette:
    """The palette of a theme."""
    return Palette(theme)


def _plain(like: Image.Image, color: RGB) -> Image.Image:
    return Image.new("RGB", like.size, color)


def _colors(theme: Theme) -> tuple[RGB, ...]:
    colors = dict.fromkeys(chain.from_iterable(theme.ramps))
    for low, high in theme.ramps:
        colors |= dict.fromkeys(_blend(low, high, step / _STEPS) for step in range(1, _STEPS))
    if len(colors) > _SLOTS:
        raise ValueError(f"the theme {theme.name!r} needs {len(colors)} colours, more than {_SLOTS}")
    return tuple(colors)


def _blend(low: RGB, high: RGB, share: float) -> RGB:
    parts = (round((a + (b - a) * share) / _GRID) * _GRID for a, b in zip(low, high, strict=True))
    red, green, blue = parts
    return red, green, blue
