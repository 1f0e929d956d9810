"""The usual way to draw a board: everything at four times its size, anew for every image, then shrunk."""

from __future__ import annotations

from io import BytesIO

from engine import board_of
from rendering.board import draw_coordinates, draw_wood
from rendering.cells import CellPainter
from rendering.layout import layout_of
from rendering.marks import base_of, draw_mark
from rendering.panel import draw_panel
from rendering.picture import BoardPicture
from rendering.scene import Scene
from rendering.sketch import Sketch
from rendering.theme import Theme


def redraw(scene: Scene, theme: Theme) -> BoardPicture:
    """The same picture as `draw_scene`, without any tiles; numbers are left out."""
    layout = layout_of(scene.size)
    sketch = Sketch(layout.width, layout.height, theme.canvas)
    sketch.origin = layout.centre
    draw_wood(sketch, layout, theme)
    painter = CellPainter(layout, theme)
    for cell in board_of(scene.size).cells:
        sketch.origin = layout.at(cell)
        painter.draw(sketch, scene.looks.get(cell))
    picture = BoardPicture(layout, theme)
    for cell, mark in scene.marks.items():
        sketch.origin = layout.at(cell)
        draw_mark(sketch, mark, base_of(scene.looks.get(cell)), theme, layout.cell_width)
    picture.paste(sketch.finish(picture.palette), (0, 0))
    draw_coordinates(picture)
    draw_panel(picture, scene)
    return picture


def redrawn_png(scene: Scene, theme: Theme) -> bytes:
    """That picture as Pillow writes it when told nothing."""
    buffer = BytesIO()
    redraw(scene, theme).image().save(buffer, "PNG")
    return buffer.getvalue()
