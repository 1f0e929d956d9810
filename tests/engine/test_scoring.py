"""Scores, and who wins by them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Color, Game, GameOptions, GameType, Scoring, Standing
from engine.scoring import standing
from tests.engine import oracle
from tests.engine.playing import game_after, lengths_of, random_game
from tests.engine.strategies import MANY, SEEDS, SOME, games, options
from tests.engine.test_diagrams import BEFORE_THE_CLAIM

BLACK, WHITE = Color
STANDARD, LONGEST, SQUARE = Scoring
LENGTHS = st.lists(st.integers(1, 12), max_size=8)


@pytest.mark.parametrize(
    ("scoring", "black", "white", "komi", "button", "points"),
    [
        pytest.param(STANDARD, [3, 2], [4], 0, None, (5, 4), id="stones"),
        pytest.param(STANDARD, [3, 2], [4], 7, None, (5, 11), id="komi-is-whites"),
        pytest.param(STANDARD, [3, 2], [4], 7, BLACK, (5.5, 11), id="black-has-the-button"),
        pytest.param(STANDARD, [3, 2], [4], 1, WHITE, (5, 5.5), id="white-has-the-button"),
        pytest.param(STANDARD, [], [], 15, None, (0, 15), id="komi-without-any-stone"),
        pytest.param(SQUARE, [3, 2], [4], 0, None, (13, 16), id="squares"),
        pytest.param(SQUARE, [3, 2], [4], 1000, BLACK, (13.5, 1016), id="squares-komi-and-button"),
        pytest.param(SQUARE, [1, 1, 1], [], 0, WHITE, (3, 0.5), id="single-stones"),
    ],
)
def test_points_are_those_of_ribbons_komi_and_button(
    scoring: Scoring,
    black: list[int],
    white: list[int],
    komi: int,
    button: Color | None,
    points: tuple[float, float],
) -> None:
    scores = _standing(scoring, black, white, komi, button)
    assert (scores.black.points, scores.white.points) == points
    assert scores.leader is (BLACK if points[0] > points[1] else WHITE)


def test_a_score_tells_its_parts() -> None:
    score = _standing(SQUARE, [1], [2, 5, 3], 7, WHITE).white
    assert score.lengths == (5, 3, 2)
    assert score.ribbon_points == 25 + 9 + 4
    assert score.komi == 7
    assert score.has_button
    assert score.points == 38 + 7 + 0.5


@pytest.mark.parametrize(
    ("black", "white", "komi", "struck", "left", "leader"),
    [
        pytest.param([5, 3, 3], [5, 3, 2], 0, (5, 3), ((3,), (2,)), BLACK, id="one-pair-of-each-length"),
        pytest.param([4, 4, 1], [4, 4, 4], 0, (4, 4), ((1,), (4,)), WHITE, id="two-pairs-of-one-length"),
        pytest.param([9], [2, 2], 7, (9,), ((), (2,)), WHITE, id="komi-makes-a-pair"),
        pytest.param([4], [4, 4], 3, (4,), ((), (7,)), WHITE, id="komi-lengthens-one-of-two-longest"),
        pytest.param([6], [6], 1, (), ((6,), (7,)), WHITE, id="komi-parts-a-pair"),
        pytest.param([1, 20], [5], 15, (20,), ((1,), ()), BLACK, id="komi-is-not-enough"),
        pytest.param([2], [], 15, (), ((2,), ()), BLACK, id="no-white-ribbon-for-komi"),
        pytest.param([], [1], 0, (), ((), (1,)), WHITE, id="no-black-ribbon"),
        pytest.param([3, 1], [1, 3], 0, (3, 1), ((), ()), None, id="nothing-left"),
        pytest.param([], [], 15, (), ((), ()), None, id="no-ribbon-at-all"),
    ],
)
def test_longest_ribbon_strikes_off_pairs_of_equal_length(
    black: list[int],
    white: list[int],
    komi: int,
    struck: tuple[int, ...],
    left: tuple[tuple[int, ...], tuple[int, ...]],
    leader: Color | None,
) -> None:
    scores = _standing(LONGEST, black, white, komi)
    assert scores.struck == struck
    assert (scores.left(BLACK), scores.left(WHITE)) == left
    assert scores.leader is leader


def test_komi_lengthens_whites_longest_ribbon_alone() -> None:
    scores = _standing(LONGEST, [8, 2], [3, 6, 6], 5)
    assert scores.black.lengths_with_komi == (8, 2)
    assert scores.white.lengths_with_komi == (11, 6, 3)
    assert scores.white.lengths == (6, 6, 3)


def test_komi_has_no_effect_in_longest_ribbon_while_white_owns_no_ribbon() -> None:
    white = _standing(LONGEST, [1], [], 15).white
    assert (white.komi, white.lengths_with_komi) == (0, ())


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("button", [BLACK, WHITE, None])
def test_where_all_else_is_equal_the_button_decides(scoring: Scoring, button: Color | None) -> None:
    assert _standing(scoring, [5, 2], [2, 5], 0, button).leader is button


@MANY
@given(st.sampled_from(Scoring), LENGTHS, LENGTHS, st.integers(0, 15), st.sampled_from([BLACK, WHITE, None]))
def test_the_leader_is_who_the_rules_make_the_winner(
    scoring: Scoring, black: list[int], white: list[int], komi: int, button: Color | None
) -> None:
    leader = _standing(scoring, black, white, komi, button).leader
    assert leader is oracle.winner(scoring, black, white, komi, button)


@MANY
@given(LENGTHS, LENGTHS, st.integers(0, 15))
def test_what_is_struck_and_what_is_left_are_all_that_there_was(
    black: list[int], white: list[int], komi: int
) -> None:
    scores = _standing(LONGEST, black, white, komi)
    for color in Color:
        everything = sorted(scores[color].lengths_with_komi, reverse=True)
        assert sorted(scores.struck + scores.left(color), reverse=True) == everything
    assert not set(scores.left(BLACK)) & set(scores.left(WHITE))


def test_in_the_middle_of_a_game_only_claimed_ribbons_count() -> None:
    game = game_after(BEFORE_THE_CLAIM)
    assert (game.standing.black.points, game.standing.white.points) == (0, 7)
    game.play("C8")
    assert (game.standing.black.points, game.standing.white.points) == (0, 6 + 7)
    assert game.standing.white.lengths == (6,)
    game.play("button")
    assert (game.standing.black.points, game.standing.white.points) == (0.5, 13)
    assert game.standing.black.has_button
    assert game.result is None


@pytest.mark.parametrize(
    ("game_type", "scoring", "written", "leader"),
    [
        pytest.param(GameType.KOMI, STANDARD, "", None, id="before-komi-is-named"),
        pytest.param(GameType.KOMI, STANDARD, "komi 0,white", None, id="komi-0"),
        pytest.param(GameType.KOMI, STANDARD, "komi 1,white", WHITE, id="komi-alone-leads"),
        pytest.param(GameType.KOMI, LONGEST, "komi 9,white", None, id="komi-with-no-ribbon-to-lengthen"),
        pytest.param(GameType.KOMI, LONGEST, "komi 9,white,button", BLACK, id="the-button-alone-leads"),
        pytest.param(GameType.NO_KOMI, SQUARE, "D5", None, id="one-open-ribbon"),
        pytest.param(GameType.DOUBLE, STANDARD, "D5,F6,H7", None, id="two-colors-of-open-ribbons"),
    ],
)
def test_who_leads_before_anything_is_claimed(
    game_type: GameType, scoring: Scoring, written: str, leader: Color | None
) -> None:
    game = Game.replay(GameOptions(6, game_type, scoring), filter(None, written.split(",")))
    assert game.standing.leader is leader


@SOME
@given(games())
def test_the_standing_is_that_of_the_ribbons_owned_so_far(game: Game) -> None:
    for color in Color:
        score = game.standing[color]
        assert score.lengths == lengths_of(game, color)[::-1]
        assert score.has_button == (game.button is color)
        assert score.scoring is game.options.scoring
    has_effect = game.options.scoring is not LONGEST or bool(game.standing.white.lengths)
    assert game.standing.black.komi == 0
    assert game.standing.white.komi == (game.komi if game.komi and has_effect else 0)


@SOME
@given(options(), SEEDS)
def test_a_result_shows_the_score_as_its_scoring_counts_it(chosen: GameOptions, seed: int) -> None:
    game = random_game(chosen, Random(seed))
    assert game.result is not None
    black, white = game.standing.black, game.standing.white
    if chosen.scoring is LONGEST:
        assert game.result.score == (black.lengths_with_komi, white.lengths_with_komi)
    else:
        assert game.result.score == (black.points, white.points)


def _standing(
    scoring: Scoring, black: list[int], white: list[int], komi: int, button: Color | None = None
) -> Standing:
    lengths = [*((BLACK, length) for length in black), *((WHITE, length) for length in white)]
    return standing(GameOptions(scoring=scoring), lengths, komi, button)
