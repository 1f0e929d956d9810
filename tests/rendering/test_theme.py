"""Colours that can be told apart (WCAG 2.2: 3:1 for shapes, 4.5:1 for text)."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PIL import Image

from rendering.palette import palette_of
from rendering.theme import RGB, WOOD, Theme

THEMES = [pytest.param(WOOD, id=WOOD.name)]

TEXTS = [("text", "canvas"), ("quiet_text", "canvas")]
SHAPES = [
    ("rim", "canvas"),
    ("black", "wood"),
    ("white_edge", "wood"),
    ("white_edge", "white"),
    ("black_edge", "black"),
    ("black", "white"),
    ("cord", "wood"),
    ("peg", "wood"),
    ("lit", "tile"),
    ("black_spine", "black"),
    ("white_spine", "white"),
    ("accent", "black"),
    ("accent", "white"),
    ("accent", "black_edge"),
    ("accent", "white_edge"),
    ("accent", "canvas"),
    ("brass_edge", "canvas"),
    ("brass_edge", "brass"),
    ("white_edge", "canvas"),
]
PAIRS = [(*pair, 4.5) for pair in TEXTS] + [(*pair, 3.0) for pair in SHAPES]


def luminance(color: RGB) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = [part / 255 for part in color]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("one", "other", "least"), PAIRS, ids=[f"{one}-on-{other}" for one, other, _ in PAIRS]
)
@pytest.mark.parametrize("theme", THEMES)
def test_what_meets_can_be_told_apart(theme: Theme, one: str, other: str, least: float) -> None:
    assert contrast(getattr(theme, one), getattr(theme, other)) >= least


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_drawn_exactly(theme: Theme) -> None:
    palette = palette_of(theme)
    colors = [getattr(theme, field.name) for field in fields(theme) if field.name != "name"]
    for color in colors:
        drawn = palette.mapped(Image.new("RGB", (1, 1), color))
        assert palette.colors[drawn.getpixel((0, 0))] == color


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_fits_into_an_image(theme: Theme) -> None:
    assert len(palette_of(theme).colors) <= 256
