"""Every game of size 2, and that no game is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.flood_fill import FloodFill
from engine import Action, Cell, Color, Game, GameOptions, GameType, Phase, Scoring
from engine.scoring import standing
from tests.engine import oracle
from tests.engine.playing import OPENING, lengths_of, random_game, stones_of
from tests.engine.strategies import SIZES

ENDS = {GameType.KOMI: 4536, GameType.NO_KOMI: 3762, GameType.DOUBLE: 774}
"""How many different games of size 2 there are, the choices of komi and colour not counted."""


@pytest.mark.parametrize("game_type", GameType)
def test_every_game_of_size_2_agrees_with_the_flood_fill_at_every_action(game_type: GameType) -> None:
    ends = 0
    for game, reference in _all_games(_opened(game_type), FloodFill(2)):
        assert set(game.open_cells()) == reference.legal
        assert set(game.legal_placements()) == _legal_by_reference(game, reference)
        assert game.is_over == (not game.legal_actions())
        if game.is_over:
            ends += 1
        else:
            assert stones_of(game) == reference.stones
            claimed = {frozenset(ribbon.cells) for ribbon in game.ribbons if ribbon.owner}
            assert claimed == reference.bounded
    assert ends == ENDS[game_type]


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("game_type", GameType)
def test_every_game_of_size_2_has_a_winner_at_any_komi(game_type: GameType, scoring: Scoring) -> None:
    options = GameOptions(2, game_type, scoring)
    for black, white, button in _outcomes(game_type):
        lengths = [*((Color.BLACK, length) for length in black), *((Color.WHITE, length) for length in white)]
        for komi in range((options.largest_komi or 0) + 1):
            leader = standing(options, lengths, komi, button).leader
            assert leader is not None
            assert leader is oracle.winner(scoring, black, white, komi, button)


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("game_type", GameType)
@pytest.mark.parametrize("size", SIZES)
def test_random_games_end_with_the_winner_that_the_ribbons_komi_and_button_make(
    size: int, game_type: GameType, scoring: Scoring
) -> None:
    rng = Random(f"{size} {game_type} {scoring}")
    for _ in range(50 // size):
        game = random_game(GameOptions(size, game_type, scoring), rng)
        black, white = lengths_of(game, Color.BLACK), lengths_of(game, Color.WHITE)
        assert game.result is not None
        assert game.result.winner is oracle.winner(scoring, black, white, game.komi or 0, game.button)
        assert len(stones_of(game)) == sum(black) + sum(white)


def _opened(game_type: GameType) -> Game:
    return Game.replay(GameOptions(2, game_type), OPENING[game_type])


def _all_games(game: Game, reference: FloodFill) -> Iterator[tuple[Game, FloodFill]]:
    """A game and all that can follow it, each with the stones on the reference."""
    yield game, reference
    actions: tuple[Action, ...] = game.legal_actions()
    if game.phase is Phase.CHOOSE_COLOR:  # Which makes no difference to the stones.
        actions = (Color.WHITE,)
    for action in actions:
        twin, reference_twin = game.copy(), oracle.fork(reference)
        played = twin.play(action)
        if isinstance(action, Cell) and played.color:
            reference_twin.place(action, played.color)
        yield from _all_games(twin, reference_twin)


def _legal_by_reference(game: Game, reference: FloodFill) -> set[tuple[int, int]]:
    if game.is_over or game.phase is Phase.CHOOSE_COLOR:
        return set()
    return oracle.first_stones_of_two(reference) if game.stones_due == 2 else reference.legal


def _outcomes(game_type: GameType) -> set[tuple[tuple[int, ...], tuple[int, ...], Color | None]]:
    """The different ends of all games of size 2: both colours' lengths, and who has the button."""
    return {
        (lengths_of(game, Color.BLACK), lengths_of(game, Color.WHITE), game.button)
        for game, _ in _all_games(_opened(game_type), FloodFill(2))
        if game.is_over
    }
