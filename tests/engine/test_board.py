"""Cells, their names and the hexagon, and the options a game is agreed with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Cell, Color, GameOptions, GameType, Player, Scoring, board_of, neighbours_of
from engine.board import members
from tests.engine.playing import cells, names
from tests.engine.strategies import SIZES, SOME


@pytest.mark.parametrize(
    ("size", "count"), [(2, 7), (3, 19), (4, 37), (5, 61), (6, 91), (7, 127), (8, 169), (9, 217), (10, 271)]
)
def test_a_board_has_as_many_cells_as_the_rules_say(size: int, count: int) -> None:
    board = board_of(size)
    assert len(board.cells) == len(set(board.cells)) == count
    assert list(board.cells) == sorted(board.cells)
    assert board.all == 2**count - 1


def test_the_standard_board_runs_from_a1_to_k11() -> None:
    board = board_of(6)
    assert names(board.cells[:7]) == "A1 A2 A3 A4 A5 A6 B1"
    assert names(board.cells[-7:]) == "J11 K6 K7 K8 K9 K10 K11"


def test_the_rows_are_listed_from_the_lowest_each_from_left_to_right() -> None:
    assert [names(row) for row in board_of(3).rows] == [
        "A1 B1 C1",
        "A2 B2 C2 D2",
        "A3 B3 C3 D3 E3",
        "B4 C4 D4 E4",
        "C5 D5 E5",
    ]


def test_the_neighbours_of_a_cell_are_listed_anticlockwise_from_the_right() -> None:
    assert neighbours_of(Cell(4, 5)) == cells("E5 E6 D6 C5 C4 D4")


@pytest.mark.parametrize(
    ("cell", "near"),
    [
        pytest.param("D5", "C4 C5 D4 D6 E5 E6", id="inside"),
        pytest.param("A1", "A2 B1 B2", id="lowest-corner-of-the-left"),
        pytest.param("A6", "A5 B6 B7", id="highest-corner-of-the-left"),
        pytest.param("F1", "E1 F2 G2", id="a-corner-of-row-1"),
        pytest.param("A3", "A2 A4 B3 B4", id="at-an-edge"),
    ],
)
def test_the_board_knows_the_cells_next_to_each(cell: str, near: str) -> None:
    board = board_of(6)
    assert names(board.cells_in(board.neighbours[board.index[cells(cell)[0]]])) == near


@pytest.mark.parametrize("size", SIZES)
def test_being_next_to_each_other_is_mutual(size: int) -> None:
    board = board_of(size)
    for number, near in enumerate(board.neighbours):
        assert not near >> number & 1
        assert all(board.neighbours[other] >> number & 1 for other in members(near))


@SOME
@given(st.sampled_from(SIZES), st.data())
def test_a_set_of_cells_has_the_cells_it_was_made_of(size: int, data: st.DataObject) -> None:
    board = board_of(size)
    chosen = data.draw(st.sets(st.sampled_from(board.cells)))
    mask = board.mask(iter(chosen))
    assert board.cells_in(mask) == tuple(sorted(chosen))
    assert [board.cells[number] for number in members(mask)] == sorted(chosen, reverse=True)


def test_boards_of_one_size_are_one_board() -> None:
    assert board_of(6) is board_of(6)
    assert board_of(6) is not board_of(7)


@pytest.mark.parametrize("size", [-6, 0, 1, 11, 100])
def test_a_size_that_no_board_has_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=rf"^size must be 2 to 10, not {size}$"):
        GameOptions(size)


@pytest.mark.parametrize(
    ("game_type", "scoring", "largest_komi"),
    [
        (GameType.KOMI, Scoring.STANDARD, 15),
        (GameType.KOMI, Scoring.LONGEST, 15),
        (GameType.KOMI, Scoring.SQUARE, 1000),
        (GameType.NO_KOMI, Scoring.STANDARD, None),
        (GameType.NO_KOMI, Scoring.SQUARE, None),
        (GameType.DOUBLE, Scoring.LONGEST, None),
    ],
)
def test_the_largest_komi_depends_on_the_scoring(
    game_type: GameType, scoring: Scoring, largest_komi: int | None
) -> None:
    assert GameOptions(6, game_type, scoring).largest_komi == largest_komi


def test_all_but_double_placement_have_a_button() -> None:
    having = [game_type for game_type in GameType if GameOptions(6, game_type).has_button]
    assert having == [GameType.KOMI, GameType.NO_KOMI]


def test_the_opponents_opponent_is_oneself() -> None:
    for one, other in (tuple(Color), tuple(Player)):
        assert one.opponent is other
        assert other.opponent is one
