"""What a player is told about a placement before it is what then happens."""

from __future__ import annotations

from random import Random

import pytest

from bot.matches import prospect, prospects
from engine import Cell, Game, GameOptions, GameType, Scoring, neighbours_of
from tests.engine.playing import game_after, random_game

GAMES = [
    pytest.param(game_type, size, plies, id=f"{game_type}-{size}-{plies}")
    for game_type in GameType
    for size, plies in ((6, 20), (6, 34), (8, 50))
]


@pytest.mark.parametrize(("game_type", "size", "plies"), GAMES)
def test_a_prospect_is_what_the_placement_then_does(game_type: GameType, size: int, plies: int) -> None:
    game = random_game(GameOptions(size, game_type, Scoring.STANDARD), Random(plies), plies)
    found = prospects(game)
    assert sorted(one.cell for one in found) == list(game.legal_placements())
    for one in found:
        after = game.copy()
        played = after.play(one.cell)
        assert (one.claims, one.color) == (played.claims, played.color)
        (own,) = (ribbon for ribbon in after.ribbons if one.cell in ribbon.cells)
        assert one.length == len(own.cells)
        assert one == prospect(game, one.cell)
        assert len(one.joined) == stones_around(game, one.cell)
        assert one.ends_game is after.is_over
        assert one.narrowed == narrowed(game, after, one.cell)


def narrowed(game: Game, after: Game, placed: Cell) -> tuple[Cell, ...]:
    """The first cells of the ribbons that the stone is no part of and that it leaves one cell to grow."""
    room = {ribbon.cells: len(ribbon.growth) for ribbon in game.ribbons}
    left = (ribbon for ribbon in after.open_ribbons if placed not in ribbon.cells)
    return tuple(ribbon.cells[0] for ribbon in left if len(ribbon.growth) == 1 < room[ribbon.cells])


def stones_around(game: Game, cell: Cell) -> int:
    return sum(game.stone_at(near) is not None for near in neighbours_of(cell) if near in game.board.index)


@pytest.mark.parametrize(("game_type", "size", "plies"), GAMES)
def test_the_most_telling_placements_come_first(game_type: GameType, size: int, plies: int) -> None:
    game = random_game(GameOptions(size, game_type, Scoring.STANDARD), Random(plies), plies)
    found = prospects(game)
    claims = [one for one in found if one.claims]
    assert found[: len(claims)] == claims
    assert [one.gain for one in claims] == sorted((one.gain for one in claims), reverse=True)
    joins = [len(one.joined) for one in found[len(claims) :]]
    assert joins == sorted(joins, reverse=True)


def test_looking_ahead_leaves_the_game_as_it_was() -> None:
    game = game_after("D5 E6 A1")
    before = game.history, game.legal_actions()
    prospects(game)
    assert (game.history, game.legal_actions()) == before
