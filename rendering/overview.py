"""Several boards on one picture, small, each under a caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, sqrt

from PIL import Image

from engine import Color, Game
from rendering.board import draw_board
from rendering.layout import Layout
from rendering.lettering import folded
from rendering.palette import palette_of
from rendering.picture import Picture
from rendering.scene import scene_of
from rendering.text import draw_text, fitting, has_glyphs, text_width
from rendering.theme import Theme
from rendering.themes import WOOD
from rendering.tokens import pointer, stone_token

MOST_BOARDS = 9
WIDTH = 1080
_TALLEST = 900
"""Wider than high, as everything that Discord's phones are to show whole."""
_COLUMNS = (0, 1, 2, 3, 2, 3, 3, 3, 3, 3)
"""By how many boards there are."""
_MARGIN = 18
_TEXT, _SMALLEST_TEXT = 38, 34
"""Readable where the picture is as wide as a phone, a third of its width."""
_CAPTION, _CAPTION_Y = 66, 36
_STONE, _POINTER, _SPACE = 36, 36, 9
_GAP = 24
"""Between boards, and between captions, side by side."""
_DRAWN = 720
"""How wide boards are drawn, about: large and shrunk, those of all sizes come out equally wide."""
_RIM = 6


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A board and what is written over it: ``plain_caption`` if the font lacks a letter of ``caption``.

    ``color`` is the viewer's, if they have one.
    """

    game: Game
    caption: str
    plain_caption: str
    color: Color | None
    is_to_move: bool
    """Whether it is the viewer's turn."""


def render_overview(entries: Sequence[BoardEntry], *, theme: Theme = WOOD) -> bytes:
    """1 to `MOST_BOARDS` boards, row by row, as an opaque PNG that is wider than high."""
    columns = _COLUMNS[len(entries)]
    rows = -(-len(entries) // columns)
    width = (WIDTH - 2 * _MARGIN) // columns
    tallest = (_TALLEST - 2 * _MARGIN) // rows - _CAPTION
    board_height = min(tallest, round((width - _GAP) * sqrt(3) / 2))
    picture = Picture(WIDTH, 2 * _MARGIN + rows * (_CAPTION + board_height), theme)
    for number, entry in enumerate(entries):
        row, column = divmod(number, columns)
        middle = _MARGIN + column * width + width // 2
        top = _MARGIN + row * (_CAPTION + board_height)
        _draw_caption(picture, entry, (middle, top + _CAPTION_Y), width - _GAP)
        board = _small_board(entry.game, board_height, theme)
        picture.paste(board, (middle - board.width // 2, top + _CAPTION))
    return picture.png()


def _draw_caption(picture: Picture, entry: BoardEntry, middle: tuple[int, int], room: int) -> None:
    """The signs of the viewer's turn and colour, and the caption, together in the middle."""
    signs = _signs(entry, picture.theme)
    before = sum(sign.width + _SPACE for sign in signs)
    text, height = _fitting(entry, room - before)
    x = middle[0] - (before + text_width(text, height)) // 2
    for sign in signs:
        picture.paste(sign, (x, middle[1] - sign.height // 2))
        x += sign.width + _SPACE
    draw_text(picture, (x, middle[1]), text, height, ink=picture.theme.text)


def _signs(entry: BoardEntry, theme: Theme) -> list[Image.Image]:
    turn = [pointer(_POINTER, theme.accent, theme)] if entry.is_to_move else []
    return turn + ([stone_token(entry.color, _STONE, theme)] if entry.color else [])


def _fitting(entry: BoardEntry, room: int) -> tuple[str, int]:
    """The caption in letters that the font has, and their height; cut off where there is no more room."""
    plain = folded(entry.caption)
    text = plain if has_glyphs(plain) else entry.plain_caption
    return fitting(text, room, _TEXT, _SMALLEST_TEXT)


def _small_board(game: Game, height: int, theme: Theme) -> Image.Image:
    """A board so high, in the theme's palette."""
    drawn = draw_board(scene_of(game), _layout(game.options.size), theme).image().convert("RGB")
    size = round(drawn.width * height / drawn.height), height
    return palette_of(theme).mapped(drawn.resize(size, Image.Resampling.LANCZOS))


@lru_cache(maxsize=16)
def _layout(size: int) -> Layout:
    """A board that fills its image."""
    cell_width = _DRAWN // (2 * size - 1) // 2 * 2
    pitch, middle = round(cell_width * sqrt(3) / 2), _DRAWN // 2
    loose = Layout(size, _DRAWN, _DRAWN, cell_width, pitch, (middle, middle))
    across, down = ceil(loose.half_width(loose.centre[1])) + _RIM, ceil(loose.apothem) + _RIM
    return replace(loose, width=2 * across, height=2 * down, centre=(across, down))
