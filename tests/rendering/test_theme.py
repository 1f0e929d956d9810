"""Colours that can be told apart (WCAG 2.2: 3:1 for shapes, 4.5:1 for text), by all eyes."""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations

import pytest
from PIL import Image

from engine import Color
from rendering import THEMES, Theme, ThemeName
from rendering.layout import layout_of
from rendering.looks import Bond, CellLook, Ground, Mark, Stone
from rendering.palette import palette_of
from rendering.tiles import Tile, Tiles, tiles_of
from tests.rendering.vision import EYES, contrast, seen_by, share_that_differs

BY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=[name.value for name in THEMES])
BY_EYES = pytest.mark.parametrize("eyes", EYES)

TEXTS = [
    ("text", "canvas"),
    ("quiet_text", "canvas"),
    ("black_edge", "black"),
    ("white_edge", "white"),
    ("black", "brass"),
]
SHAPES = [
    ("rim", "canvas"),
    ("black", "white"),
    ("cord", "wood"),
    ("cord", "tile"),
    ("peg", "wood"),
    ("lit", "tile"),
    ("black_spine", "black"),
    ("white_spine", "white"),
    ("accent", "black"),
    ("accent", "white"),
    ("accent", "black_edge"),
    ("accent", "white_edge"),
    ("accent", "canvas"),
    ("brass_edge", "brass"),
]
EITHER = [
    # Of an outline and what it encloses, one has to stand out from the ground.
    ("black", "black_rim", "wood"),
    ("black", "black_edge", "wood"),
    ("white", "white_edge", "wood"),
    ("black", "black_rim", "tile"),
    ("white", "white_edge", "tile"),
    ("black", "black_rim", "canvas"),
    ("white", "white_edge", "canvas"),
    ("brass", "brass_edge", "canvas"),
]
LEAST_OF_A_TILE = 0.02
"""Two looks or marks differ if this share of their pixels differs by at least 40 of 255."""


@pytest.mark.parametrize(("one", "other"), TEXTS, ids=["-on-".join(pair) for pair in TEXTS])
@BY_THEME
def test_text_can_be_read(theme: Theme, one: str, other: str) -> None:
    assert contrast(getattr(theme, one), getattr(theme, other)) >= 4.5


@pytest.mark.parametrize(("one", "other"), SHAPES, ids=["-on-".join(pair) for pair in SHAPES])
@BY_THEME
def test_shapes_stand_out(theme: Theme, one: str, other: str) -> None:
    assert contrast(getattr(theme, one), getattr(theme, other)) >= 3


@pytest.mark.parametrize(("fill", "outline", "ground"), EITHER, ids=["-".join(each) for each in EITHER])
@BY_THEME
def test_outlined_shapes_stand_out(theme: Theme, fill: str, outline: str, ground: str) -> None:
    on = getattr(theme, ground)
    assert max(contrast(getattr(theme, each), on) for each in (fill, outline)) >= 3


def looks() -> list[CellLook | None]:
    return [None, *Ground, *(Stone(color, 0b1001, bond) for color in Color for bond in Bond)]


def as_seen(theme: Theme, tile: Tile, eyes: str) -> Image.Image:
    """A tile on the wood, as some eyes see it."""
    seen = seen_by(eyes)
    palette = palette_of(theme)
    image = Image.new("P", tile.image.size, palette.index[theme.wood])
    image.paste(tile.image, (0, 0), tile.mask)
    image.putpalette(bytes(part for color in palette.colors for part in seen(color)))
    return image.convert("RGB")


def middle(image: Image.Image, width: int, height: int) -> Image.Image:
    left, top = (image.width - width) // 2, (image.height - height) // 2
    return image.crop((left, top, left + width, top + height))


def assert_all_differ(images: dict[object, Image.Image]) -> None:
    size = [min(image.size[side] for image in images.values()) for side in (0, 1)]
    for one, other in combinations(images, 2):
        differs = share_that_differs(middle(images[one], *size), middle(images[other], *size))
        assert differs >= LEAST_OF_A_TILE, (one, other)


def tiles_at_phone_width(theme: Theme) -> Tiles:
    return tiles_of(layout_of(6, 360), theme)


@BY_EYES
@BY_THEME
def test_looks_of_cells_are_told_apart(theme: Theme, eyes: str) -> None:
    tiles = tiles_at_phone_width(theme)
    assert_all_differ({look: as_seen(theme, tiles.of(look), eyes) for look in looks()})


@BY_EYES
@BY_THEME
def test_marks_are_told_apart(theme: Theme, eyes: str) -> None:
    tiles = tiles_at_phone_width(theme)
    for color in Color:
        stone = Stone(color, 0)
        images: dict[object, Image.Image] = {}
        for mark in (None, *Mark):
            tile = tiles.of(stone)
            image = tile.image.copy()
            if mark:
                sign = tiles.mark(mark, stone)
                corner = (sign.offset[0] - tile.offset[0], sign.offset[1] - tile.offset[1])
                image.paste(sign.image, corner, sign.mask)
            images[mark] = as_seen(theme, Tile(image, tile.mask, tile.offset), eyes)
        assert_all_differ(images)


@BY_THEME
def test_every_colour_is_drawn_exactly(theme: Theme) -> None:
    palette = palette_of(theme)
    colors = [value for field in fields(theme) if isinstance(value := getattr(theme, field.name), tuple)]
    for color in colors:
        drawn = palette.mapped(Image.new("RGB", (1, 1), color))
        assert palette.colors[drawn.getpixel((0, 0))] == color


@BY_THEME
def test_a_palette_fits_into_an_image(theme: Theme) -> None:
    assert len(palette_of(theme).colors) <= 256


def test_themes_are_found_by_their_names() -> None:
    assert [theme.name for theme in THEMES.values()] == list(THEMES)


def test_shapes_are_told_apart_without_any_colour() -> None:
    assert all(red == green == blue for red, green, blue in palette_of(THEMES[ThemeName.SHAPES]).colors)
