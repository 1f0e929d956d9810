"""Playing a whole turn: one action, or the stones that are due."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, WrongStoneCount
from engine import Action, Cell, Game, IllegalAction, NotationError, Phase, board_of, parse_action


def play_turn(match: Match, turn: Sequence[Action | str]) -> None:
    """Play a whole turn on a match's game, which nobody may use any more if it is refused.

    Text in ``turn`` is the written form of an action. Raises ActionRefused and WrongStoneCount.
    """
    try:
        actions = [parse_action(one) if not isinstance(one, Action) else one for one in turn]
        _check_stone_count(match, actions)
        for action in actions:
            match.game.play(action)
    except (NotationError, IllegalAction) as error:
        raise ActionRefused(match, error) from error


def written_turn(before: Game, actions: Sequence[Action]) -> str:
    """A turn in one written form, though two stones of it were placed in the other order.

    The order is kept where it matters, as it may when the first stone leads to a claim.
    """
    written = [str(action) for action in actions]
    if len(actions) == 2 and _same_either_way(before, actions):
        written.sort()
    return " ".join(written)


def _same_either_way(before: Game, actions: Sequence[Action]) -> bool:
    one, other = before.copy(), before.copy()
    try:
        for first, second in zip(actions, reversed(actions), strict=True):
            one.play(first)
            other.play(second)
    except IllegalAction:
        return False
    cells = board_of(before.options.size).cells
    return all(one.stone_at(cell) is other.stone_at(cell) for cell in cells)


def _check_stone_count(match: Match, actions: Sequence[Action]) -> None:
    """A turn is as many stones as are due, or a single action of another kind."""
    is_other = len(actions) == 1 and not isinstance(actions[0], Cell)
    due = 1 if is_other or match.game.phase is not Phase.PLAY else match.game.stones_due
    if len(actions) != due:
        raise WrongStoneCount(match, given=len(actions))
