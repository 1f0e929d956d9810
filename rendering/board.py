"""Drawing a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, sin, sqrt

from engine import Cell, Game, board_of
from rendering.layout import WIDTH, Layout, layout_of
from rendering.lettering import lettered
from rendering.looks import Stone
from rendering.panel import draw_panel
from rendering.picture import BoardPicture
from rendering.scene import Scene, scene_of
from rendering.sketch import Sketch
from rendering.text import Align, draw_text
from rendering.theme import Theme
from rendering.themes import WOOD
from rendering.tiles import Tile, Tiles, tiles_of
from rendering.view import Outcome, View

_LABEL = 30
_CORNER = 26
_RIM = 4
_TICK = 4


@lettered()
def render_board(
    game: Game, *, view: View | None = None, outcome: Outcome | None = None, theme: Theme = WOOD
) -> bytes:
    """The game as it stands, as an opaque PNG; the same game gives the same bytes.

    ``view`` says what to point out, the last turn if it is not given; ``outcome`` how the game ended if not
    by its last stone. Raises IllegalAction for a considered action that is not allowed.
    """
    return draw_scene(scene_of(game, view, outcome), theme).png()


def draw_scene(scene: Scene, theme: Theme = WOOD, width: int = WIDTH) -> BoardPicture:
    """Draw what a scene tells, ``width`` pixels wide."""
    picture = _bare_board(layout_of(scene.size, width), theme).copy()
    _lay_stones(picture, scene)
    draw_panel(picture, scene)
    return picture


def draw_board(scene: Scene, layout: Layout, theme: Theme) -> BoardPicture:
    """Draw the board alone, without coordinates and scores."""
    picture = _plain_board(layout, theme).copy()
    _lay_stones(picture, scene)
    return picture


def _lay_stones(picture: BoardPicture, scene: Scene) -> None:
    tiles = tiles_of(picture.layout, picture.theme)
    for cell, look in scene.looks.items():
        _lay(picture, cell, tiles.of(look))
    for cell, tile in marks_of(scene, tiles):
        _lay(picture, cell, tile)


def marks_of(scene: Scene, tiles: Tiles) -> Iterator[tuple[Cell, Tile]]:
    """What lies on top of the cells: a number, where there is one, or else a mark."""
    for cell, mark in scene.marks.items():
        look, number = scene.looks.get(cell), scene.numbers.get(cell)
        if number is not None and isinstance(look, Stone):
            yield cell, tiles.number(number, look.color)
        else:
            yield cell, tiles.mark(mark, look)


def _lay(picture: BoardPicture, cell: Cell, tile: Tile) -> None:
    (x, y), (across, down) = picture.layout.at(cell), tile.offset
    picture.paste(tile.image, (x + across, y + down), tile.mask)


@lru_cache(maxsize=16)
def _bare_board(layout: Layout, theme: Theme) -> BoardPicture:
    """What all boards of a layout have in common; its cells look as if nothing could be placed there."""
    picture = _pegged(layout, theme, draw_wood)
    draw_coordinates(picture)
    return picture


@lru_cache(maxsize=16)
def _plain_board(layout: Layout, theme: Theme) -> BoardPicture:
    """The same without coordinates."""
    return _pegged(layout, theme, _draw_plain_wood)


def _pegged(layout: Layout, theme: Theme, draw: Callable[[Sketch, Layout, Theme], None]) -> BoardPicture:
    picture = BoardPicture(layout, theme)
    picture.draw(lambda sketch: draw(sketch, layout, theme), layout.centre)
    peg = tiles_of(layout, theme).of(None)
    for cell in board_of(layout.size).cells:
        _lay(picture, cell, peg)
    return picture


def draw_wood(sketch: Sketch, layout: Layout, theme: Theme) -> None:
    """Draw the board without its cells, its middle at the sketch's origin."""
    _draw_plain_wood(sketch, layout, theme)
    _draw_ticks(sketch, layout, theme)


def _draw_plain_wood(sketch: Sketch, layout: Layout, theme: Theme) -> None:
    corner = layout.px(_CORNER)
    radius = (layout.apothem - corner) * 2 / sqrt(3)
    corners = [(radius * cos(turn * pi / 3), radius * sin(turn * pi / 3)) for turn in range(6)]
    sketch.polygon(corners, theme.rim, rounding=corner + layout.px(_RIM))
    sketch.polygon(corners, theme.wood, rounding=corner)


def _draw_ticks(sketch: Sketch, layout: Layout, theme: Theme) -> None:
    """Lead from each letter into its file: files slant, so the letter could else be that of the next one."""
    (x, y), width = layout.centre, layout.px(_TICK)
    for lowest in _lowest_cells(layout.size):
        start, end = layout.tick(lowest)
        sketch.stroke((start[0] - x, start[1] - y), (end[0] - x, end[1] - y), width, theme.rim)


def _lowest_cells(size: int) -> list[Cell]:
    """For each letter the lowest cell that it names."""
    return [Cell(x, max(1, x - size + 1)) for x in range(1, 2 * size)]


def draw_coordinates(picture: BoardPicture) -> None:
    """Write the rows' numbers on the left of the board, and the letters below it and on its lower right."""
    layout, ink, height = picture.layout, picture.theme.text, picture.layout.px(_LABEL)
    for number, row in enumerate(board_of(layout.size).rows, 1):
        draw_text(picture, layout.number_at(row[0]), str(number), height, ink=ink, align=Align.MIDDLE)
    for lowest in _lowest_cells(layout.size):
        draw_text(picture, layout.letter_at(lowest), str(lowest)[0], height, ink=ink, align=Align.MIDDLE)
