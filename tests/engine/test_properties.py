"""What holds in every game."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random

from hypothesis import given

from engine import Action, Cell, Color, Game, NameKomi, Played, Player, Ribbon, TakeButton
from tests.engine.playing import accepted, everything_about, placements_of, stones_of
from tests.engine.strategies import FEW, SEEDS, SOME, games


@SOME
@given(games())
def test_a_game_is_the_replay_of_its_actions(game: Game) -> None:
    assert everything_about(Game.replay(game.options, game.actions)) == everything_about(game)


@SOME
@given(games())
def test_a_pickled_game_is_the_same_and_short(game: Game) -> None:
    pickled = pickle.dumps(game)
    assert everything_about(pickle.loads(pickled)) == everything_about(game)
    assert len(pickled) < 300 + 8 * len(game.actions)


@SOME
@given(games())
def test_play_returns_what_the_history_holds(game: Game) -> None:
    replayed = Game(game.options)
    assert tuple(replayed.play(action) for action in game.actions) == game.history
    assert game.actions == tuple(played.action for played in game.history)


@SOME
@given(games())
def test_an_illegal_cell_never_becomes_legal_again(game: Game) -> None:
    steps = [set(step.open_cells()) for step in _steps(game)]
    for before, after in pairwise(steps):
        assert after <= before


@SOME
@given(games())
def test_a_bounded_ribbon_never_changes(game: Game) -> None:
    claimed: set[Ribbon] = set()
    for step in _steps(game):
        claimed_now = {ribbon for ribbon in step.ribbons if ribbon.owner}
        assert claimed <= claimed_now
        claimed = claimed_now
    stones = stones_of(game)
    for ribbon in claimed:
        assert {stones[cell] for cell in ribbon.cells} == {ribbon.owner}


@SOME
@given(games())
def test_each_ribbon_is_claimed_once_and_for_the_owner_it_then_has(game: Game) -> None:
    claims = [claim for played in game.history for claim in played.claims]
    owned = [(tuple(sorted(ribbon.cells)), ribbon.owner) for ribbon in game.ribbons if ribbon.owner]
    assert sorted((claim.cells, claim.color) for claim in claims) == sorted(owned)


@SOME
@given(games())
def test_the_claims_of_one_action_are_ordered_by_their_first_cells(game: Game) -> None:
    for played in game.history:
        assert [claim.cells for claim in played.claims] == sorted(claim.cells for claim in played.claims)
        for claim in played.claims:
            assert list(claim.cells) == sorted(claim.cells)
            assert list(claim.flipped) == sorted(claim.flipped)


@SOME
@given(games())
def test_a_ribbon_has_no_growth_exactly_when_it_is_bounded(game: Game) -> None:
    legal = set(game.open_cells())
    for ribbon in game.ribbons:
        at_its_ends = {
            cell
            for cell in legal
            for stone in (ribbon.cells[0], ribbon.cells[-1])
            if _are_adjacent(cell, stone)
        }
        assert set(ribbon.growth) == (set() if game.is_over else at_its_ends)
        assert (ribbon.growth == ()) == (ribbon.owner is not None)
    assert game.open_ribbons == tuple(ribbon for ribbon in game.ribbons if ribbon.growth)


@SOME
@given(games())
def test_the_stones_are_those_placed_and_each_is_in_one_ribbon(game: Game) -> None:
    placed = sorted(cell for cell, _ in placements_of(game))
    assert sorted(stones_of(game)) == placed
    assert sorted(cell for ribbon in game.ribbons for cell in ribbon.cells) == placed


@FEW
@given(games())
def test_the_legal_actions_are_exactly_those_that_check_accepts(game: Game) -> None:
    span = range(-1, 2 * game.options.size + 2)
    conceivable: list[Action] = [
        *(Cell(x, y) for x in span for y in span),
        *(NameKomi(points) for points in range(-1, 1003)),
        *Color,
        TakeButton(),
    ]
    legal = game.legal_actions()
    assert {action for action in conceivable if accepted(game, action)} == set(legal)
    assert len(set(legal)) == len(legal)
    assert [action for action in legal if isinstance(action, Cell)] == list(game.legal_placements())
    assert list(game.legal_placements()) == sorted(game.legal_placements())
    assert (TakeButton() in legal) == game.can_take_button


@FEW
@given(games())
def test_every_legal_action_can_be_played(game: Game) -> None:
    for action in game.legal_actions():
        assert game.copy().play(action).action == action


@SOME
@given(games(), SEEDS)
def test_a_copy_and_its_original_go_their_own_ways(game: Game, seed: int) -> None:
    before = everything_about(game)
    twin = game.copy()
    assert everything_about(twin) == before
    _play_out(twin, Random(seed))
    assert everything_about(game) == before

    played_out = everything_about(twin)
    _play_out(game, Random(seed + 1))
    assert everything_about(twin) == played_out


@SOME
@given(games(), SEEDS)
def test_a_copy_plays_on_as_its_original(game: Game, seed: int) -> None:
    twin = game.copy()
    _play_out(twin, Random(seed))
    _play_out(game, Random(seed))
    assert everything_about(twin) == everything_about(game)


@SOME
@given(games())
def test_the_players_act_in_turns_and_in_their_colors(game: Game) -> None:
    colors: dict[Player, Color] = {}
    for step, played in zip(_steps(game), game.history, strict=False):
        assert played.player is step.player_to_act
        if isinstance(played.action, Cell):
            assert played.color is step.color_to_move
        if played.color and step.color_of(played.player):
            assert colors.setdefault(played.player, played.color) is played.color
    for before, after in pairwise(game.history):
        if not before.ends_turn:
            assert after.player is before.player
        elif not isinstance(before.action, Color):  # After it, who opens is next, whoever chose.
            assert after.player is before.player.opponent


@SOME
@given(games())
def test_a_finished_game_has_a_winner_and_an_unfinished_one_none(game: Game) -> None:
    assert (game.result is not None) == game.is_over == (game.legal_actions() == ())
    if game.result:
        assert game.result.breakdown == game.standing
        assert game.result.winner is game.standing.leader
        assert game.open_ribbons == ()


def _steps(game: Game) -> list[Game]:
    """The game before each of its actions, and as it is."""
    steps = [Game(game.options)]
    for action in game.actions:
        steps.append(steps[-1].copy())
        steps[-1].play(action)
    return steps


def _play_out(game: Game, rng: Random) -> list[Played]:
    played = []
    while not game.is_over:
        played.append(game.play(rng.choice(game.legal_actions())))
    return played


def _are_adjacent(one: Cell, other: Cell) -> bool:
    return (one.x - other.x, one.y - other.y) in {(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)}
