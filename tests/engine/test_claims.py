"""Who claims a ribbon, in positions small enough to follow by eye."""

from __future__ import annotations

import pytest

from engine import Claim, Color, GameType
from tests.engine.playing import cells, game_after, stones_of

TIED = "A1 A2 A3 A4 A5 A6 C7 D7 E7 C1 C2"
"""The ribbon A1 to A6 with three stones of each colour; C8 bounds it (the source's diagram 2)."""


@pytest.mark.parametrize(
    ("played", "bounding", "owner", "flipped"),
    [
        pytest.param(TIED, Color.WHITE, Color.BLACK, "A2 A4 A6", id="white-bounds-it-black-gets-it"),
        pytest.param(
            f"{TIED} button", Color.BLACK, Color.WHITE, "A1 A3 A5", id="black-bounds-it-white-gets-it"
        ),
    ],
)
def test_a_tied_ribbon_goes_to_the_opponent_of_who_bounds_it(
    played: str, bounding: Color, owner: Color, flipped: str
) -> None:
    game = game_after(played)
    assert game.color_to_move is bounding
    (claim,) = game.play("C8").claims
    assert claim == Claim(cells("A1 A2 A3 A4 A5 A6"), owner, cells(flipped))
    assert claim.is_tied


def test_who_bounds_a_ribbon_with_fewer_stones_in_it_loses_them() -> None:
    game = game_after("A1 button B2", size=2)
    played = game.play("C3")
    assert played.color is Color.WHITE
    assert played.claims == (Claim(cells("A1 B2 C3"), Color.BLACK, flipped=cells("C3")),)
    assert set(stones_of(game).values()) == {Color.BLACK}


def test_the_new_stone_counts_for_the_majority() -> None:
    game = game_after("A1 B2", size=2)
    assert game.play("C3").claims == (Claim(cells("A1 B2 C3"), Color.BLACK, flipped=cells("B2")),)


def test_a_ribbon_of_one_color_is_claimed_without_any_stone_changing() -> None:
    game = game_after("A1 B2 C3", GameType.DOUBLE, size=2)
    (claim,) = game.history[-1].claims
    assert (claim.color, claim.flipped) == (Color.WHITE, cells("A1"))


def test_a_stone_that_bounds_nothing_claims_nothing() -> None:
    assert [played.claims for played in game_after("C5 G5 D5 H6 E5 H7 F5").history] == [()] * 9


def test_two_ribbons_joined_by_the_bounding_stone_are_claimed_as_one() -> None:
    # No other cell is left: each is next to the middle stone, which has two neighbours then.
    game = game_after("A1 C3", size=2)
    assert len(game.open_ribbons) == 2
    assert game.play("B2").claims == (Claim(cells("A1 B2 C3"), Color.BLACK, flipped=cells("C3")),)
