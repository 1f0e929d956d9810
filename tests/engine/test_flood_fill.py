"""The engine beside the plain reference, and the reference beside the definitions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from benchmarks.flood_fill import FloodFill, Group
from engine import Cell, Color, Game, GameType, Played, board_of
from engine.board import members
from engine.position import Position
from tests.engine import oracle
from tests.engine.playing import placements_of, stones_of
from tests.engine.strategies import FEW, SOME, games
from tests.engine.symmetries import lowest_image


@SOME
@given(games())
def test_at_each_step_a_game_agrees_with_the_flood_fill(game: Game) -> None:
    replayed, reference = Game(game.options), FloodFill(game.options.size)
    for action in game.actions:
        before = stones_of(replayed)
        played = replayed.play(action)
        assert _claims(played) == _reference_claims(reference, played, replayed)
        assert set(replayed.open_cells()) == reference.legal
        assert stones_of(replayed) == reference.stones
        _assert_flipped_are_those_that_were_not_the_owners(played, before)
    _assert_ribbons_agree(game, reference)


@FEW
@given(games(sizes=range(2, 6), game_types=(GameType.DOUBLE,)))
def test_in_double_placement_the_first_stone_of_a_turn_leaves_a_second(game: Game) -> None:
    replayed, reference = Game(game.options), FloodFill(game.options.size)
    for cell, color in placements_of(game):
        reference.place(cell, color)
        replayed.play(cell)
        allowed = oracle.first_stones_of_two(reference) if replayed.stones_due == 2 else reference.legal
        assert set(replayed.legal_placements()) == allowed
        assert replayed.is_over == (not allowed)


@FEW
@given(games(game_types=(GameType.DOUBLE,)))
def test_position_tells_the_same_as_trying_each_first_stone(game: Game) -> None:
    position = Position(game.board)
    for cell, color in placements_of(game):
        position.place(game.board.index[cell], color)
        allowed = sum(1 << first for first in members(position.legal) if _legal_after(position, first))
        assert position.legal_before_another() == allowed


def test_every_position_of_size_3_has_the_legal_cells_of_the_flood_fill() -> None:
    board, reference, checked = board_of(3), FloodFill(3), 0
    for position in _every_position(3):
        reference.set_up(dict.fromkeys(board.cells_in(position.black), Color.BLACK))
        assert set(board.cells_in(position.legal)) == reference.legal
        assert set(board.cells_in(position.claimed)) == set().union(*reference.bounded)
        checked += 1
    assert checked == 7_219


@pytest.mark.parametrize(("size", "repeats"), [(2, 50), (3, 20), (4, 5), (6, 1)])
def test_the_flood_fill_itself_follows_the_definitions_to_the_letter(size: int, repeats: int) -> None:
    rng = Random(size)
    for _ in range(repeats):
        reference = FloodFill(size)
        while reference.legal:
            reference.place(rng.choice(sorted(reference.legal)), rng.choice(tuple(Color)))
            _assert_definitions_hold(reference)


def _claims(played: Played) -> set[tuple[Group, Color]]:
    return {(frozenset(claim.cells), claim.color) for claim in played.claims}


def _reference_claims(reference: FloodFill, played: Played, game: Game) -> set[tuple[Group, Color]]:
    """What the reference claims for the same action; it must be a placement for there to be any."""
    if played.action not in game.board.index:
        return set()
    assert played.color is not None
    claims = reference.place(played.action, played.color)
    if game.is_over and game.options.game_type is GameType.DOUBLE:
        at_the_end = oracle.claims_at_the_end_of_double(reference, played.color)
        for group, owner in at_the_end:
            reference.stones.update(dict.fromkeys(group, owner))
        claims += at_the_end
    return set(claims)


def _assert_flipped_are_those_that_were_not_the_owners(played: Played, before: dict[Cell, Color]) -> None:
    for claim in played.claims:
        colors = {cell: before.get(cell, played.color) for cell in claim.cells}
        assert claim.flipped == tuple(cell for cell in claim.cells if colors[cell] is not claim.color)
        assert claim.is_tied == (len(claim.flipped) * 2 == len(claim.cells))
        if claim.is_tied:
            assert claim.color is not played.color


def _assert_ribbons_agree(game: Game, reference: FloodFill) -> None:
    ribbons = game.ribbons
    assert {frozenset(ribbon.cells) for ribbon in ribbons} == set(reference.groups)
    assert len(ribbons) == len(reference.groups)
    assert [ribbon.cells[0] for ribbon in ribbons] == sorted(ribbon.cells[0] for ribbon in ribbons)
    for ribbon in ribbons:
        assert ribbon.cells[0] <= ribbon.cells[-1]
        for stone, following in pairwise(ribbon.cells):
            assert following in reference.near[stone]
        is_claimed = game.is_over or frozenset(ribbon.cells) in reference.bounded
        assert ribbon.owner == (reference.stones[ribbon.cells[0]] if is_claimed else None)
        near = {cell for stone in ribbon.cells for cell in reference.near[stone]}
        assert ribbon.growth == (() if is_claimed else tuple(sorted(near & reference.legal)))


def _assert_definitions_hold(reference: FloodFill) -> None:
    for group in reference.groups:
        assert oracle.is_ribbon(group, reference)
        can_grow = any(cell in reference.legal for stone in group for cell in reference.near[stone])
        assert (group in reference.bounded) == (not can_grow)
    for cell in reference.near.keys() - reference.stones.keys():
        after = oracle.fork(reference)
        after.set_up({**reference.stones, cell: Color.BLACK})
        (group,) = (group for group in after.groups if cell in group)
        assert (cell in reference.legal) == oracle.is_ribbon(group, after)


def _legal_after(position: Position, cell: int) -> int:
    twin = position.copy()
    twin.place(cell, Color.BLACK)
    return twin.legal


def _every_position(size: int) -> Iterator[Position]:
    """Each set of cells that stones can occupy, only one of those that are images of one another."""
    board = board_of(size)
    layer = {0: Position(board)}
    while layer:
        yield from layer.values()
        following: dict[int, Position] = {}
        for position in layer.values():
            for cell in members(position.legal):
                any_image = lowest_image(board, position.black | 1 << cell)
                if any_image not in following:
                    following[any_image] = position.copy()
                    following[any_image].place(cell, Color.BLACK)
        layer = following
