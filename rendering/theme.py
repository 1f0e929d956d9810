"""What everything looks like: the colours of a theme, by what they are for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
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
    black_edge: RGB
    """The outline of black stones and ribbons."""
    black_spine: RGB
    """The line along a claimed black ribbon."""
    white: RGB
    white_edge: RGB
    white_spine: RGB
    accent: RGB
    """The last turn's marks, and the side to move."""
    brass: RGB
    """The button."""
    brass_edge: RGB

    @property
    def ramps(self) -> tuple[tuple[RGB, RGB], ...]:
        """The pairs of colours that meet in the picture, whose blends antialiasing needs."""
        return (
            *((self.canvas, other) for other in self._on_canvas),
            *((self.wood, other) for other in self._on_wood),
            *pairwise((self.lit, self.tile, self.tile_edge)),
            *pairwise((self.accent, self.black, self.black_edge, self.accent, self.white, self.white_edge)),
            (self.accent, self.white_edge),
            (self.black, self.black_spine),
            (self.white, self.white_spine),
            (self.accent, self.black_spine),
            (self.accent, self.white_spine),
            (self.cord, self.white_edge),
            (self.cord, self.black),
            (self.brass, self.brass_edge),
        )

    @property
    def _on_canvas(self) -> tuple[RGB, ...]:
        texts, tokens = (self.text, self.quiet_text), (self.black, self.white_edge, self.brass_edge)
        return (*texts, *tokens, self.rim, self.accent)

    @property
    def _on_wood(self) -> tuple[RGB, ...]:
        cells = (self.peg, self.tile, self.tile_edge, self.cord)
        return (*cells, self.black, self.black_edge, self.white_edge, self.rim)


def _rgb(web: str) -> RGB:
    """A colour written as on the web, brought to the grid of multiples of 4."""
    red, green, blue = (part & ~3 for part in bytes.fromhex(web.removeprefix("#")))
    return red, green, blue


WOOD = Theme(
    name="wood",
    canvas=_rgb("#F4ECDC"),
    text=_rgb("#3A2A1C"),
    quiet_text=_rgb("#6C5844"),
    rim=_rgb("#8A6438"),
    wood=_rgb("#B8905C"),
    peg=_rgb("#5C3C1C"),
    tile=_rgb("#ECD4A8"),
    tile_edge=_rgb("#D4B480"),
    lit=_rgb("#7C5428"),
    cord=_rgb("#5C3C1C"),
    black=_rgb("#24201E"),
    black_edge=_rgb("#F4ECDC"),
    black_spine=_rgb("#7C746C"),
    white=_rgb("#FCF8F0"),
    white_edge=_rgb("#34281E"),
    white_spine=_rgb("#908474"),
    accent=_rgb("#E0541C"),
    brass=_rgb("#E0A83C"),
    brass_edge=_rgb("#704C14"),
)
"""Light wood, the default."""
