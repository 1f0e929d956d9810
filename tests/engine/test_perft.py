"""How many sequences of actions there are, and how many of them end the game.

What may be placed depends only on which cells are occupied, not on the order or the colours. So sequences
that occupy the same cells are counted together: through `Game` as far as that is quick, and all the way
through `Position`, there with positions that are images of each other counted together too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import pytest

from engine import Action, Color, Game, GameOptions, GameType, Phase, board_of
from engine.board import members
from engine.position import Position
from tests.engine.playing import OPENING
from tests.engine.symmetries import TWELVE, images_by_cell
from tests.engine.vectors import Record, read_counts

RECORDED = {(record["size"], GameType(record["type"])): record for record in read_counts()}
SIZES = [2, 3, 4, 5, 6, 10]
DEPTH_THROUGH_GAME = {2: 6, 3: 4, 4: 3, 5: 2, 6: 2, 10: 1}
"""How many actions are counted through `Game`, by size."""


class Count(NamedTuple):
    """For one action, two and so on: how many sequences there are, and how many of them end the game."""

    nodes: list[int]
    ended: list[int]


def test_every_size_is_recorded_for_every_game_type() -> None:
    assert set(RECORDED) == {(size, game_type) for size in SIZES for game_type in GameType}


@pytest.mark.parametrize("size", SIZES)
def test_position_counts_as_recorded_for_one_stone_a_turn(size: int) -> None:
    komi, no_komi = (_recorded(RECORDED[size, kind]) for kind in (GameType.KOMI, GameType.NO_KOMI))
    placements = _count_placements(size, len(komi.nodes), in_twos=False)
    assert _with_button(placements, before_the_first_stone=True) == komi
    assert _with_button(placements, before_the_first_stone=False) == no_komi


@pytest.mark.parametrize("size", SIZES)
def test_position_counts_as_recorded_for_two_stones_a_turn(size: int) -> None:
    double = _recorded(RECORDED[size, GameType.DOUBLE])
    assert _count_placements(size, len(double.nodes), in_twos=True) == double


@pytest.mark.parametrize("game_type", GameType)
@pytest.mark.parametrize("size", SIZES)
def test_game_counts_as_recorded(size: int, game_type: GameType) -> None:
    recorded = _recorded(RECORDED[size, game_type], DEPTH_THROUGH_GAME[size])
    assert _count_games(size, game_type, len(recorded.nodes)) == recorded


@pytest.mark.parametrize("game_type", GameType)
def test_no_game_of_size_2_is_longer_than_recorded(game_type: GameType) -> None:
    nodes, ended = _recorded(RECORDED[2, game_type])
    assert _count_games(2, game_type, len(nodes) + 1) == Count([*nodes, 0], [*ended, 0])


def _recorded(record: Record, depth: int | None = None) -> Count:
    return Count(record["nodes"][:depth], record["ended"][:depth])


def _count_games(size: int, game_type: GameType, depth: int) -> Count:
    count = Count([], [])
    layer = [(Game.replay(GameOptions(size, game_type), OPENING[game_type]), 1)]
    for _ in range(depth):
        ways_to: Counter[frozenset[Action]] = Counter()
        games: dict[frozenset[Action], Game] = {}
        for game, ways in layer:
            for action in game.legal_actions():
                twin = game.copy()
                twin.play(action)
                if twin.phase is Phase.CHOOSE_COLOR:  # It is not counted, and changes nothing that is.
                    twin.play(Color.WHITE)
                done = frozenset(twin.actions)
                ways_to[done] += ways
                games[done] = twin
        layer = [(games[done], ways) for done, ways in ways_to.items()]
        _add_layer(count, ((ways, game.is_over) for game, ways in layer))
    return count


def _count_placements(size: int, depth: int, *, in_twos: bool) -> Count:
    """Count sequences of placements, the button aside."""
    board = board_of(size)
    images_of = images_by_cell(board)
    count = Count([], [])
    layer = [(Position(board), [0] * len(TWELVE), 1)]
    for stones in range(depth):
        ways_to: Counter[int] = Counter()
        found: dict[int, tuple[Position, list[int]]] = {}
        for position, images, ways in layer:
            for cell in members(_allowed(position, stones, in_twos)):
                images_after = [image | bit for image, bit in zip(images, images_of[cell], strict=True)]
                lowest = min(images_after)
                ways_to[lowest] += ways
                if lowest not in found:
                    after = position.copy()
                    after.place(cell, Color.BLACK)
                    found[lowest] = after, images_after
        layer = [(*found[lowest], ways) for lowest, ways in ways_to.items()]
        _add_layer(count, ((ways, not _allowed(after, stones + 1, in_twos)) for after, _, ways in layer))
    return count


def _add_layer(count: Count, ways_and_ends: Iterable[tuple[int, bool]]) -> None:
    nodes = ended = 0
    for ways, is_over in ways_and_ends:
        nodes += ways
        ended += ways * is_over
    count.nodes.append(nodes)
    count.ended.append(ended)


def _allowed(position: Position, stones: int, in_twos: bool) -> int:
    """Where the next stone may go. In twos, the first turn is one stone: a turn starts at each odd number."""
    return position.legal_before_another() if in_twos and stones % 2 else position.legal


def _with_button(placements: Count, *, before_the_first_stone: bool) -> Count:
    """Count the sequences in which the button may be taken once, from those without.

    It can be put in before any stone of a sequence, the first perhaps excepted, and after the last unless
    the game is over by then.
    """
    nodes, ended = [1, *placements.nodes], [0, *placements.ended]
    count = Count([], [])
    for actions in range(1, len(nodes)):
        stones = actions - 1
        before_a_stone = stones if before_the_first_stone else max(stones - 1, 0)
        after_the_last = before_the_first_stone or stones > 0
        with_button = before_a_stone * nodes[stones] + after_the_last * (nodes[stones] - ended[stones])
        count.nodes.append(nodes[actions] + with_button)
        count.ended.append(ended[actions] + before_a_stone * ended[stones])
    return count
