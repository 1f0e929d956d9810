"""Whole games, played by the engine at random, to fill databases with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine import Cell, Color, Game, GameOptions, GameType, Player, Scoring

VARIANTS = {
    GameOptions(): 60,
    GameOptions(7): 10,
    GameOptions(8): 5,
    GameOptions(10): 2,
    GameOptions(scoring=Scoring.LONGEST): 8,
    GameOptions(scoring=Scoring.SQUARE): 5,
    GameOptions(game_type=GameType.NO_KOMI): 5,
    GameOptions(game_type=GameType.DOUBLE): 5,
}
"""What is played, and how often."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from its first action to its last.

    ``ends`` are the plies after which a turn is whole; ``stones`` says how many are placed after each ply,
    from 0 on.
    """

    options: GameOptions
    written: Sequence[str]
    players: Sequence[Player]
    ends: Sequence[int]
    stones: Sequence[int]
    winner: Player

    def named_komi(self, ply: int) -> str | None:
        """The komi that was named by then, as it is written."""
        return next((one for one in self.written[: min(ply, 1)] if one.startswith("komi ")), None)

    def choice(self, ply: int) -> str | None:
        """The colour that was chosen by then."""
        return next((one for one in self.written[: min(ply, 2)] if one in tuple(Color)), None)


def played_games(count: int, rng: Random) -> list[PlayedGame]:
    """So many games of the variants, as often as each is played."""
    chosen = rng.choices(list(VARIANTS), list(VARIANTS.values()), k=count)
    return [_played(options, rng) for options in chosen]


def _played(options: GameOptions, rng: Random) -> PlayedGame:
    game = Game(options)
    while not game.is_over:
        game.play(rng.choice(game.legal_actions()))
    assert game.result is not None  # The game is over.
    winner = game.player_of(game.result.winner)
    assert winner is not None  # Both colours are somebody's.
    stones = [0]
    for played in game.history:
        stones.append(stones[-1] + isinstance(played.action, Cell))
    return PlayedGame(
        options,
        written=[str(played.action) for played in game.history],
        players=[played.player for played in game.history],
        ends=[ply for ply, played in enumerate(game.history, start=1) if played.ends_turn],
        stones=stones,
        winner=winner,
    )
