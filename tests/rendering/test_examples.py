"""The drawn examples of the rules."""

from __future__ import annotations

import re

import pytest

from engine import (
    Cell,
    Color,
    Game,
    GameOptions,
    GameType,
    IllegalAction,
    Reason,
    Scoring,
    board_of,
    parse_cell,
)
from rendering import THEMES, ExampleName, Theme, ThemeName, rules_example
from rendering import examples as drawn
from rendering.describe import LONGEST_TEXT
from rendering.looks import Ground, Mark, Stone
from rendering.scene import Scene
from tests.rendering.pictures import opened

BY_NAME = pytest.mark.parametrize("name", ExampleName)


def scene(name: ExampleName) -> Scene:
    return drawn._EXAMPLES[name][1]()


@BY_NAME
def test_each_example_is_a_picture_with_its_words(name: ExampleName) -> None:
    example = rules_example(name)
    assert opened(example.png).size == (960, 800)
    assert 0 < len(example.text) <= LONGEST_TEXT


@pytest.mark.parametrize("theme", THEMES.values(), ids=[name.value for name in THEMES])
def test_examples_are_drawn_in_each_theme(theme: Theme) -> None:
    assert len({rules_example(name, theme=theme).png for name in ExampleName}) == len(ExampleName)
    if theme is not THEMES[ThemeName.WOOD]:
        name = ExampleName.RIBBONS
        assert rules_example(name, theme=theme).png != rules_example(name).png


@BY_NAME
def test_only_cells_that_exist_are_named(name: ExampleName) -> None:
    named = re.findall(r"\b[A-Z]\d+\b", rules_example(name).text)
    assert all(parse_cell(cell) in board_of(6).index for cell in named)


def test_cells_lit_are_legal_and_cells_refused_are_not() -> None:
    shown = scene(ExampleName.PLACEMENTS)
    played = drawn._played(drawn._GROUPS)
    lit = {cell for cell, look in shown.looks.items() if look is Ground.LIT}
    assert lit == {parse_cell("B5"), parse_cell("F5")} <= set(played.legal_placements())
    reasons = {}
    for cell, mark in shown.marks.items():
        assert mark is Mark.REFUSED
        with pytest.raises(IllegalAction) as refusal:
            played.check(cell)
        reasons[str(cell)] = refusal.value.reason
    assert reasons == {"D6": Reason.RING, "G6": Reason.THREE_NEIGHBOURS, "I6": Reason.BRANCH}


def test_no_ribbons_can_not_be_played() -> None:
    shown = scene(ExampleName.NO_RIBBONS)
    stones = {cell for cell, look in shown.looks.items() if isinstance(look, Stone)}
    refused = set(shown.marks)
    assert refused < stones
    reasons = {}
    for cell in refused:
        played = Game(GameOptions(game_type=GameType.DOUBLE))
        for other in sorted(stones - refused):
            played.play(other)
        with pytest.raises(IllegalAction) as refusal:
            played.check(cell)
        reasons[str(cell)] = refusal.value.reason
    assert reasons == {"D4": Reason.THREE_NEIGHBOURS, "H5": Reason.RING, "H9": Reason.RING}


def test_the_claim_is_as_it_is_told() -> None:
    before = drawn._played(drawn._BEFORE_CLAIM)
    ribbon = next(each for each in before.open_ribbons if Cell(1, 1) in each.cells)
    assert ribbon.cells == tuple(Cell(1, y) for y in range(1, 7))
    assert ribbon.growth == (parse_cell("B7"),)
    (claim,) = before.play("C8").claims
    assert claim.color is Color.WHITE
    assert [str(cell) for cell in claim.flipped] == ["A3", "A5"]


@pytest.mark.parametrize(
    ("scoring", "winner", "score"),
    [
        (Scoring.STANDARD, Color.WHITE, (22.5, 29)),
        (Scoring.LONGEST, Color.WHITE, ((19, 3), (19, 9, 1))),
        (Scoring.SQUARE, Color.BLACK, (370.5, 233)),
    ],
)
def test_each_scoring_makes_something_else_of_one_game(
    scoring: Scoring, winner: Color, score: object
) -> None:
    result = drawn._played(drawn.EXAMPLE_GAME, scoring=scoring).result
    assert result
    assert (result.winner, result.score) == (winner, score)


def test_the_panel_is_shown_where_it_matters() -> None:
    alone = {name for name in ExampleName if not scene(name).sides}
    assert alone == {
        ExampleName.RIBBONS,
        ExampleName.NO_RIBBONS,
        ExampleName.PLACEMENTS,
        ExampleName.CLAIM_BEFORE,
        ExampleName.CLAIM_AFTER,
    }
