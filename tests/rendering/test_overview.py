"""Several boards on one picture."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine import Color, Game, GameOptions
from rendering import MOST_BOARDS, THEMES, BoardEntry, ThemeName, render_overview
from rendering.contact_sheet import states_of
from rendering.overview import WIDTH

PHONE_WIDTH = 360


def entry(game: Game, caption: str = "17 · Bob", color: Color | None = Color.BLACK) -> BoardEntry:
    return BoardEntry(game, caption, "Match 17", color, is_to_move=True)


def drawn(*entries: BoardEntry, theme: ThemeName = ThemeName.WOOD) -> Image.Image:
    return Image.open(BytesIO(render_overview(entries, theme=THEMES[theme])))


@pytest.mark.parametrize("count", range(1, MOST_BOARDS + 1))
@pytest.mark.parametrize("theme", ThemeName)
def test_the_picture_is_opaque_and_wider_than_high(count: int, theme: ThemeName) -> None:
    picture = drawn(*[entry(Game(GameOptions(6 + number % 5))) for number in range(count)], theme=theme)
    assert picture.width == WIDTH
    assert picture.width >= 1.2 * picture.height
    assert "transparency" not in picture.info


@pytest.mark.parametrize("size", [6, 10])
def test_every_state_of_a_board_can_be_among_them(size: int) -> None:
    games = [state.game for state in states_of(size)]
    pictures = {drawn(entry(game)).tobytes() for game in games}
    assert len(pictures) == len({str(game.actions) for game in games})


def test_the_same_boards_give_the_same_picture() -> None:
    entries = [entry(Game(GameOptions(size))) for size in (6, 7, 8)]
    assert render_overview(entries) == render_overview(entries)


def test_boards_of_all_sizes_are_equally_large() -> None:
    widths = []
    for size in (6, 7, 8, 9, 10):
        picture = drawn(entry(Game(GameOptions(size)))).convert("RGB")
        canvas = picture.getpixel((0, 0))
        row = [picture.getpixel((x, picture.height // 2)) for x in range(picture.width)]
        widths.append(sum(pixel != canvas for pixel in row))
    assert max(widths) - min(widths) <= 0.02 * WIDTH


def test_captions_can_be_read_on_a_phone() -> None:
    """The digits are about 0.73 of a nominal height that may not be less than 11 pixels."""
    named, other = (
        drawn(*[entry(Game(GameOptions()), caption, None)] * MOST_BOARDS).convert("RGB")
        for caption in ("17 · Bartholomew", "28 · Bartholomew")
    )
    changed = [
        y
        for y in range(named.height // 3)
        if named.crop((0, y, WIDTH, y + 1)).tobytes() != other.crop((0, y, WIDTH, y + 1)).tobytes()
    ]
    assert (changed[-1] - changed[0] + 1) * PHONE_WIDTH / WIDTH >= 0.7 * 11


@pytest.mark.parametrize(
    ("caption", "same"),
    [
        ("17 · Zoë", "17 · Zoe"),
        ("17 · 日本", "Match 17"),
        ("17 · Łukasz", "Match 17"),
        ("17 · 😀", "Match 17"),
    ],
)
def test_a_name_is_written_in_the_letters_there_are_or_not_at_all(caption: str, same: str) -> None:
    game = Game(GameOptions())
    assert drawn(entry(game, caption)).tobytes() == drawn(entry(game, same)).tobytes()


def test_a_long_name_is_cut_off_within_its_column() -> None:
    game = Game(GameOptions())
    short, long = (
        drawn(entry(game), entry(game, f"17 · {name}"), entry(game)).convert("RGB")
        for name in ("W", "W" * 32)
    )
    column = WIDTH // 3
    for left in (0, 2 * column + 6):
        box = (left, 0, left + column - 6, short.height)
        assert short.crop(box).tobytes() == long.crop(box).tobytes()


def test_turn_and_colour_of_the_viewer_are_drawn() -> None:
    game = Game(GameOptions())
    looks = [
        BoardEntry(game, "17 · Bob", "Match 17", color, is_to_move)
        for color in (None, *Color)
        for is_to_move in (True, False)
    ]
    assert len({drawn(look).tobytes() for look in looks}) == len(looks)
