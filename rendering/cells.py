"""How cells look: the language that every picture of a board is drawn in.

Open ribbons are stones on a cord; claimed ones are one solid shape with a bead for each stone, outlined, and
outlined twice if the last turn claimed them. Where a stone can be placed lies a light tile; where none can be
placed any more there is only the wood, with a peg hole.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from engine import Color
from rendering.layout import Layout
from rendering.looks import Bond, CellLook, Ground, Mark, Stone
from rendering.sketch import Sketch
from rendering.theme import RGB, Theme

# All measures are shares of a cell's width.
_GAP = 0.035
_CORNER = 0.07
_BEVEL = 0.02
_PEG = 0.036
_LIT = 0.13
_STONE = 0.34
_STONE_EDGE = 0.026
_CORD = 0.15
_BAND = 0.3
_BAND_EDGE = 0.035
_CLAIM_RING = 0.065
_HALF_WAY = 0.52
_SPINE = 0.045
_BEAD = 0.075
_MARK = 0.19
_MARK_HOLE = 0.105
_DIAMOND = 0.14
WIDEST_BAND = 2 * (_BAND + _BAND_EDGE + _CLAIM_RING + _BAND_EDGE)


class CellPainter:
    """Draws the cells of one layout in one theme."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self._layout = layout
        self._theme = theme
        self._width = layout.cell_width

    def draw(self, sketch: Sketch, look: CellLook | None) -> None:
        """Draw a cell with its centre at the sketch's origin."""
        match look:
            case Stone(bond=Bond.OPEN):
                self._draw_threaded(sketch, look)
            case Stone():
                self._draw_capsule(sketch, look)
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
        fill, _, _ = self._inks(stone.color)
        edge = theme.white_edge if stone.color is Color.WHITE else fill
        self._draw_band(sketch, stone.links, _CORD / 2, theme.cord)
        sketch.disc((0, 0), _STONE * width, edge)
        sketch.disc((0, 0), (_STONE - _STONE_EDGE) * width, fill)
        self._draw_mark(sketch, stone.mark, fill)

    def _draw_capsule(self, sketch: Sketch, stone: Stone) -> None:
        """Part of a solid ribbon, with a bead where the stone was."""
        fill, edge, spine = self._inks(stone.color)
        widest = WIDEST_BAND / 2
        layers = [(_BAND + _BAND_EDGE, edge), (_BAND, fill), (_SPINE / 2, spine)]
        if stone.bond is Bond.JUST_CLAIMED:
            layers = [(widest, edge), (widest - _BAND_EDGE, self._theme.accent), *layers]
        for half, color in layers:
            self._draw_band(sketch, stone.links, half, color)
        sketch.disc((0, 0), _BEAD * self._width, spine)
        self._draw_mark(sketch, stone.mark, fill)

    def _draw_mark(self, sketch: Sketch, mark: Mark, fill: RGB) -> None:
        """A ring for a stone just placed, a diamond for one turned over; for both a diamond in the ring."""
        width, accent = self._width, self._theme.accent
        is_last = mark in (Mark.LAST, Mark.LAST_FLIPPED)
        if is_last:
            sketch.disc((0, 0), _MARK * width, accent)
            sketch.disc((0, 0), _MARK_HOLE * width, fill)
        if mark in (Mark.FLIPPED, Mark.LAST_FLIPPED):
            reach = (_MARK_HOLE if is_last else _DIAMOND) * width
            if not is_last:
                sketch.disc((0, 0), 1.25 * reach, fill)
            sketch.polygon([(reach, 0), (0, reach), (-reach, 0), (0, -reach)], accent)

    def _draw_band(self, sketch: Sketch, links: int, half: float, color: RGB) -> None:
        """A stroke from the centre toward all linked cells, with round joins and ends."""
        sketch.disc((0, 0), half * self._width, color)
        for across, down in self._layout.steps(links):
            # Half way, and a little further so that nothing shines through between two cells.
            sketch.line((0, 0), (across * _HALF_WAY, down * _HALF_WAY), 2 * half * self._width, color)

    def _inks(self, color: Color) -> tuple[RGB, RGB, RGB]:
        """Fill, outline and spine of a colour."""
        theme = self._theme
        if color is Color.BLACK:
            return theme.black, theme.black_edge, theme.black_spine
        return theme.white, theme.white_edge, theme.white_spine
