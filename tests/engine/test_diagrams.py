"""The three diagrams of the rules' source."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import Claim, Color, Game, GameOptions, IllegalAction, Reason
from tests.engine.playing import cells, game_after, stones_of

BEFORE_THE_CLAIM = "A1 A2 A3 A4 C7 A5 D7 A6 E7 C1 C2"
"""Black and White in turn. B1 is next to A1, C1 and C2, so that it is illegal."""


@pytest.fixture
def two_ribbons() -> Game:
    return game_after("C5 G5 D5 H6 E5 H7")


@pytest.mark.parametrize("cell", ["B5", "F5"])
def test_in_diagram_1_a_cell_that_extends_or_joins_is_legal(two_ribbons: Game, cell: str) -> None:
    assert cells(cell)[0] in two_ribbons.legal_placements()


@pytest.mark.parametrize(
    ("cell", "reason", "stones"),
    [
        pytest.param("D6", Reason.RING, "C5 D5", id="D6-closes-a-ring-of-three"),
        pytest.param("G6", Reason.THREE_NEIGHBOURS, "G5 H6 H7", id="G6-has-three-neighbours"),
        pytest.param("I6", Reason.BRANCH, "H6", id="I6-branches-at-H6"),
    ],
)
def test_in_diagram_1_an_illegal_cell_is_refused_for_the_reason_the_source_gives(
    two_ribbons: Game, cell: str, reason: Reason, stones: str
) -> None:
    assert cells(cell)[0] not in two_ribbons.legal_placements()
    with pytest.raises(IllegalAction) as refusal:
        two_ribbons.play(cell)
    assert (refusal.value.reason, refusal.value.stones) == (reason, cells(stones))


def test_in_diagram_1_the_joining_stone_makes_one_ribbon_of_seven() -> None:
    game = game_after("C5 G5 D5 H6 E5 H7 F5")
    assert [ribbon.cells for ribbon in game.ribbons] == [cells("C5 D5 E5 F5 G5 H6 H7")]


def test_in_diagram_2_b7_is_the_only_cell_where_the_ribbon_can_grow() -> None:
    outlined, *_ = game_after(BEFORE_THE_CLAIM).ribbons
    assert outlined.cells == cells("A1 A2 A3 A4 A5 A6")
    assert outlined.growth == cells("B7")
    assert outlined.owner is None


@pytest.mark.parametrize(("cell", "stones"), [("B1", "A1 C1 C2"), ("B2", "A1 A2 C2"), ("B6", "A5 A6 C7")])
def test_in_diagram_2_the_other_cells_at_its_ends_are_illegal(cell: str, stones: str) -> None:
    game = game_after(BEFORE_THE_CLAIM)
    with pytest.raises(IllegalAction) as refusal:
        game.play(cell)
    assert (refusal.value.reason, refusal.value.stones) == (Reason.THREE_NEIGHBOURS, cells(stones))


@pytest.mark.parametrize(("cell", "stones"), [("B2", "A1 A2"), ("B6", "A5 A6")])
def test_in_diagram_2_those_beside_the_ribbon_close_rings_even_with_no_other_stone(
    cell: str, stones: str
) -> None:
    game = game_after("A1 A2 A3 A4 A5 A6")
    with pytest.raises(IllegalAction) as refusal:
        game.play(cell)
    assert (refusal.value.reason, refusal.value.stones) == (Reason.RING, cells(stones))


def test_in_diagram_2_white_claims_the_ribbon_of_which_four_stones_are_white() -> None:
    game = game_after(BEFORE_THE_CLAIM)
    before = stones_of(game)
    assert [before[cell] for cell in cells("A1 A2 A3 A4 A5 A6")].count(Color.WHITE) == 4

    played = game.play("C8")

    assert played.color is Color.WHITE
    assert played.claims == (Claim(cells("A1 A2 A3 A4 A5 A6"), Color.WHITE, flipped=cells("A1 A3")),)
    assert not played.claims[0].is_tied
    white = dict.fromkeys(cells("A1 A2 A3 A4 A5 A6 C8"), Color.WHITE)
    assert stones_of(game) == before | white
    with pytest.raises(IllegalAction) as refusal:
        game.play("B7")
    assert (refusal.value.reason, refusal.value.stones) == (Reason.THREE_NEIGHBOURS, cells("A6 C7 C8"))


@pytest.mark.parametrize(
    ("group", "reasons"),
    [
        pytest.param("D4 C3 D5 E4", {Reason.THREE_NEIGHBOURS, Reason.BRANCH}, id="D4-with-three-neighbours"),
        pytest.param("D4 E4 E5", {Reason.RING}, id="three-stones-next-to-one-another"),
        pytest.param("C3 D3 E4 E5 D5 C4", {Reason.RING}, id="a-closed-ring"),
    ],
)
def test_in_diagram_3_no_order_of_placing_makes_the_group(group: str, reasons: set[Reason]) -> None:
    met = set()
    for *all_but_one, last in permutations(cells(group)):
        game = Game.replay(GameOptions(), ("komi 7", "white", *all_but_one))
        assert last not in game.legal_placements()
        with pytest.raises(IllegalAction) as refusal:
            game.play(last)
        met.add(refusal.value.reason)
    assert met == reasons
