"""Looking at pictures."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from engine import Cell, Game, GameOptions, GameType, Scoring
from rendering.layout import Layout, layout_of

Box = tuple[int, int, int, int]

SIZES = range(6, 11)


def game(*actions: str, size: int = 6, game_type: str = "komi", scoring: str = "standard") -> Game:
    """The game after some actions."""
    return Game.replay(GameOptions(size, GameType(game_type), Scoring(scoring)), actions)


def opened(png: bytes) -> Image.Image:
    """A PNG's pixels as others see them."""
    image = Image.open(BytesIO(png))
    image.load()
    return image.convert("RGB")


def changed_box(one: Image.Image, other: Image.Image) -> Box | None:
    """The smallest box that holds all pixels in which two pictures differ."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def cell_box(layout: Layout, cell: Cell) -> Box:
    """The box around a cell."""
    (x, y), across, up = layout.at(cell), layout.cell_width // 2, round(layout.cell_width * 0.58) + 1
    return x - across, y - up, x + across, y + up


def is_within(inner: Box | None, outer: Box) -> bool:
    """Whether there is a box and it is nowhere outside another."""
    return inner is not None and (
        outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
    )


def upper_corner(size: int, *, left: bool) -> Box:
    """The corner with Black's or White's score."""
    layout = layout_of(size)
    width = layout.px(290)
    return (0, 0, width, layout.px(220)) if left else (layout.width - width, 0, layout.width, layout.px(220))
