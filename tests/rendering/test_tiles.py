"""The tiles and the pixels they cover."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image, ImageChops

from engine import Color, board_of
from rendering.cells import WIDEST_BAND, CellPainter
from rendering.layout import Layout, layout_of
from rendering.looks import Bond, CellLook, Ground, Mark, Stone
from rendering.palette import palette_of
from rendering.shapes import Shapes
from rendering.sketch import Sketch
from rendering.themes import WOOD
from rendering.tiles import Tiles, tiles_of
from tests.rendering.pictures import SIZES

LINKS = [0, *(1 << one for one in range(6))]
LINKS += [1 << one | 1 << other for one, other in product(range(6), repeat=2) if 2 <= other - one <= 4]
LOOKS: list[CellLook | None] = [None, *Ground]
LOOKS += [Stone(*look) for look in product(Color, LINKS, Bond)]


@pytest.mark.parametrize("width", [960, 720])
@pytest.mark.parametrize("size", range(2, 11))
def test_cells_share_no_pixel_and_leave_none_between_them(size: int, width: int) -> None:
    layout = layout_of(size, width)
    tile = tiles_of(layout, WOOD).of(None)
    count = Image.new("L", (layout.width, layout.height))
    for cell in board_of(size).cells:
        (x, y), (across, down) = layout.at(cell), tile.offset
        layer = Image.new("L", count.size)
        layer.paste(1, (x + across, y + down), tile.mask)
        count = ImageChops.add(count, layer)
    x, y = layout.centre
    assert count.getextrema()[1] == 1
    # Along a row of cells, and straight up through the board's middle.
    row = (2 * size - 1) * layout.cell_width // 2
    assert count.crop((x - row, y - 2, x + row, y + 2)).getextrema() == (1, 1)
    column = (size - 1) * layout.pitch
    assert count.crop((x - 2, y - column, x + 2, y + column)).getextrema() == (1, 1)


@pytest.mark.parametrize("size", SIZES)
def test_two_linked_cells_share_no_pixel_of_their_band(size: int) -> None:
    layout = layout_of(size)
    shapes = shapes_of(layout)
    for direction, step in enumerate(layout.steps()):
        one, other = shapes.mask(1 << direction), shapes.mask(1 << (direction + 3) % 6)
        assert ImageChops.darker(one.convert("L"), moved(other, step)).getbbox() is None


@pytest.mark.parametrize("size", SIZES)
def test_nothing_of_a_cell_is_cut_off_but_where_the_next_stone_draws_on(size: int) -> None:
    layout = layout_of(size)
    painter, shapes = CellPainter(layout, WOOD), shapes_of(layout)
    for look in LOOKS:
        sketch = Sketch(2 * shapes.half, 2 * shapes.half, WOOD.wood)
        wood = sketch.finish(palette_of(WOOD)).convert("RGB")
        painter.draw(sketch, look)
        drawn = ImageChops.difference(sketch.finish(palette_of(WOOD)).convert("RGB"), wood).convert("L")
        covered = shapes.mask(links_of(look) if has_band(look) else 0).convert("L")
        for step, back in linked_to(layout, look):
            covered = ImageChops.lighter(covered, moved(shapes.mask(back if has_band(look) else 0), step))
        cut_off = ImageChops.darker(drawn, ImageChops.invert(covered))
        assert cut_off.getbbox() is None, look


def shapes_of(layout: Layout) -> Shapes:
    return Shapes(layout, WIDEST_BAND * layout.cell_width / 2 + 1)


def has_band(look: CellLook | None) -> bool:
    """Whether its ribbon is claimed, and so drawn wider than a cell's edge."""
    return isinstance(look, Stone) and look.bond is not Bond.OPEN


def links_of(look: CellLook | None) -> int:
    return look.links if isinstance(look, Stone) else 0


def linked_to(layout: Layout, look: CellLook | None) -> list[tuple[tuple[int, int], int]]:
    """Where the next stones of a ribbon are, and the direction back from each."""
    links = links_of(look)
    back = [1 << (place + 3) % 6 for place in range(6) if links >> place & 1]
    return list(zip(layout.steps(links), back, strict=True))


def moved(mask: Image.Image, step: tuple[int, int]) -> Image.Image:
    """A mask shifted, with nothing where it came from."""
    canvas = Image.new("L", mask.size)
    canvas.paste(mask.convert("L"), step)
    return canvas


def test_every_mark_is_different_on_every_ground() -> None:
    tiles = tiles_of(layout_of(6), WOOD)
    for look in (None, Ground.OPEN, *(Stone(color, 0) for color in Color)):
        drawn = {(tile.image.tobytes(), tile.mask.tobytes()) for tile in (tiles.mark(m, look) for m in Mark)}
        assert len(drawn) == len(Mark)


@pytest.mark.parametrize("size", SIZES)
def test_every_look_is_different(size: int) -> None:
    tiles = tiles_of(layout_of(size), WOOD)
    assert len({(tile.image.tobytes(), tile.image.size) for tile in map(tiles.of, LOOKS)}) == len(LOOKS)


def test_there_are_no_more_looks_than_are_kept() -> None:
    tiles = Tiles(layout_of(6), WOOD)
    for look in LOOKS:
        tiles.of(look)
    kept = tiles.of.cache_info()
    assert kept.currsize == len(LOOKS)
    assert kept.maxsize is not None
    assert kept.maxsize >= len(LOOKS)
