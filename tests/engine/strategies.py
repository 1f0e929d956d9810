"""What hypothesis draws."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine import (
    Action,
    Board,
    Cell,
    Color,
    Game,
    GameOptions,
    GameType,
    NameKomi,
    Scoring,
    TakeButton,
    board_of,
)
from engine.options import LARGEST, SMALLEST
from tests.engine.playing import random_game

# How long an example takes says nothing about the engine, and on a busy machine it would fail good tests.
_AT_ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
FEW = settings(_AT_ANY_SPEED, max_examples=25)
SOME = settings(_AT_ANY_SPEED, max_examples=60)
MANY = settings(_AT_ANY_SPEED, max_examples=300)

SIZES = range(SMALLEST, LARGEST + 1)
SEEDS = st.integers(0, 2**32 - 1)


def options(
    sizes: range = SIZES, game_types: tuple[GameType, ...] = tuple(GameType)
) -> st.SearchStrategy[GameOptions]:
    """Options of any scoring."""
    # `sampled_from` and not `integers`, which draws its bounds far more often than what lies between.
    return st.builds(
        GameOptions, st.sampled_from(sizes), st.sampled_from(game_types), st.sampled_from(tuple(Scoring))
    )


@st.composite
def games(draw: st.DrawFn, sizes: range = SIZES, game_types: tuple[GameType, ...] = tuple(GameType)) -> Game:
    """A game of random play, anywhere from its start to its end.

    A seed makes it and not one drawn choice for each action: that is fast, and still shrinks to a small
    board and the fewest actions.
    """
    chosen = draw(options(sizes, game_types))
    # Random play leaves about half of the cells empty, so that one game in three or so is over.
    most_actions = 3 * len(board_of(chosen.size).cells) // 4 + 3
    return random_game(chosen, Random(draw(SEEDS)), draw(st.sampled_from(range(most_actions))))


@st.composite
def orders(draw: st.DrawFn) -> tuple[Board, list[tuple[int, Color]]]:
    """A board, and an order in which to try all its cells (by number), each with a colour at random."""
    board, rng = board_of(draw(st.sampled_from(SIZES))), Random(draw(SEEDS))
    numbers = range(len(board.cells))
    return board, [(cell, rng.choice(tuple(Color))) for cell in rng.sample(numbers, len(numbers))]


def actions() -> st.SearchStrategy[Action]:
    """Any action that can be written, possible on some board or not."""
    return st.one_of(
        st.builds(Cell, st.integers(1, 26), st.integers(1, 99)),
        st.builds(NameKomi, st.integers(0, 999_999)),
        st.sampled_from(Color),
        st.just(TakeButton()),
    )
