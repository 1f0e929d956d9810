"""A turn that somebody thinks of: what they picked so far, and the board as it would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from bot.matches.match import Match
from bot.matches.prospects import Prospect, prospects
from bot.matches.refusals import ActionRefused, NoStoneDue, WrongStoneCount
from engine import Cell, IllegalAction, Phase, Played, TakeButton, turns_of

Pick = Cell | TakeButton
"""What one tap chooses: a stone, or the button instead."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A match as it stands, and as it would stand ``after`` the picks. Nothing of it is stored.

    The picks are those of ``turns`` turns, one after the other.
    """

    match: Match
    picks: tuple[Pick, ...]
    after: Match
    turns: int = 1

    @property
    def played(self) -> tuple[Played, ...]:
        """What each pick would do."""
        return self.after.game.history[self.match.ply :]

    @property
    def turns_made(self) -> int:
        """How many turns the picks make up, apart from one that is begun."""
        return sum(played.ends_turn for played in self.played)

    @property
    def is_whole(self) -> bool:
        """Whether nothing more is to be picked."""
        return self.turns_made == self.turns

    @property
    def picked_turns(self) -> list[tuple[Pick, ...]]:
        """The picks turn by turn; the last may be begun only."""
        picks = iter(self.picks)
        return [tuple(islice(picks, len(turn))) for turn in turns_of(self.played)]

    @property
    def begun(self) -> tuple[Pick, ...]:
        """The picks of a turn that is begun."""
        return self.picked_turns[-1] if self.picks and not self.played[-1].ends_turn else ()

    @property
    def could_take_button(self) -> bool:
        """Whether the button may be taken instead of what is picked next."""
        return not self.begun and self.after.game.can_take_button

    def rows(self) -> dict[int, list[Prospect]]:
        """The rows where the next stone may be placed, from the top one down, and what it would do there."""
        rows: dict[int, list[Prospect]] = {}
        for one in sorted(prospects(self.after.game), key=lambda one: (-one.cell.y, one.cell.x)):
            rows.setdefault(one.cell.y, []).append(one)
        return rows

    def row(self, number: int) -> list[Prospect]:
        """The same for one row, from left to right; empty where there is no such row or no room in it."""
        cells = [cell for cell in self.after.game.legal_placements() if cell.y == number]
        return sorted(prospects(self.after.game, cells), key=lambda one: one.cell)

    def prospects_of_picks(self) -> list[Prospect]:
        """What each stone picked would do, in order."""
        before, found = self.match.game.copy(), []
        for pick in self.picks:
            if isinstance(pick, Cell):
                found += prospects(before, [pick])
            before.play(pick)
        return found


def what_if(match: Match, picks: Sequence[Pick], turns: int = 1) -> WhatIf:
    """What ``picks`` would lead to in a running match.

    Raises NoStoneDue, WrongStoneCount for more picks than the turns have, and ActionRefused.
    """
    game = match.game.copy()
    if game.phase not in (Phase.PLACE_FIRST_STONE, Phase.PLAY):
        raise NoStoneDue(match)
    made = 0
    for pick in picks:
        if made == turns:
            raise WrongStoneCount(match, given=len(picks))
        try:
            made += game.play(pick).ends_turn
        except IllegalAction as error:
            raise ActionRefused(replace(match, game=game), error) from error
    return WhatIf(match, tuple(picks), replace(match, game=game), turns)
