"""Games as they might be played, for pictures to be tried on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine import Cell, Color, Game, GameOptions, NameKomi, Phase

_GROWING = 0.8
"""How often a playout grows a ribbon rather than beginning one."""


def playout(options: GameOptions, seed: int, stop: Callable[[Game], bool] = lambda _: False) -> Game:
    """A game as it might be played: ribbons mostly grow, and nobody hands over a long one for nothing.

    It goes on until ``stop`` says so, or to its end.
    """
    random = Random(seed)  # noqa: S311  Nothing here is secret.
    game = Game(options)
    while not game.is_over and not stop(game):
        match game.phase:
            case Phase.NAME_KOMI:
                game.play(NameKomi(7))
            case Phase.CHOOSE_COLOR:
                game.play(Color.WHITE)
            case _:
                game.play(_placement(game, random))
    return game


def _placement(game: Game, random: Random) -> Cell:
    legal = set(game.legal_placements())
    growth = [cell for ribbon in game.open_ribbons for cell in ribbon.growth if cell in legal]
    if growth and random.random() < _GROWING:
        candidates = random.sample(growth, min(4, len(growth)))
    else:
        candidates = random.sample(sorted(legal), min(2, len(legal)))
    return max(candidates, key=lambda cell: _gain(game, cell))


def _gain(game: Game, cell: Cell) -> int:
    """The stones won by a placement, less those lost."""
    played = game.copy().play(cell)
    return sum(len(claim.cells) * (1 if claim.color is played.color else -1) for claim in played.claims)
