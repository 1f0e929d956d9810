"""Drawing a board."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from math import cos, pi, sin, sqrt

from engine import Cell, Game, board_of
from rendering.layout import WIDTH, Layout, layout_of
from rendering.panel import draw_panel
from rendering.picture import Picture
from rendering.scene import Outcome, Scene, scene_of
from rendering.sketch import Sketch
from rendering.text import Align, draw_text
from rendering.theme import WOOD, Theme
from rendering.tiles import Tile, tiles_of

_LABEL = 30
_CORNER = 26
_RIM = 4
_STRIP = 100


def render_board(
    game: Game, *, lit: Collection[Cell] = (), outcome: Outcome | None = None, theme: Theme = WOOD
) -> bytes:
    """The game as it stands, as an opaque PNG; the same game gives the same bytes.

    ``lit`` are the cells offered to the viewer; ``outcome`` says how the game ended if not by its last stone.
    """
    return draw_scene(scene_of(game, lit, outcome), theme).png()


def draw_scene(scene: Scene, theme: Theme = WOOD, width: int = WIDTH) -> Picture:
    """Draw what a scene tells, ``width`` pixels wide."""
    layout = layout_of(scene.size, width)
    picture = _bare_board(layout, theme).copy()
    tiles = tiles_of(layout, theme)
    for cell, look in scene.looks.items():
        _lay(picture, cell, tiles.of(look))
    draw_panel(picture, scene)
    return picture


def _lay(picture: Picture, cell: Cell, tile: Tile) -> None:
    (x, y), (across, down) = picture.layout.at(cell), tile.offset
    picture.paste(tile.image, (x + across, y + down), tile.mask)


@lru_cache(maxsize=16)
def _bare_board(layout: Layout, theme: Theme) -> Picture:
    """What all boards of a layout have in common; its cells look as if nothing could be placed there."""
    picture = Picture(layout, theme)
    _lay_wood(picture)
    peg = tiles_of(layout, theme).of(None)
    for cell in board_of(layout.size).cells:
        _lay(picture, cell, peg)
    draw_coordinates(picture)
    return picture


def _lay_wood(picture: Picture) -> None:
    # Strip by strip: at drawing size the whole would take 40 MB and a long breath.
    layout = picture.layout
    for top in range(0, layout.height, _STRIP):
        sketch = Sketch(layout.width, min(_STRIP, layout.height - top), picture.theme.canvas)
        sketch.origin = (layout.centre[0], layout.centre[1] - top)
        draw_wood(sketch, layout, picture.theme)
        picture.paste(sketch.finish(picture.palette), (0, top))


def draw_wood(sketch: Sketch, layout: Layout, theme: Theme) -> None:
    """Draw the board without its cells, its middle at the sketch's origin."""
    corner = layout.px(_CORNER)
    radius = (layout.apothem - corner) * 2 / sqrt(3)
    corners = [(radius * cos(turn * pi / 3), radius * sin(turn * pi / 3)) for turn in range(6)]
    sketch.polygon(corners, theme.rim, rounding=corner + layout.px(_RIM))
    sketch.polygon(corners, theme.wood, rounding=corner)


def draw_coordinates(picture: Picture) -> None:
    """Write the rows' numbers on the left of the board, and the letters below it and on its right."""
    layout, ink, height = picture.layout, picture.theme.text, picture.layout.px(_LABEL)
    for number, row in enumerate(board_of(layout.size).rows, 1):
        draw_text(picture, layout.number_at(row[0]), str(number), height, ink=ink, align=Align.MIDDLE)
    for x in range(1, 2 * layout.size):
        lowest = Cell(x, max(1, x - layout.size + 1))
        draw_text(picture, layout.letter_at(lowest), str(lowest)[0], height, ink=ink, align=Align.MIDDLE)
