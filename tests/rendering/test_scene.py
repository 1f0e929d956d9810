"""What a picture tells about a game."""

from __future__ import annotations

import pytest

from engine import Cell, Color, Game, GameOptions, GameType, Scoring, TakeButton, neighbours_of, parse_cell
from rendering import Outcome
from rendering.contact_sheet import playout
from rendering.looks import Bond, Ground, Mark, Stone
from rendering.scene import Scene, scene_of
from tests.engine.vectors import options_of, read_lines
from tests.rendering.pictures import game

OPENING = ("komi 7", "white")


def stone_at(scene: Scene, name: str) -> Stone:
    look = scene.looks[parse_cell(name)]
    assert isinstance(look, Stone)
    return look


def test_the_last_placed_stone_is_marked_and_no_other() -> None:
    scene = scene_of(game(*OPENING, "D5", "E5"))
    assert stone_at(scene, "E5").mark is Mark.LAST
    assert stone_at(scene, "D5").mark is Mark.NONE


def test_both_stones_of_a_double_placement_are_marked() -> None:
    scene = scene_of(game("A1", "D5", "H8", game_type="double"))
    assert [stone_at(scene, name).mark for name in ("A1", "D5", "H8")] == [Mark.NONE, Mark.LAST, Mark.LAST]


def test_links_lead_to_the_next_stones_of_the_ribbon() -> None:
    scene = scene_of(game(*OPENING, "D5", "E5", "F6"))
    # In the order of the engine's steps: right, up-right, up-left, left, down-left, down-right.
    assert stone_at(scene, "D5").links == 0b000001
    assert stone_at(scene, "E5").links == 0b001010
    assert stone_at(scene, "F6").links == 0b010000


def test_a_claim_is_new_for_one_turn() -> None:
    options = GameOptions(6)
    played = playout(options, seed=3, stop=lambda game: bool(game.history and game.history[-1].claims))
    claim = played.history[-1].claims[0]
    looks = scene_of(played).looks
    assert {look.bond for cell in claim.cells if isinstance(look := looks[cell], Stone)} == {
        Bond.JUST_CLAIMED
    }
    assert all(look.color is claim.color for cell in claim.cells if isinstance(look := looks[cell], Stone))
    played.play(TakeButton())
    looks = scene_of(played).looks
    assert {look.bond for cell in claim.cells if isinstance(look := looks[cell], Stone)} == {Bond.CLAIMED}
    assert {look.mark for cell in claim.cells if isinstance(look := looks[cell], Stone)} == {Mark.NONE}


@pytest.mark.parametrize(
    "record", read_lines("games.jsonl")[:40], ids=lambda record: "-".join(record["actions"][:3])
)
def test_every_flipped_stone_of_the_last_turn_is_marked(record: dict) -> None:
    played = Game(options_of(record))
    for action in record["actions"]:
        played.play(action)
        turn = played.last_turn
        flipped = {cell for each in turn for claim in each.claims for cell in claim.flipped}
        placed = {each.action for each in turn if isinstance(each.action, Cell)}
        for cell, look in scene_of(played).looks.items():
            if isinstance(look, Stone):
                assert (look.mark in (Mark.FLIPPED, Mark.LAST_FLIPPED)) == (cell in flipped)
                assert (look.mark in (Mark.LAST, Mark.LAST_FLIPPED)) == (cell in placed)


@pytest.mark.parametrize("game_type", GameType)
def test_bands_only_cover_the_tips_of_cells_that_are_bare(game_type: GameType) -> None:
    finished = playout(GameOptions(6, game_type), seed=7)
    played = Game(finished.options)
    for action in finished.actions:
        played.play(action)
        scene = scene_of(played)
        for ribbon in played.ribbons:
            for one, other in zip(ribbon.cells, ribbon.cells[1:], strict=False):
                beside = set(neighbours_of(one)) & set(neighbours_of(other))
                assert len(beside) == 2
                assert not beside & scene.looks.keys()


def test_cells_are_open_whoever_is_to_move() -> None:
    due = game("komi 7")
    assert set(scene_of(due).looks.values()) == {Ground.OPEN}
    assert len(scene_of(due).looks) == 91


def test_a_finished_board_has_no_open_cell() -> None:
    scene = scene_of(playout(GameOptions(6, GameType.DOUBLE), seed=1))
    assert not any(isinstance(look, Ground) for look in scene.looks.values())


def test_the_side_to_move_is_told() -> None:
    black, white = scene_of(game(*OPENING)).sides
    assert (black.status, white.status) == ("to move", "")
    black, white = scene_of(game(*OPENING, "D5")).sides
    assert (black.status, white.status) == ("", "to move")


def test_nobody_is_to_move_while_colours_are_open() -> None:
    assert [side.status for side in scene_of(game("komi 7")).sides] == ["", ""]


def test_the_stones_left_to_place_are_told_in_double_placement() -> None:
    assert scene_of(game(game_type="double")).sides[0].status == "1 stone"
    assert scene_of(game("A1", game_type="double")).sides[1].status == "2 stones"
    assert scene_of(game("A1", "D5", game_type="double")).sides[1].status == "1 stone"


def test_the_winner_is_told_at_the_end() -> None:
    finished = playout(GameOptions(6), seed=1)
    assert finished.result
    winners = [side.color for side in scene_of(finished).sides if side.status == "wins"]
    assert winners == [finished.result.winner]


def test_a_side_that_gave_up_loses_whatever_the_score() -> None:
    black, white = scene_of(game(*OPENING), outcome=Outcome(Color.BLACK)).sides
    assert (black.status, white.status) == ("wins", "")
    assert {side.status for side in scene_of(game(*OPENING), outcome=Outcome(None)).sides} == {"draw"}


@pytest.mark.parametrize(
    ("scoring", "black", "white"),
    [
        ("standard", ("0½",), ("7",)),
        ("square", ("0½",), ("7",)),
        ("longest", ("0",), ("0",)),
    ],
)
def test_komi_and_button_count_as_the_scoring_says(
    scoring: str, black: tuple[str, ...], white: tuple[str, ...]
) -> None:
    scene = scene_of(game(*OPENING, "button", scoring=scoring))
    assert [side.score for side in scene.sides] == [black, white]
    assert [side.has_button for side in scene.sides] == [True, False]
    assert not scene.button_is_free
    assert scene.button_is_new


def test_stones_in_open_ribbons_are_counted_by_colour() -> None:
    scene = scene_of(game(*OPENING, "D5", "E5", "H8"))
    assert [side.pending for side in scene.sides] == ["2 open", "1 open"]


def test_longest_ribbon_scoring_shows_lengths_longest_first() -> None:
    finished = playout(GameOptions(8, scoring=Scoring.LONGEST), seed=4)
    black = finished.standing.black
    assert scene_of(finished).sides[0].score == tuple(map(str, black.lengths_with_komi))
