"""What everything looks like: the colours of a theme, by what they are for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from engine import Color

RGB = tuple[int, int, int]


class Inks(NamedTuple):
    """The colours of a side's stones and ribbons."""

    fill: RGB
    rim: RGB
    """The outline of stones."""
    edge: RGB
    """The outline of ribbons, and what is written on stones."""
    spine: RGB
    """The line along a claimed ribbon."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Theme:
    """Named colours. Themes are compared by identity, so that they are cheap to look caches up by.

    Every component is a multiple of 4: on this grid each colour is in the palette exactly (see `Palette`).
    """

    name: str
    canvas: RGB
    """Around the board."""
    text: RGB
    quiet_text: RGB
    rim: RGB
    """The edge of the board."""
    wood: RGB
    """The board itself: what stones lie on, and what is left where nothing can be placed any more."""
    peg: RGB
    """The dot that marks a cell where nothing can be placed any more."""
    tile: RGB
    """A cell where a stone can be placed."""
    tile_edge: RGB
    lit: RGB
    """The dot on a cell that the viewer may choose."""
    cord: RGB
    """What joins the stones of an open ribbon."""
    black: RGB
    black_rim: RGB
    black_edge: RGB
    black_spine: RGB
    white: RGB
    white_edge: RGB
    white_spine: RGB
    accent: RGB
    """The last turn's marks, and the side to move."""
    brass: RGB
    """The button."""
    brass_edge: RGB
    is_patterned: bool = False
    """Whether nothing rests on colour: Black has square stones and striped ribbons, marks no colour."""

    def inks(self, color: Color) -> Inks:
        """A side's colours."""
        if color is Color.BLACK:
            return Inks(self.black, self.black_rim, self.black_edge, self.black_spine)
        return Inks(self.white, self.white_edge, self.white_edge, self.white_spine)

    @property
    def ramps(self) -> tuple[tuple[RGB, RGB], ...]:
        """The pairs of colours that meet in the picture, whose blends antialiasing needs."""
        return (
            *((self.canvas, other) for other in self._on_canvas),
            *((self.wood, other) for other in self._on_wood),
            *((self.tile, other) for other in (self.lit, self.cord, *self._outlines)),
            *pairwise((self.accent, self.black, self.black_edge, self.accent, self.white, self.white_edge)),
            (self.tile, self.tile_edge),
            (self.accent, self.white_edge),
            (self.black, self.black_rim),
            (self.black, self.black_spine),
            (self.white, self.white_spine),
            (self.accent, self.black_spine),
            (self.accent, self.white_spine),
            (self.cord, self.white_edge),
            (self.cord, self.black_rim),
            (self.brass, self.brass_edge),
            (self.brass, self.black),
        )

    @property
    def _on_canvas(self) -> tuple[RGB, ...]:
        texts, tokens = (self.text, self.quiet_text), (self.black_rim, self.white_edge, self.brass_edge)
        return (*texts, *tokens, self.rim, self.accent)

    @property
    def _on_wood(self) -> tuple[RGB, ...]:
        return (self.peg, self.tile, self.tile_edge, self.cord, self.rim, *self._outlines)

    @property
    def _outlines(self) -> tuple[RGB, ...]:
        return self.black_rim, self.black_edge, self.white_edge
