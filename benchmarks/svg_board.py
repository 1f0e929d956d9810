"""The same board as an SVG, for a renderer of SVGs to draw."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from engine import Cell, Color, board_of
from rendering.layout import Layout, layout_of
from rendering.looks import Bond, CellLook, Ground, Stone
from rendering.scene import Scene
from rendering.theme import RGB, Theme


def board_svg(scene: Scene, theme: Theme) -> str:
    """What `draw_scene` draws, roughly: less work than the real picture."""
    layout = layout_of(scene.size)
    shapes = [f'<rect width="{layout.width}" height="{layout.height}" fill="{_web(theme.canvas)}"/>']
    corners = _hexagon(layout.centre, layout.apothem * 2 / sqrt(3), pi / 6)
    shapes.append(f'<polygon points="{corners}" fill="{_web(theme.wood)}" stroke="{_web(theme.rim)}"/>')
    for cell in board_of(scene.size).cells:
        shapes.extend(_cell(layout, theme, cell, scene.looks.get(cell)))
    shapes.extend(_mark(layout, theme, cell) for cell in scene.marks)
    numbers = (row[0] for row in board_of(scene.size).rows)
    shapes.extend(_text(layout.number_at(first), str(first.y)) for first in numbers)
    for x in range(1, 2 * scene.size):
        lowest = Cell(x, max(1, x - scene.size + 1))
        shapes.append(_text(layout.letter_at(lowest), str(lowest)[0]))
    for place, side in zip((100, layout.width - 100), scene.sides, strict=True):
        shapes.append(_text((place, 54), f"{'·'.join(side.score)} {side.komi} {side.pending} {side.status}"))
    size = f'width="{layout.width}" height="{layout.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(shapes)}</svg>'


def _cell(layout: Layout, theme: Theme, cell: Cell, look: CellLook | None) -> Iterator[str]:
    x, y = layout.at(cell)
    width = layout.cell_width
    match look:
        case Stone():
            yield from _stone(layout, theme, (x, y), look)
        case Ground():
            yield f'<polygon points="{_hexagon((x, y), 0.55 * width, 0)}" fill="{_web(theme.tile)}"/>'
        case None:
            yield f'<circle cx="{x}" cy="{y}" r="{0.04 * width}" fill="{_web(theme.peg)}"/>'


def _stone(layout: Layout, theme: Theme, at: tuple[int, int], stone: Stone) -> Iterator[str]:
    is_black = stone.color is Color.BLACK
    fill, edge = (theme.black, theme.black_edge) if is_black else (theme.white, theme.white_edge)
    bands = {
        Bond.OPEN: [(0.15, theme.cord)],
        Bond.CLAIMED: [(0.67, edge), (0.6, fill), (0.045, theme.accent)],
        Bond.JUST_CLAIMED: [(0.87, edge), (0.8, theme.accent), (0.67, edge), (0.6, fill), (0.045, edge)],
        Bond.FOR_BLACK: [(0.87, theme.black), (0.67, theme.tile)],
        Bond.FOR_WHITE: [(0.87, theme.white), (0.67, theme.tile)],
    }
    x, y = at
    for share, color in bands[stone.bond]:
        stroke = f'stroke="{_web(color)}" stroke-width="{share * layout.cell_width}" stroke-linecap="round"'
        for across, down in layout.steps(stone.links) or [(0, 0)]:
            yield f'<path d="M{x + across / 2} {y + down / 2}L{x} {y}" {stroke}/>'
    if stone.bond is Bond.OPEN:
        circle = f'cx="{x}" cy="{y}" r="{0.34 * layout.cell_width}"'
        yield f'<circle {circle} fill="{_web(fill)}" stroke="{_web(theme.white_edge)}"/>'


def _mark(layout: Layout, theme: Theme, cell: Cell) -> str:
    x, y = layout.at(cell)
    circle = f'cx="{x}" cy="{y}" r="{0.15 * layout.cell_width}"'
    return f'<circle {circle} fill="none" stroke="{_web(theme.accent)}"/>'


def _hexagon(centre: tuple[int, int], radius: float, turned: float) -> str:
    angles = [turned + (turn + 0.5) * pi / 3 for turn in range(6)]
    return " ".join(f"{centre[0] + radius * cos(at):.1f},{centre[1] + radius * sin(at):.1f}" for at in angles)


def _text(at: tuple[int, int], text: str) -> str:
    style = 'font-size="30" font-weight="bold" text-anchor="middle"'
    return f'<text x="{at[0]}" y="{at[1] + 11}" {style}>{text}</text>'


def _web(color: RGB) -> str:
    return "#" + bytes(color).hex()
