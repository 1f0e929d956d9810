"""Actions that are refused: which, why, and that nothing has changed after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Action,
    Cell,
    Game,
    GameOptions,
    GameType,
    IllegalAction,
    NotationError,
    Reason,
    TakeButton,
    neighbours_of,
)
from tests.engine.playing import cells, everything_about, game_after
from tests.engine.strategies import MANY, SOME, actions, games
from tests.engine.vectors import Record, as_params, options_of, read_lines

KOMI, NO_KOMI, DOUBLE = GameType

# What each `why` of the file comes to: a reason, or None where the text is no action at all.
REASONS: dict[str, Reason | None] = {
    "a stone before komi is named": Reason.NOT_NOW,
    "the button before komi is named": Reason.NOT_NOW,
    "a colour before komi is named": Reason.NOT_NOW,
    "komi twice": Reason.NOT_NOW,
    "a stone before the colour is chosen": Reason.NOT_NOW,
    "the button before the colour is chosen": Reason.NOT_NOW,
    "the colour is chosen already": Reason.NOT_NOW,
    "the first action is a stone, not the button": Reason.NOT_NOW,
    "a colour before the first stone": Reason.NOT_NOW,
    "komi over 15": Reason.KOMI_OUT_OF_RANGE,
    "komi over 15: longest ribbon has no more": Reason.KOMI_OUT_OF_RANGE,
    "komi over 1000": Reason.KOMI_OUT_OF_RANGE,
    "there is no komi": Reason.NO_KOMI,
    "double placement has no komi": Reason.NO_KOMI,
    "double placement has no button": Reason.NO_BUTTON,
    "double placement has no choice of colours": Reason.NO_COLOR_CHOICE,
    "the button twice": Reason.BUTTON_GONE,
    "the button twice, by the other player": Reason.BUTTON_GONE,
    "off the board": Reason.OFF_THE_BOARD,
    "off the board: |x - y| is 6": Reason.OFF_THE_BOARD,
    "off the board: x is 12": Reason.OFF_THE_BOARD,
    "off the board: y is 12": Reason.OFF_THE_BOARD,
    "on the board of size 10, not of size 9": Reason.OFF_THE_BOARD,
    "occupied": Reason.OCCUPIED,
    "occupied by the first stone of the same turn": Reason.OCCUPIED,
    "4 neighbours": Reason.THREE_NEIGHBOURS,
    "three neighbours, the ends of three ribbons": Reason.THREE_NEIGHBOURS,
    "branch: the one neighbour has two already": Reason.BRANCH,
    "two ribbons, one of them not at its end": Reason.BRANCH,
    "two ribbons, neither at its end": Reason.BRANCH,
    "two neighbours in one ribbon, not both its ends": Reason.RING,
    "ring of three": Reason.RING,
    "ring of six": Reason.RING,
    "ring of seven or more": Reason.RING,
    "the first stone of a turn of two, and it would leave no second": Reason.NO_SECOND_STONE,
    "the game has ended": Reason.GAME_OVER,
    "the game has ended, and the cell is occupied": Reason.GAME_OVER,
    "the game has ended; the untaken button is given, not taken": Reason.GAME_OVER,
    "the game has ended, though the placement rule would allow this cell: no two stones could be placed": (
        Reason.GAME_OVER
    ),
    "komi below 0": None,
    "komi is a whole number": None,
    "komi is written in digits": None,
    "komi over 15, very long": None,
    "no number": None,
    "not a number": None,
    "an Arabic-Indic digit": None,
    "two actions in one": None,
    "no komi": None,
    "a Kelvin sign, which lower-cases to k": None,
    "no colour": None,
    "empty": None,
    "no letter": None,
    "the wrong way round": None,
    "two letters": None,
    "two cells": None,
    "two actions": None,
    "no whole number": None,
    "the character before A": None,
    "full-width letters and digits": None,
    "a superscript digit": None,
    "a letter with dots": None,
    "a NUL at the end": None,
    "there is no passing": None,
    "no action": None,
    "no action of the rules": None,
    "very long": None,
    "a long s, which upper-cases to S": None,
    "a dotless i, which upper-cases to I": None,
    "strict form: a leading zero": None,
    "strict form: a sign": None,
    "strict form: two spaces": None,
    "strict form: no space": None,
    "strict form: a space": None,
    "strict form: a line end": None,
}
FAR_RING = "far ring: the last stone joined two ribbons"
# Off the board as well, but no cell of any board could be written like this.
UNREADABLE_CELLS = {"A0", "D-5"}


@pytest.mark.parametrize("record", as_params("refused.jsonl"))
def test_each_recorded_refusal_is_made_for_its_reason_and_changes_nothing(record: Record) -> None:
    game = Game.replay(options_of(record), record["actions"])
    before = everything_about(game)
    with pytest.raises((NotationError, IllegalAction)) as refusal:
        game.play(record["bad"])
    assert getattr(refusal.value, "reason", None) == _reason_of(record)
    assert everything_about(game) == before


def test_no_reason_is_left_out_of_the_recorded_refusals() -> None:
    assert {_reason_of(record) for record in read_lines("refused.jsonl")} == {None, *Reason}


@pytest.mark.parametrize(
    ("game_type", "played", "cell", "reason", "stones"),
    [
        pytest.param(KOMI, "D5", "D5", Reason.OCCUPIED, "D5", id="occupied"),
        pytest.param(DOUBLE, "D5 F5", "F5", Reason.OCCUPIED, "F5", id="occupied-this-turn"),
        pytest.param(KOMI, "D5 C3 E4", "D4", Reason.THREE_NEIGHBOURS, "C3 D5 E4", id="three-ends"),
        pytest.param(KOMI, "C3 C4 D5 E5", "D4", Reason.THREE_NEIGHBOURS, "C3 C4 D5 E5", id="four-in-a-bow"),
        pytest.param(KOMI, "C5 D5 E5", "D4", Reason.RING, "D5 E5", id="ring-of-three-with-an-inner-stone"),
        pytest.param(KOMI, "C5 D5 E6", "E5", Reason.RING, "D5 E6", id="ring-of-three-in-a-bend"),
        pytest.param(KOMI, "C5 D5 E5", "D6", Reason.RING, "C5 D5", id="ring-of-three-of-the-source"),
        pytest.param(KOMI, "C5 D5 E6", "D4", Reason.BRANCH, "D5", id="branch"),
        pytest.param(KOMI, "C5 D5", "D6", Reason.RING, "C5 D5", id="ring-of-three-of-two-ends"),
        pytest.param(KOMI, "B3 C3 D4 F3 F4 G5", "E4", Reason.BRANCH, "F4", id="join-to-an-inner-stone"),
        pytest.param(KOMI, "C3 D3 E4 E5 D5", "C4", Reason.RING, "C3 D5", id="ring-of-six"),
        pytest.param(KOMI, "", "L11", Reason.OFF_THE_BOARD, "", id="off-the-board"),
        pytest.param(KOMI, "button", "button", Reason.BUTTON_GONE, "", id="button-gone"),
        pytest.param(NO_KOMI, "D5", "D6", Reason.NOT_NOW, "", id="a-choice-is-due"),
    ],
)
def test_a_refusal_names_its_reason_and_the_stones_in_the_way(
    game_type: GameType, played: str, cell: str, reason: Reason, stones: str
) -> None:
    game = game_after(played, game_type)
    with pytest.raises(IllegalAction) as refusal:
        game.play(cell)
    assert (refusal.value.reason, refusal.value.stones) == (reason, cells(stones))
    assert str(refusal.value.action) == cell


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Cell(0, 1), Reason.OFF_THE_BOARD),
        (Cell(-1, -1), Reason.OFF_THE_BOARD),
        (Cell(1, 7), Reason.OFF_THE_BOARD),
    ],
)
def test_a_cell_that_was_not_read_from_text_is_checked_too(action: Action, reason: Reason) -> None:
    game = game_after("")
    with pytest.raises(IllegalAction) as refusal:
        game.check(action)
    assert refusal.value.reason is reason


@MANY
@given(games(), st.one_of(actions(), st.text(max_size=12)))
def test_an_attempt_is_either_refused_without_a_trace_or_the_next_action(
    game: Game, attempt: Action | str
) -> None:
    before = everything_about(game)
    actions_before = game.actions
    if _refuses(game, attempt):
        assert everything_about(game) == before
    else:
        assert game.actions[:-1] == actions_before
        assert str(game.actions[-1]).lower() == str(attempt).lower()


@SOME
@given(games())
def test_a_refused_placement_names_as_many_stones_as_its_reason_tells_of(game: Game) -> None:
    stones_for = {
        Reason.GAME_OVER: {0},
        Reason.NOT_NOW: {0},
        Reason.NO_SECOND_STONE: {0},
        Reason.OCCUPIED: {1},
        Reason.BRANCH: {1, 2},
        Reason.RING: {2},
        Reason.THREE_NEIGHBOURS: {3, 4, 5, 6},
    }
    for cell in set(game.board.cells) - set(game.legal_placements()):
        with pytest.raises(IllegalAction) as refusal:
            game.check(cell)
        stones = refusal.value.stones
        assert len(stones) in stones_for[refusal.value.reason]
        assert all(game.stone_at(stone) for stone in stones)
        assert list(stones) == sorted(stones)
        near = {cell} if refusal.value.reason is Reason.OCCUPIED else set(neighbours_of(cell))
        assert set(stones) <= near


@pytest.mark.parametrize("written", ["x" * 100_000, "komi " + "9" * 100_000])
def test_the_message_about_endless_text_is_short(written: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Game().play(written)
    assert refusal.value.written == written
    assert len(str(refusal.value)) < 80


def test_the_message_of_a_refusal_says_the_action_and_the_reason() -> None:
    game = Game(GameOptions(6, DOUBLE))
    with pytest.raises(IllegalAction, match=r"^button is not allowed: no button$"):
        game.play(TakeButton())


def _refuses(game: Game, attempt: Action | str) -> bool:
    try:
        game.play(attempt)
    except (NotationError, IllegalAction):
        return True
    return False


def _reason_of(record: Record) -> Reason | None:
    if record["bad"] in UNREADABLE_CELLS:
        return None
    return Reason.RING if record["why"].startswith(FAR_RING) else REASONS[record["why"]]
