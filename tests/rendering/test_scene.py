"""What a picture tells about a game."""

from __future__ import annotations

import pytest

from engine import (
    Cell,
    Color,
    Game,
    GameOptions,
    GameType,
    Player,
    Scoring,
    TakeButton,
    neighbours_of,
    parse_cell,
)
from rendering import Ending, Outcome, View
from rendering.looks import Bond, Ground, Mark, Stone
from rendering.playout import playout
from rendering.scene import ButtonState, Scene, scene_of
from tests.engine.vectors import options_of, read_lines
from tests.rendering.pictures import game

OPENING = ("komi 7", "white")


def stone_at(scene: Scene, name: str) -> Stone:
    look = scene.looks[parse_cell(name)]
    assert isinstance(look, Stone)
    return look


def test_the_last_placed_stone_is_marked_and_no_other() -> None:
    scene = scene_of(game(*OPENING, "D5", "E5"))
    assert scene.marks == {parse_cell("E5"): Mark.LAST}


def test_both_stones_of_a_double_placement_are_marked() -> None:
    scene = scene_of(game("A1", "D5", "H8", game_type="double"))
    assert scene.marks == dict.fromkeys(map(parse_cell, ("D5", "H8")), Mark.LAST)


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
    scene = scene_of(played)
    assert {look.bond for cell in claim.cells if isinstance(look := scene.looks[cell], Stone)} == {
        Bond.CLAIMED
    }
    assert not scene.marks


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
        marks = scene_of(played).marks
        assert {cell for cell in marks if marks[cell] in (Mark.FLIPPED, Mark.LAST_FLIPPED)} == flipped
        assert {cell for cell in marks if marks[cell] in (Mark.LAST, Mark.LAST_FLIPPED)} == placed


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


def told(scene: Scene) -> list[tuple[str, str]]:
    return [(side.status, side.loss) for side in scene.sides]


def test_a_side_that_gave_up_loses_whatever_the_score() -> None:
    played = game(*OPENING, "D5")
    resigned = scene_of(played, outcome=Outcome(Ending.RESIGNED, Player.SECOND))
    assert told(resigned) == [("", "resigned"), ("wins", "")]
    late = scene_of(played, outcome=Outcome(Ending.OUT_OF_TIME, Player.FIRST))
    assert told(late) == [("wins", ""), ("", "out of time")]
    assert not resigned.caption


def test_a_player_who_gave_up_before_there_were_colours_is_named_in_the_caption() -> None:
    scene = scene_of(game("komi 7"), outcome=Outcome(Ending.RESIGNED, Player.FIRST))
    assert scene.caption == "2nd player\nresigned"
    assert told(scene) == [("", ""), ("", "")]


def test_a_draw_and_a_cancelled_game_have_no_winner() -> None:
    drawn = scene_of(game(*OPENING), outcome=Outcome(Ending.DRAWN))
    assert told(drawn) == [("", "draw"), ("", "draw")]
    cancelled = scene_of(game(*OPENING), outcome=Outcome(Ending.CANCELLED))
    assert told(cancelled) == [("", ""), ("", "")]
    assert cancelled.caption == "cancelled"


def test_what_is_due_is_told_while_there_are_no_colours() -> None:
    assert scene_of(game()).caption == "1st player\nnames komi"
    assert scene_of(game("komi 7")).caption == "2nd player\npicks colour"
    assert not scene_of(game(*OPENING)).caption


CLOSING = (*OPENING, "A2", "B3", "B1", "C3")


def test_a_considered_claim_has_not_turned_any_stone() -> None:
    before = game(*CLOSING)
    scene = scene_of(before, View(considered=(parse_cell("C2"),)))
    claim = before.copy().play("C2").claims[0]
    assert {stone_at(scene, str(cell)).bond for cell in claim.cells} == {Bond.FOR_BLACK}
    for cell in claim.cells:
        assert stone_at(scene, str(cell)).color is (before.stone_at(cell) or Color.BLACK)
    assert scene.marks == {
        parse_cell("C2"): Mark.CONSIDERED,
        **dict.fromkeys(claim.flipped, Mark.WOULD_FLIP),
    }
    assert scene.sides[0].score == ("5",)
    assert scene.sides[0].status == "+5"


def test_two_considered_stones_are_both_set_off() -> None:
    cells = tuple(map(parse_cell, ("D5", "E6")))
    scene = scene_of(game("A1", game_type="double"), View(considered=cells))
    assert scene.marks == dict.fromkeys(cells, Mark.CONSIDERED)
    assert [side.status for side in scene.sides] == ["", ""]


def test_the_button_can_be_considered() -> None:
    scene = scene_of(game(*OPENING), View(considered=(TakeButton(),)))
    assert scene.button is ButtonState.CONSIDERED
    assert scene.sides[0].status == "+½"


def test_a_refused_cell_is_marked_with_the_stones_that_forbid_it() -> None:
    stones = (parse_cell("D5"), parse_cell("E5"))
    scene = scene_of(game(*OPENING, "D5", "E5"), View(refused=parse_cell("E6"), obstacles=stones))
    assert scene.marks == {**dict.fromkeys(stones, Mark.OBSTACLE), parse_cell("E6"): Mark.REFUSED}


def test_what_came_since_the_last_look_is_numbered_in_order() -> None:
    scene = scene_of(game(*OPENING, "D5", "E5", "button", "H8"), View(since=3))
    assert scene.numbers == {parse_cell("E5"): 1, parse_cell("H8"): 3}
    assert scene.button is ButtonState.JUST_TAKEN
    assert scene.button_number == 2


def test_choices_are_not_numbered() -> None:
    scene = scene_of(game(*OPENING, "D5"), View(since=0))
    assert scene.numbers == {parse_cell("D5"): 1}


def test_claims_since_the_last_look_are_all_new() -> None:
    finished = playout(GameOptions(6), seed=3)
    looks = scene_of(finished, View(since=0)).looks.values()
    assert {look.bond for look in looks if isinstance(look, Stone)} == {Bond.JUST_CLAIMED}


def test_numbers_have_two_digits_at_most() -> None:
    finished = playout(GameOptions(10), seed=3)
    numbers = scene_of(finished, View(since=0)).numbers.values()
    assert max(numbers) <= 99
    assert len(set(numbers)) == len(numbers) > 90


def test_nothing_new_leaves_nothing_marked() -> None:
    scene = scene_of(game(*OPENING, "D5"), View(since=3))
    assert not scene.marks
    assert not scene.numbers


def test_a_view_is_of_one_thing() -> None:
    with pytest.raises(ValueError, match="either"):
        View(considered=(TakeButton(),), since=0)
    with pytest.raises(ValueError, match="refused"):
        View(obstacles=(Cell(1, 1),))


@pytest.mark.parametrize(
    ("scoring", "black", "white"),
    [
        ("standard", ("½",), ("7",)),
        ("square", ("½",), ("7",)),
        ("longest", ("0",), ("0",)),
    ],
)
def test_komi_and_button_count_as_the_scoring_says(
    scoring: str, black: tuple[str, ...], white: tuple[str, ...]
) -> None:
    scene = scene_of(game(*OPENING, "button", scoring=scoring))
    assert [side.score for side in scene.sides] == [black, white]
    assert [side.has_button for side in scene.sides] == [True, False]
    assert scene.button is ButtonState.JUST_TAKEN


def test_stones_in_open_ribbons_are_counted_by_colour() -> None:
    scene = scene_of(game(*OPENING, "D5", "E5", "H8"))
    assert [side.pending for side in scene.sides] == ["2 open", "1 open"]


def test_longest_ribbon_scoring_shows_lengths_longest_first() -> None:
    finished = playout(GameOptions(8, scoring=Scoring.LONGEST), seed=4)
    black = finished.standing.black
    assert scene_of(finished).sides[0].score == tuple(map(str, black.lengths_with_komi))


@pytest.mark.parametrize("game_type", GameType)
def test_a_considered_stone_leads_to_the_board_that_playing_it_leads_to(game_type: GameType) -> None:
    before = playout(
        GameOptions(6, game_type), seed=4, stop=lambda game: len(game.actions) > 30 and game.stones_due != 2
    )
    for cell in before.legal_placements():
        after = before.copy()
        claims = after.play(cell).claims
        considered, done = scene_of(before, View(considered=(cell,))), scene_of(after)
        assert considered.looks.keys() == done.looks.keys()
        assert [side.score for side in considered.sides] == [side.score for side in done.sides]
        claimed = {stone for claim in claims for stone in claim.cells}
        changed = {each for each, look in considered.looks.items() if look != done.looks[each]}
        assert changed == claimed
