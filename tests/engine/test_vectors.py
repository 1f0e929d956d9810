"""Whole games, each checked by independent implementations, action for action."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine import Cell, Claim, Color, Game, Ribbon
from tests.engine.playing import everything_about, stones_of
from tests.engine.vectors import Record, as_params, options_of, read_lines

GAMES = [*as_params("games.jsonl"), *as_params("edge.jsonl")]


@pytest.mark.parametrize(
    ("name", "lines"), [("games.jsonl", 180), ("edge.jsonl", 66), ("refused.jsonl", 125)]
)
def test_no_line_is_missing(name: str, lines: int) -> None:
    assert len(read_lines(name)) == lines


@pytest.mark.parametrize("record", GAMES)
def test_each_action_has_the_claims_and_leaves_the_legal_cells_of_the_record(record: Record) -> None:
    game = Game(options_of(record))
    legal, claims = [], []
    for action in record["actions"]:
        claims.append([_written(claim) for claim in game.play(action).claims])
        legal.append(len(game.legal_placements()))
    assert legal == record["legal"]
    assert claims == record["claims"]


@pytest.mark.parametrize("record", GAMES)
def test_the_game_ends_as_the_record_does(record: Record) -> None:
    game = Game.replay(options_of(record), record["actions"])
    final = record["final"]
    assert game.is_over
    assert game.result is not None
    assert _sorted_stones(game, Color.BLACK) == final["black"]
    assert _sorted_stones(game, Color.WHITE) == final["white"]
    assert [_written_ribbon(ribbon) for ribbon in game.ribbons] == final["ribbons"]
    assert game.button == final["button"]
    assert _as_lists(game.result.score) == final["score"]
    assert game.result.winner == final["winner"]
    assert _last_color(game) == final["last"]


@pytest.mark.parametrize("record", GAMES)
def test_the_written_form_of_the_actions_replays_to_the_same_game(record: Record) -> None:
    game = Game.replay(options_of(record), record["actions"])
    again = Game.replay(game.options, [str(action) for action in game.actions])
    assert everything_about(again) == everything_about(game)


def _written(claim: Claim) -> Record:
    return {"cells": _names(claim.cells), "colour": str(claim.color)}


def _written_ribbon(ribbon: Ribbon) -> Record:
    return {"cells": _names(ribbon.cells), "owner": str(ribbon.owner)}


def _names(stones: Iterable[Cell]) -> list[str]:
    return [str(stone) for stone in stones]


def _sorted_stones(game: Game, color: Color) -> list[str]:
    return _names(sorted(cell for cell, stone in stones_of(game).items() if stone is color))


def _as_lists(
    score: tuple[float, float] | tuple[tuple[int, ...], tuple[int, ...]],
) -> list[float | list[int]]:
    return [list(part) if isinstance(part, tuple) else part for part in score]


def _last_color(game: Game) -> Color | None:
    return [played.color for played in game.history if isinstance(played.action, Cell)][-1]
