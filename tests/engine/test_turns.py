"""Whose turn it is, what is due, and what a turn consisted of."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine import (
    Action,
    Cell,
    Color,
    Game,
    GameOptions,
    GameType,
    NameKomi,
    Phase,
    Played,
    Player,
    TakeButton,
)
from tests.engine.playing import cells, game_after
from tests.engine.strategies import SOME, games

KOMI, NO_KOMI, DOUBLE = GameType
FIRST, SECOND = Player
BLACK, WHITE = Color
NAME_KOMI, PLACE_FIRST_STONE, CHOOSE_COLOR, PLAY, OVER = Phase


@pytest.mark.parametrize(
    ("game_type", "written", "phase", "player", "color", "can_take_button"),
    [
        pytest.param(KOMI, "", NAME_KOMI, FIRST, None, False, id="komi-at-first"),
        pytest.param(KOMI, "komi 7", CHOOSE_COLOR, SECOND, None, False, id="komi-named"),
        pytest.param(KOMI, "komi 7,black", PLAY, SECOND, BLACK, True, id="komi-second-player-chose-black"),
        pytest.param(KOMI, "komi 7,white", PLAY, FIRST, BLACK, True, id="komi-second-player-chose-white"),
        pytest.param(KOMI, "komi 7,white,D5", PLAY, SECOND, WHITE, True, id="komi-one-stone"),
        pytest.param(
            KOMI, "komi 7,white,button", PLAY, SECOND, WHITE, False, id="komi-button-before-any-stone"
        ),
        pytest.param(KOMI, "komi 7,black,D5,button", PLAY, SECOND, BLACK, False, id="komi-button-taken"),
        pytest.param(NO_KOMI, "", PLACE_FIRST_STONE, FIRST, BLACK, False, id="no-komi-at-first"),
        pytest.param(NO_KOMI, "D5", CHOOSE_COLOR, SECOND, None, False, id="no-komi-first-stone"),
        pytest.param(NO_KOMI, "D5,black", PLAY, FIRST, WHITE, True, id="no-komi-second-player-chose-black"),
        pytest.param(NO_KOMI, "D5,white", PLAY, SECOND, WHITE, True, id="no-komi-second-player-chose-white"),
        pytest.param(NO_KOMI, "D5,white,button", PLAY, FIRST, BLACK, False, id="no-komi-button-at-once"),
        pytest.param(DOUBLE, "", PLAY, FIRST, BLACK, False, id="double-at-first"),
        pytest.param(DOUBLE, "D5", PLAY, SECOND, WHITE, False, id="double-first-turn-done"),
        pytest.param(DOUBLE, "D5,F6", PLAY, SECOND, WHITE, False, id="double-in-the-middle-of-a-turn"),
        pytest.param(DOUBLE, "D5,F6,H7", PLAY, FIRST, BLACK, False, id="double-second-turn-done"),
    ],
)
def test_who_is_to_do_what(
    game_type: GameType,
    written: str,
    phase: Phase,
    player: Player,
    color: Color | None,
    can_take_button: bool,
) -> None:
    game = _replay(game_type, written)
    assert game.phase is phase
    assert game.player_to_act is player
    assert game.color_to_move is color
    assert game.can_take_button is can_take_button
    assert not game.is_over


@pytest.mark.parametrize(
    ("game_type", "written", "stones"),
    [
        (KOMI, "komi 7,white", 1),
        (KOMI, "komi 7,white,D5", 1),
        (NO_KOMI, "", 1),
        (NO_KOMI, "D5,white", 1),
        (DOUBLE, "", 1),
        (DOUBLE, "D5", 2),
        (DOUBLE, "D5,F6", 1),
        (DOUBLE, "D5,F6,H7", 2),
    ],
)
def test_how_many_stones_are_due(game_type: GameType, written: str, stones: int) -> None:
    assert _replay(game_type, written).stones_due == stones


@pytest.mark.parametrize(
    ("game_type", "written", "first_players"),
    [
        pytest.param(KOMI, "komi 7", None, id="komi-not-chosen-yet"),
        pytest.param(KOMI, "komi 7,black", WHITE, id="komi-black-chosen"),
        pytest.param(KOMI, "komi 7,white", BLACK, id="komi-white-chosen"),
        pytest.param(NO_KOMI, "D5", None, id="no-komi-not-chosen-yet"),
        pytest.param(NO_KOMI, "D5,black", WHITE, id="no-komi-black-chosen"),
        pytest.param(NO_KOMI, "D5,white", BLACK, id="no-komi-white-chosen"),
        pytest.param(DOUBLE, "", BLACK, id="double-from-the-start"),
    ],
)
def test_each_player_has_a_color_once_it_is_chosen(
    game_type: GameType, written: str, first_players: Color | None
) -> None:
    game = _replay(game_type, written)
    assert game.color_of(FIRST) is first_players
    assert game.color_of(SECOND) is (first_players and first_players.opponent)
    for color in Color:
        assert game.player_of(color) is (first_players and (FIRST if color is first_players else SECOND))


@pytest.mark.parametrize(
    ("game_type", "written", "last_turn"),
    [
        pytest.param(KOMI, "", [], id="before-the-first"),
        pytest.param(KOMI, "komi 7", ["komi 7"], id="komi-named"),
        pytest.param(KOMI, "komi 7,white", ["white"], id="color-chosen"),
        pytest.param(KOMI, "komi 7,white,D5", ["D5"], id="one-stone"),
        pytest.param(KOMI, "komi 7,white,D5,button", ["button"], id="button"),
        pytest.param(KOMI, "komi 7,white,D5,button,F6", ["F6"], id="after-the-button"),
        pytest.param(NO_KOMI, "D5", ["D5"], id="first-stone"),
        pytest.param(NO_KOMI, "D5,black", ["black"], id="color-chosen-after-the-first-stone"),
        pytest.param(DOUBLE, "D5", ["D5"], id="double-first-turn"),
        pytest.param(DOUBLE, "D5,F6", ["F6"], id="double-half-a-turn"),
        pytest.param(DOUBLE, "D5,F6,H7", ["F6", "H7"], id="double-two-stones"),
        pytest.param(DOUBLE, "D5,F6,H7,B2", ["B2"], id="double-half-of-the-next-turn"),
        pytest.param(DOUBLE, "D5,F6,H7,B2,B4", ["B2", "B4"], id="double-two-stones-again"),
    ],
)
def test_the_last_turn_is_what_the_latest_player_did(
    game_type: GameType, written: str, last_turn: list[str]
) -> None:
    game = _replay(game_type, written)
    assert [str(played.action) for played in game.last_turn] == last_turn


@SOME
@given(games())
def test_the_last_turn_is_the_end_of_the_history_and_one_players(game: Game) -> None:
    turn = game.last_turn
    assert turn == game.history[len(game.history) - len(turn) :]
    assert len(turn) <= 2
    assert len({played.player for played in turn}) == bool(turn)
    assert not any(played.ends_turn for played in turn[:-1])


def test_the_history_tells_who_did_what_as_which_color() -> None:
    assert _replay(KOMI, "komi 7,black,D5,button").history == (
        _played(NameKomi(7), FIRST, None),
        _played(BLACK, SECOND, BLACK),
        _played(Cell(4, 5), SECOND, BLACK),
        _played(TakeButton(), FIRST, WHITE),
    )


def test_the_history_of_no_komi_starts_with_a_black_stone_of_the_first_player() -> None:
    assert _replay(NO_KOMI, "D5,black,F6").history == (
        _played(Cell(4, 5), FIRST, BLACK),
        _played(BLACK, SECOND, BLACK),
        _played(Cell(6, 6), FIRST, WHITE),
    )


def test_the_history_of_double_placement_tells_which_stone_ends_a_turn() -> None:
    assert _replay(DOUBLE, "D5,F6,H7,B2").history == (
        _played(Cell(4, 5), FIRST, BLACK),
        _played(Cell(6, 6), SECOND, WHITE, ends_turn=False),
        _played(Cell(8, 7), SECOND, WHITE),
        _played(Cell(2, 2), FIRST, BLACK, ends_turn=False),
    )


def test_the_button_belongs_to_the_color_that_took_it() -> None:
    assert _replay(KOMI, "komi 7,white,D5").button is None
    assert _replay(KOMI, "komi 7,white,D5,button").button is WHITE
    assert _replay(KOMI, "komi 7,white,button").button is BLACK


@pytest.mark.parametrize(
    ("game_type", "written", "last", "holder"),
    [
        pytest.param(KOMI, "A1 B2 C3", BLACK, WHITE, id="black-places-last"),
        pytest.param(KOMI, "A1 A2 B3 C3 C2", BLACK, WHITE, id="black-places-last-in-a-longer-game"),
        pytest.param(KOMI, "button A1 B2 C3", WHITE, BLACK, id="white-places-last-but-it-was-taken"),
        pytest.param(NO_KOMI, "A1 white B2 C3", BLACK, WHITE, id="no-komi"),
        pytest.param(DOUBLE, "A1 B2 C3", WHITE, None, id="double-has-none"),
    ],
)
def test_a_button_left_to_the_end_goes_to_who_did_not_place_the_last_stone(
    game_type: GameType, written: str, last: Color, holder: Color | None
) -> None:
    game = game_after(written, game_type, size=2)
    assert game.phase is OVER
    assert game.history[-1].color is last
    assert game.button is holder


def test_when_the_game_is_over_nobody_is_to_act() -> None:
    game = game_after("A1 B2 C3", size=2)
    assert game.is_over
    assert game.player_to_act is None
    assert game.color_to_move is None
    assert not game.can_take_button
    assert game.legal_actions() == ()
    assert game.player_of(BLACK) is FIRST


@pytest.mark.parametrize("game_type", GameType)
def test_the_result_waits_for_the_end(game_type: GameType) -> None:
    game = game_after("D5", game_type)
    assert game.result is None
    assert game.open_ribbons == game.ribbons
    assert game.stone_at(cells("D5")[0]) is BLACK
    assert game.stone_at(cells("D6")[0]) is None


def test_a_new_game_has_the_options_that_the_rules_offer_first() -> None:
    assert Game().options == GameOptions(6, KOMI)


def _replay(game_type: GameType, written: str) -> Game:
    """A game of size 6 after the actions in a line, separated by commas."""
    return Game.replay(GameOptions(6, game_type), filter(None, written.split(",")))


def _played(action: Action, player: Player, color: Color | None, *, ends_turn: bool = True) -> Played:
    return Played(action, player, color, (), ends_turn)
