"""How cells look: the language that every picture of a board is drawn in.

Open ribbons are stones on a cord; claimed ones are one solid shape with a bead for each stone, outlined, and
outlined twice if the last turn claimed them. A ribbon that would be claimed lies in the hollow shape of it,
in its owner's colour: what is solid has happened, what is hollow would happen. Where a stone can be placed
lies a light tile; where none can be placed any more there is only the wood, with a peg hole.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

from engine import Color
from rendering.layout import Layout
from rendering.looks import Bond, CellLook, Ground, Stone
from rendering.sketch import Point, Sketch
from rendering.theme import RGB, Theme

# All measures are shares of a cell's width.
_GAP = 0.035
_CORNER = 0.09
_BEVEL = 0.02
_STRIPE, _STRIPE_REACH = 0.09, 0.21
_PEG = 0.036
_LIT = 0.13
_STONE = 0.355
_STONE_EDGE = 0.026
_SQUARE, _SQUARE_CORNER = 0.72, 0.14
"""Of a stone's radius: half the side of a square stone, and its rim."""
_CORD = 0.15
_BAND = 0.3
_BAND_EDGE = 0.035
_CLAIM_RING = 0.065
_HOLLOW_LINE = 0.1
_HALF_WAY = 0.52
_SPINE = 0.045
_BEAD = 0.075
WIDEST_BAND = 2 * (_BAND + _BAND_EDGE + _CLAIM_RING + _BAND_EDGE)

_OWNER = {Bond.FOR_BLACK: Color.BLACK, Bond.FOR_WHITE: Color.WHITE}


def draw_stone(sketch: Sketch, centre: Point, radius: float, rim: float, color: Color, theme: Theme) -> None:
    """Draw a stone with its rim."""
    inks = theme.inks(color)
    if color is Color.BLACK and theme.is_patterned:
        x, y = centre
        half = radius * _SQUARE
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        sketch.polygon(corners, inks.fill, rounding=radius * _SQUARE_CORNER)
        return
    sketch.disc(centre, radius, inks.rim)
    sketch.disc(centre, radius - rim, inks.fill)


class CellPainter:
    """Draws the cells of one layout in one theme, without marks."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self._layout = layout
        self._theme = theme
        self._width = layout.cell_width

    def draw(self, sketch: Sketch, look: CellLook | None) -> None:
        """Draw a cell with its centre at the sketch's origin."""
        match look:
            case Stone(bond=Bond.CLAIMED | Bond.JUST_CLAIMED):
                self._draw_capsule(sketch, look)
            case Stone():
                self._draw_threaded(sketch, look)
            case Ground():
                self._draw_open(sketch, look)
            case None:
                sketch.disc((0, 0), _PEG * self._width, self._theme.peg)

    def _draw_open(self, sketch: Sketch, look: Ground) -> None:
        """A lighter tile, its lower edges in a little shade."""
        theme, width = self._theme, self._width
        outer = (1 - _GAP - 2 * _CORNER) * width / sqrt(3)
        for color, inset in ((theme.tile_edge, 0.0), (theme.tile, _BEVEL * width)):
            radius = outer - inset
            angles = [turn * pi / 3 for turn in range(6)]
            corners = [(radius * sin(angle), radius * cos(angle) - inset / 2) for angle in angles]
            sketch.polygon(corners, color, rounding=_CORNER * width)
        if look is Ground.LIT:
            sketch.disc((0, 0), _LIT * width, theme.lit)

    def _draw_threaded(self, sketch: Sketch, stone: Stone) -> None:
        """A stone on its cord."""
        theme, width = self._theme, self._width
        if owner := _OWNER.get(stone.bond):
            self._draw_hollow_capsule(sketch, stone.links, owner)
        self._draw_band(sketch, stone.links, _CORD / 2, theme.cord)
        draw_stone(sketch, (0, 0), _STONE * width, _STONE_EDGE * width, stone.color, theme)

    def _draw_hollow_capsule(self, sketch: Sketch, links: int, owner: Color) -> None:
        """The outline of what the ribbon would become."""
        inks, widest = self._theme.inks(owner), WIDEST_BAND / 2
        inside = widest - _HOLLOW_LINE
        layers = [
            (widest, inks.edge),
            (widest - _BAND_EDGE, inks.fill),
            (inside, inks.edge),
            (inside - _STONE_EDGE, self._theme.tile),
        ]
        for half, color in layers:
            self._draw_band(sketch, links, half, color)

    def _draw_capsule(self, sketch: Sketch, stone: Stone) -> None:
        """Part of a solid ribbon, with a bead where the stone was."""
        inks, widest = self._theme.inks(stone.color), WIDEST_BAND / 2
        layers = [(_BAND + _BAND_EDGE, inks.edge), (_BAND, inks.fill), (_SPINE / 2, inks.spine)]
        if stone.bond is Bond.JUST_CLAIMED:
            layers = [(widest, inks.edge), (widest - _BAND_EDGE, self._theme.accent), *layers]
        for half, color in layers:
            self._draw_band(sketch, stone.links, half, color)
        if stone.color is Color.BLACK and self._theme.is_patterned:
            self._draw_stripes(sketch, stone.links)
        sketch.disc((0, 0), _BEAD * self._width, inks.spine)

    def _draw_stripes(self, sketch: Sketch, links: int) -> None:
        """Bars across a ribbon, half way between its stones; the next cell draws the other half."""
        width, color = self._width, self._theme.black_edge
        for across, down in self._layout.steps(links):
            reach = _STRIPE_REACH * width / hypot(across, down)
            x, y, aside, along = across / 2, down / 2, down * reach, across * reach
            sketch.line((x - aside, y + along), (x + aside, y - along), _STRIPE * width, color)

    def _draw_band(self, sketch: Sketch, links: int, half: float, color: RGB) -> None:
        """A stroke from the centre toward all linked cells, with round joins and ends."""
        sketch.disc((0, 0), half * self._width, color)
        for across, down in self._layout.steps(links):
            # Half way, and a little further so that nothing shines through between two cells.
            sketch.line((0, 0), (across * _HALF_WAY, down * _HALF_WAY), 2 * half * self._width, color)
