"""The whole position in plain text."""

from __future__ import annotations

import re

import pytest

from engine import Cell, Color, Game, GameOptions, Player
from rendering import Ending, Outcome, describe_position, diagram
from rendering.playout import playout
from tests.engine.vectors import as_params, options_of
from tests.rendering.pictures import SIZES, game

OPENING = ("komi 7", "white")
LONGEST_DIAGRAM = 1500
LONGEST_LINE = 1200


def rows_of(text: str) -> dict[int, str]:
    """The lines that begin with a number, by it."""
    numbered = (re.match(r"( *)(\d+)([^\d].*)", line) for line in text.splitlines())
    return {int(row[2]): " " * len(row[1] + row[2]) + row[3] for row in numbered if row}


def sign_at(text: str, size: int, cell: Cell) -> tuple[int, str]:
    """The column of a cell and what stands there, counted from the first cell of its row."""
    row = rows_of(text)[cell.y]
    first = re.search(r"[xoXO+.]", row)
    assert first
    column = first.start() + 2 * (cell.x - max(1, cell.y - size + 1))
    return column, row[column]


SMALL = ("A1", "B2", "B4")


def test_a_small_position_is_drawn_as_expected() -> None:
    assert diagram(game(*SMALL, size=3, game_type="double")).splitlines() == [
        "  5  + + +",
        " 4 (o)+ + +",
        "3  + + + + +",
        " 2  .(o)+ + \\",
        "  1  x . + \\ E",
        "      \\ \\ \\ D",
        "       A B C",
        "",
        "x Black  o White",
        "X O claimed  ( ) last turn",
        "+ open  . nothing fits",
    ]


@pytest.mark.parametrize("record", as_params("games.jsonl")[:60])
def test_each_cell_has_its_sign(record: dict) -> None:
    played = Game(options_of(record))
    actions = record["actions"]
    for number, action in enumerate(actions):
        played.play(action)
        if number % 7 == 0 or number == len(actions) - 1:
            assert_right(played)


def assert_right(played: Game) -> None:
    text, size = diagram(played), played.options.size
    owned = {cell for ribbon in played.ribbons if ribbon.owner for cell in ribbon.cells}
    free = set() if played.is_over else set(played.open_cells())
    for cell in played.board.cells:
        stone = played.stone_at(cell)
        expected = "+" if cell in free else "."
        if stone:
            expected = "x" if stone is Color.BLACK else "o"
        assert sign_at(text, size, cell)[1] == (expected.upper() if cell in owned else expected)


@pytest.mark.parametrize("size", SIZES)
def test_a_stroke_leads_from_each_letter_into_its_file(size: int) -> None:
    text = diagram(Game(GameOptions(size)))
    lines = text.splitlines()
    for x in range(1, 2 * size):
        lowest = Cell(x, max(1, x - size + 1))
        column, _ = sign_at(text, size, lowest)
        row = 2 * size - 1 - lowest.y
        assert lines[row + 1][column + 1] == "\\"
        assert lines[row + 2][column + 2] == str(lowest)[0]


@pytest.mark.parametrize("size", SIZES)
def test_diagrams_are_short_plain_and_show_the_last_turn(size: int) -> None:
    played = playout(GameOptions(size), seed=size, stop=lambda game: len(game.actions) > size * size)
    text = diagram(played)
    assert text.isascii()
    assert len(text) <= LONGEST_DIAGRAM
    cell = played.actions[-1]
    assert isinstance(cell, Cell)
    column, sign = sign_at(text, size, cell)
    assert rows_of(text)[cell.y][column - 1 : column + 2] == f"({sign})"


def test_an_empty_board_has_no_last_turn() -> None:
    assert "(" not in diagram(game()).split("\n\n")[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("share", [0.2, 0.4, 1])
def test_every_stone_and_every_open_cell_is_told_once(size: int, share: float) -> None:
    stones = share * 3 * size * (size - 1)
    played = playout(GameOptions(size), seed=size, stop=lambda game: len(game.actions) > stones)
    first, *lines = describe_position(played).splitlines()
    assert f"{played.color_to_move} is to move".lower() in first.lower() or "wins" in first
    told = [name for line in lines for name in re.findall(r"[A-S]\d+", line.split("; can grow")[0])]
    ribbons = [str(cell) for ribbon in played.ribbons for cell in ribbon.cells]
    assert sorted(name for name in told if name in ribbons) == sorted(ribbons)
    assert all(len(line) <= LONGEST_LINE for line in (first, *lines))


def test_a_position_is_told_from_its_ribbons_to_its_open_cells() -> None:
    assert describe_position(game(*SMALL, size=3, game_type="double")).splitlines() == [
        "White played B2 and B4. Score: Black 0, White 0. Black is to place 2 stones.",
        "Open, 2 stones: black A1, white B2; can grow into B3, C2 and C3.",
        "Open, 1 stone: white B4; can grow into A3, B3, C4 and C5.",
        "14 cells can take a stone: C1, C2 D2, A3 to E3, C4 to E4, C5 to E5.",
    ]


def test_an_early_end_is_told() -> None:
    text = describe_position(game(*OPENING, "D5"), outcome=Outcome(Ending.RESIGNED, Player.FIRST))
    assert "White resigned: Black wins." in text
    assert "is to move" not in text
