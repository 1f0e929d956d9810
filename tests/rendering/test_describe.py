"""The board in words."""

from __future__ import annotations

import re

import pytest

from engine import (
    Cell,
    Color,
    Game,
    GameOptions,
    GameType,
    NameKomi,
    Player,
    Scoring,
    TakeButton,
    neighbours_of,
    parse_cell,
)
from rendering import Ending, Outcome, View, describe_board
from rendering.describe import LONGEST_TEXT
from rendering.playout import playout
from rendering.words import points_text
from tests.engine.vectors import as_params, options_of, read_lines
from tests.rendering.pictures import game

OPENING = ("komi 7", "white")


@pytest.mark.parametrize("record", as_params("games.jsonl") + as_params("edge.jsonl"))
def test_every_board_is_told_in_whole_sentences_that_fit(record: dict) -> None:
    played = Game(options_of(record))
    for action in record["actions"]:
        played.play(action)
        text = describe_board(played)
        assert len(text) <= LONGEST_TEXT
        assert text.endswith(".")
        assert_tells_the_last_turn(text, played)
        assert_tells_the_score(text, played)
        assert_tells_who_is_next(text, played)


def assert_tells_the_last_turn(text: str, played: Game) -> None:
    first = text.split(". ")[0]
    for each in played.last_turn:
        match each.action:
            case Cell() as cell:
                assert re.search(rf"\b{cell}\b", first)
                assert first.startswith(str(each.color).capitalize())
            case NameKomi(points):
                assert f"named komi {points}" in first
            case TakeButton():
                assert "took the button" in first
            case Color() as color:
                assert f"chose {color.capitalize()}" in first


def assert_tells_the_score(text: str, played: Game) -> None:
    standing = played.standing
    if played.options.scoring is Scoring.LONGEST:
        numbers = [*standing.black.lengths_with_komi, *standing.white.lengths_with_komi]
    else:
        numbers = [points_text(standing.black.points), points_text(standing.white.points)]
    assert all(re.search(rf"(?<!\w){number}(?!\w)", text) for number in numbers)


def assert_tells_who_is_next(text: str, played: Game) -> None:
    if played.result:
        assert f"{played.result.winner.capitalize()} wins." in text
    elif played.color_to_move and played.phase.name == "PLAY":
        assert f"{played.color_to_move.capitalize()} is to" in text
    else:
        assert "player is to" in text


def test_an_empty_board_is_said_to_be_empty() -> None:
    assert describe_board(game(game_type="double")) == (
        "An empty board with 6 cells per side. Score: Black 0, White 0. Black is to place 1 stone."
    )


def test_a_claim_says_how_long_whose_and_what_turned() -> None:
    text = describe_board(game(*OPENING, "A2", "B3", "B1", "C3", "C2"))
    assert text.startswith(
        "Black played C2. The ribbon of 5 from A2 to B1 went to Black, and 2 stones turned black. "
        "Score: Black 5, White 7 with komi 7. White is to move."
    )


def test_open_ribbons_are_told_with_ends_stones_and_room() -> None:
    text = describe_board(game(*OPENING, "D5", "E5", "H8"))
    assert text == (
        "Black played H8. Score: Black 0, White 7 with komi 7. White is to move. The button is free. "
        "2 ribbons are open. D5 to E5, 2 stones, 1 of them black, can grow into 6 cells. "
        "H8, a single black stone, can grow into 6 cells."
    )


def test_few_cells_to_grow_into_are_named() -> None:
    text = describe_board(game("A1", game_type="double"))
    assert "A1, a single black stone, can grow into 3 cells: A2, B1 and B2." in text


def test_two_stones_of_one_turn_are_told_together() -> None:
    text = describe_board(game("A1", "D5", "H8", game_type="double"))
    assert text.startswith("White played D5 and H8.")
    assert "Black is to place 2 stones." in text


def test_the_holder_of_the_button_is_told() -> None:
    text = describe_board(game(*OPENING, "button"))
    assert text.startswith("Black took the button. Score: Black ½, White 7 with komi 7.")
    assert "Black has the button." in text


def test_lengths_are_told_in_longest_ribbon_scoring() -> None:
    finished = playout(GameOptions(6, scoring=Scoring.LONGEST), seed=12)
    text = describe_board(finished)
    assert "Black's ribbons: " in text
    assert "White's ribbons with komi 7: " in text


@pytest.mark.parametrize(
    ("actions", "outcome", "told"),
    [
        (("D5",), Outcome(Ending.RESIGNED, Player.SECOND), "Black resigned: White wins."),
        (("D5",), Outcome(Ending.OUT_OF_TIME, Player.FIRST), "White ran out of time: Black wins."),
        (("D5",), Outcome(Ending.DRAWN), "Both players agreed on a draw."),
        (("D5",), Outcome(Ending.CANCELLED), "The game was cancelled."),
    ],
    ids=lambda value: value.ending.name if isinstance(value, Outcome) else None,
)
def test_an_early_end_is_told(actions: tuple[str, ...], outcome: Outcome, told: str) -> None:
    assert told in describe_board(game(*OPENING, *actions), outcome=outcome)


def test_an_early_end_is_told_before_anything_else() -> None:
    text = describe_board(game(*OPENING, "D5"), outcome=Outcome(Ending.RESIGNED, Player.SECOND))
    assert text.startswith("Black resigned: White wins. Black played D5. ")
    assert "is to move" not in text


CLOSING = (*OPENING, "A2", "B3", "B1", "C3")


def test_a_turn_and_the_reply_to_it_are_told_one_after_the_other() -> None:
    picks = parse_cell("E6"), parse_cell("F5")
    text = describe_board(game("komi 7", "white", "D5"), view=View(considered=picks))
    assert text.startswith("White would play E6. Black would play F5.")


def test_what_is_considered_is_told_as_what_would_be() -> None:
    text = describe_board(game(*CLOSING), view=View(considered=(parse_cell("C2"),)))
    assert text.startswith(
        "Black would play C2. The ribbon of 5 from A2 to B1 would go to Black, "
        "and 2 stones would turn black. The score would be: Black 5, White 7 with komi 7."
    )


def test_a_refused_cell_is_told_with_what_stands_in_the_way() -> None:
    stones = (parse_cell("D5"), parse_cell("E5"))
    view = View(refused=parse_cell("E6"), obstacles=stones)
    text = describe_board(game(*OPENING, "D5", "E5"), view=view)
    assert text.startswith("No stone may be placed on E6: D5 and E5 stand in the way. White played E5.")


def test_what_came_since_the_last_look_is_told_in_order() -> None:
    text = describe_board(game(*OPENING, "D5", "E5", "button", "H8"), view=View(since=3))
    assert text.startswith("Since you last looked: 1 White E5, 2 Black button, 3 White H8. Score: ")
    nothing = describe_board(game(*OPENING, "D5"), view=View(since=3))
    assert nothing.startswith("Nothing was played since you last looked.")


def test_much_that_came_since_the_last_look_still_fits() -> None:
    text = describe_board(playout(GameOptions(10), seed=1), view=View(since=0))
    assert "are left out" in text
    assert len(text) <= LONGEST_TEXT


@pytest.mark.parametrize(
    ("moves", "left_out"), [(21, "the first is left out"), (22, "the first 2 are left out")]
)
def test_of_more_than_twenty_moves_the_first_are_counted(moves: int, left_out: str) -> None:
    played = playout(GameOptions(), 6, stop=lambda game: len(game.actions) == len(OPENING) + moves)
    text = describe_board(played, view=View(since=len(OPENING)))
    assert f", … ({left_out})." in text


def test_a_single_ribbon_that_does_not_fit_is_told_as_one() -> None:
    options = GameOptions(10, scoring=Scoring.LONGEST)
    played = playout(options, 0, stop=lambda game: len(game.actions) == 62)
    assert describe_board(played, outcome=Outcome(Ending.DRAWN)).endswith(" 1 more is open.")


def test_ribbons_that_are_nearly_bounded_come_first() -> None:
    played = playout(GameOptions(6), 6, stop=lambda game: len(game.actions) > 36)
    text = describe_board(played)
    growths = [int(number) for number in re.findall(r"can grow into (\d+)", text)]
    is_near = [number <= 2 for number in growths]
    assert is_near == sorted(is_near, reverse=True)
    assert True in is_near


def test_ribbons_that_do_not_fit_are_counted() -> None:
    scattered = Game(GameOptions(10, GameType.DOUBLE))
    while len(scattered.ribbons) < 30:
        lonely = (
            cell
            for cell in scattered.legal_placements()
            if all(near not in ribbon.cells for ribbon in scattered.ribbons for near in neighbours_of(cell))
        )
        scattered.play(next(lonely))
    text = describe_board(scattered)
    assert len(text) <= LONGEST_TEXT
    left = re.search(r"(\d+) more are open\.$", text)
    assert left
    assert text.count("can grow into") + int(left[1]) == 30


def test_an_early_end_before_there_are_colours_names_players() -> None:
    text = describe_board(game("komi 7"), outcome=Outcome(Ending.RESIGNED, Player.SECOND))
    assert "The first player resigned: the second player wins." in text


def test_many_claims_at_once_are_summed_up() -> None:
    record = max(read_lines("games.jsonl"), key=lambda each: len(each["claims"][-1]))
    finished = Game.replay(options_of(record), record["actions"])
    claims = [claim for played in finished.last_turn for claim in played.claims]
    assert len(claims) > 3
    assert f"{len(claims)} ribbons were claimed: " in describe_board(finished)
