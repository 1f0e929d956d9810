"""How fast the engine plays uniformly random games, beside a plain flood fill that does the same.

All are measured in turns within one run, in CPU time, with the exact legal cells and all claims known
after every placement. The figures are medians over the rounds, with the slowest and the fastest round.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import cycle
from random import Random
from time import process_time
from typing import TypeVar

from benchmarks.flood_fill import FloodFill
from benchmarks.options import positive
from benchmarks.table import HEADER, Row
from engine import Color, Game, GameOptions, board_of
from engine.position import Position

SUMMARY = "random games per second, against a flood-fill reference"

SIZE, LARGE_SIZE = 6, 10
SLOWER = 20
"""The flood fill plays one game for this many of the core's, so that it does not take up the whole run."""

Dealt = TypeVar("Dealt")

Order = list[int]
"""All cell numbers of a board in the order in which a random game tries them."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one round of one contestant took."""

    games: int
    placements: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def microseconds_per_placement(self) -> float:
        return 1e6 * self.seconds / self.placements


@dataclass(frozen=True, slots=True)
class Round:
    """The samples taken side by side in one round."""

    core: Sample
    core_large: Sample
    game: Sample
    flood_fill: Sample


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=positive, default=15, help="how many rounds (default: %(default)s)")
    parser.add_argument(
        "--games",
        type=positive,
        default=1000,
        help="games of the core in a round; the others play in proportion (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=0, help="the seed of the games (default: %(default)s)")


def run(options: argparse.Namespace) -> None:
    """Measure, and print the table."""
    rng = Random(options.seed)
    rounds = [_measure_round(options.games, rng) for _ in range(options.rounds)]
    print(f"Uniformly random games, CPU time, {options.rounds} rounds of {options.games} games of the core\n")
    print(HEADER)
    for row in _rows(rounds):
        print(row)


def play_core(size: int, orders: Iterable[Order]) -> int:
    """Play games on `Position` alone; return how many stones that took."""
    board = board_of(size)
    placements = 0
    for order in orders:
        position = Position(board)
        colors = cycle(Color)
        for cell in order:
            if position.legal >> cell & 1:
                position.place(cell, next(colors))
                placements += 1
    return placements


def play_game(size: int, rngs: Iterable[Random]) -> int:
    """Play games as the bot does, through `Game`; return how many stones that took."""
    options = GameOptions(size)
    placements = 0
    for rng in rngs:
        game = Game.replay(options, ("komi 7", "white"))
        while legal := game.legal_placements():
            game.play(rng.choice(legal))
            placements += 1
    return placements


def play_flood_fill(size: int, orders: Iterable[Order]) -> int:
    """Play games on the reference; return how many stones that took."""
    cells = board_of(size).cells
    placements = 0
    for order in orders:
        reference = FloodFill(size)
        colors = cycle(Color)
        for number in order:
            if (cell := cells[number]) in reference.legal:
                reference.place(cell, next(colors))
                placements += 1
    return placements


def _measure_round(games: int, rng: Random) -> Round:
    few = max(1, games // SLOWER)
    orders, large_orders = _deal_orders(SIZE, games, rng), _deal_orders(LARGE_SIZE, max(1, games // 3), rng)
    return Round(
        core=_measure(play_core, SIZE, orders),
        core_large=_measure(play_core, LARGE_SIZE, large_orders),
        game=_measure(play_game, SIZE, [rng] * max(1, games // 3)),
        flood_fill=_measure(play_flood_fill, SIZE, orders[:few]),
    )


def _deal_orders(size: int, games: int, rng: Random) -> list[Order]:
    """What the games are to be, dealt before the clock starts.

    Trying all cells in a uniformly random order, and leaving out each that is illegal by then, is to choose
    uniformly among the legal cells at every placement: an illegal cell never becomes legal again, so those
    left out are no loss, and those still to come are in uniformly random order whatever was played so far.
    """
    numbers = range(len(board_of(size).cells))
    return [rng.sample(numbers, len(numbers)) for _ in range(games)]


def _measure(play: Callable[[int, list[Dealt]], int], size: int, games: list[Dealt]) -> Sample:
    start = process_time()
    placements = play(size, games)
    # On some systems the clock is too coarse for the few games of a test.
    return Sample(len(games), placements, max(process_time() - start, 1e-6))


def _rows(rounds: list[Round]) -> list[Row]:
    core = [each.core.games_per_second for each in rounds]
    game = [each.game.games_per_second for each in rounds]
    flood_fill = [each.flood_fill.games_per_second for each in rounds]
    small = [each.core.microseconds_per_placement for each in rounds]
    large = [each.core_large.microseconds_per_placement for each in rounds]
    return [
        Row("position core, size 6, games/s", core, ",.0f", 4000),
        Row("Game.play, size 6, games/s", game, ",.0f", 1200),
        Row("flood-fill reference, size 6, games/s", flood_fill, ",.0f"),
        Row("position core ÷ flood-fill reference", _ratios(core, flood_fill), ".1f", 60),
        Row("position core, size 6, µs a placement", small, ".2f"),
        Row("position core, size 10, µs a placement", large, ".2f"),
        Row("size 10 ÷ size 6, a placement", _ratios(large, small), ".2f", 1.3, more_is_better=False),
    ]


def _ratios(ours: list[float], theirs: list[float]) -> list[float]:
    """Round for round, so that what slows a whole round down cancels out."""
    return [one / other for one, other in zip(ours, theirs, strict=True)]
