"""Turning and mirroring the board, and swapping the colours, change nothing but what they say."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pytest
from hypothesis import given

from engine import Action, Board, Cell, Claim, Color, Game, Ribbon, board_of, neighbours_of
from engine.board import members
from engine.position import Position
from tests.engine.playing import stones_of
from tests.engine.strategies import FEW, SOME, games, orders
from tests.engine.symmetries import TWELVE, Symmetry


@pytest.mark.parametrize("size", [2, 6, 10])
def test_the_symmetries_are_twelve_different_ones_that_keep_neighbours_neighbours(size: int) -> None:
    board = board_of(size)
    images = {tuple(symmetry.image(cell, size) for cell in board.cells) for symmetry in TWELVE}
    assert len(images) == 12
    for image in images:
        assert sorted(image) == list(board.cells)
        for cell, near in zip(image, board.neighbours, strict=True):
            images_of_near = {image[number] for number in members(near)}
            assert images_of_near == {other for other in neighbours_of(cell) if other in board.index}


@pytest.mark.parametrize("symmetry", TWELVE, ids=str)
@FEW
@given(game=games())
def test_the_image_of_a_game_has_the_images_of_its_legal_cells_claims_and_ribbons(
    symmetry: Symmetry, game: Game
) -> None:
    image = partial(symmetry.image, size=game.options.size)
    original, mapped = Game(game.options), Game(game.options)
    for action in game.actions:
        claims = original.play(action).claims
        claims_of_image = mapped.play(_image_of(action, symmetry, game.options.size)).claims
        assert {_claim_image(claim, symmetry, game.options.size) for claim in claims} == set(claims_of_image)
        assert set(map(image, original.legal_placements())) == set(mapped.legal_placements())
    assert {_ribbon_image(each, symmetry, game.options.size) for each in game.ribbons} == set(mapped.ribbons)
    assert {image(cell): color for cell, color in stones_of(game).items()} == stones_of(mapped)
    assert game.standing == mapped.standing
    assert game.result == mapped.result


@SOME
@given(orders())
def test_colors_swapped_give_the_same_claims_with_colors_swapped(
    drawn: tuple[Board, list[tuple[int, Color]]],
) -> None:
    board, order = drawn
    position, swapped = Position(board), Position(board)
    for cell, color in order:
        if position.legal >> cell & 1:
            claims = position.place(cell, color)
            assert swapped.place(cell, color.opponent) == [
                claim._replace(color=claim.color.opponent) for claim in claims
            ]
    assert (position.black, position.white) == (swapped.white, swapped.black)
    assert (position.legal, position.claimed) == (swapped.legal, swapped.claimed)


@SOME
@given(games())
def test_the_other_choice_of_color_gives_the_same_game_with_the_players_swapped(game: Game) -> None:
    swapped = [action.opponent if isinstance(action, Color) else action for action in game.actions]
    other = Game.replay(game.options, swapped)
    assert stones_of(other) == stones_of(game)
    assert other.ribbons == game.ribbons
    assert other.button == game.button
    assert other.result == game.result
    if tuple(swapped) != game.actions:
        assert [other.player_of(color) for color in Color] == [
            game.player_of(color.opponent) for color in Color
        ]


@SOME
@given(orders())
def test_the_order_in_which_stones_came_is_nothing_to_what_is_legal_and_bounded(
    drawn: tuple[Board, list[tuple[int, Color]]],
) -> None:
    board, order = drawn
    forwards, backwards = Position(board), Position(board)
    placed = []
    for cell, color in order:
        if forwards.legal >> cell & 1:
            forwards.place(cell, color)
            placed.append((cell, color))
            assert forwards.black | forwards.white == sum(1 << stone for stone, _ in placed)
    for cell, color in reversed(placed):
        backwards.place(cell, color)
    assert (forwards.legal, forwards.claimed, forwards.ends) == (
        backwards.legal,
        backwards.claimed,
        backwards.ends,
    )


def _image_of(action: Action, symmetry: Symmetry, size: int) -> Action:
    return symmetry.image(action, size) if isinstance(action, Cell) else action


def _sorted_images(cells: Iterable[Cell], symmetry: Symmetry, size: int) -> tuple[Cell, ...]:
    return tuple(sorted(symmetry.image(cell, size) for cell in cells))


def _claim_image(claim: Claim, symmetry: Symmetry, size: int) -> Claim:
    return Claim(
        _sorted_images(claim.cells, symmetry, size),
        claim.color,
        _sorted_images(claim.flipped, symmetry, size),
    )


def _ribbon_image(ribbon: Ribbon, symmetry: Symmetry, size: int) -> Ribbon:
    path = [symmetry.image(cell, size) for cell in ribbon.cells]
    from_first_end = path if path[0] <= path[-1] else path[::-1]
    return Ribbon(tuple(from_first_end), ribbon.owner, _sorted_images(ribbon.growth, symmetry, size))
