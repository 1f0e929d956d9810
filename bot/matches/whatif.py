"""A turn that somebody thinks of: what they picked so far, and the board as it would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.match import Match
from bot.matches.prospects import Prospect, prospects
from bot.matches.refusals import ActionRefused, NoStoneDue, WrongStoneCount
from engine import Cell, IllegalAction, Phase, Played, TakeButton

Pick = Cell | TakeButton
"""What one tap chooses: a stone, or the button instead."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A match as it stands, and as it would stand ``after`` the picks. Nothing of it is stored."""

    match: Match
    picks: tuple[Pick, ...]
    after: Match

    @property
    def played(self) -> tuple[Played, ...]:
        """What each pick would do."""
        return self.after.game.history[self.match.ply :]

    @property
    def is_whole_turn(self) -> bool:
        return bool(self.picks) and self.played[-1].ends_turn

    @property
    def takes_button(self) -> bool:
        return TakeButton() in self.picks

    @property
    def could_take_button(self) -> bool:
        """Whether the button may be taken instead of what is picked next."""
        return not self.picks and self.match.game.can_take_button

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


def what_if(match: Match, picks: Sequence[Pick]) -> WhatIf:
    """What ``picks`` would lead to in a running match.

    Raises NoStoneDue, WrongStoneCount for more picks than the turn has, and ActionRefused.
    """
    game = match.game.copy()
    if game.phase not in (Phase.PLACE_FIRST_STONE, Phase.PLAY):
        raise NoStoneDue(match)
    for number, pick in enumerate(picks):
        if number and game.last_turn[-1].ends_turn:
            raise WrongStoneCount(match, given=len(picks))
        try:
            game.play(pick)
        except IllegalAction as error:
            raise ActionRefused(replace(match, game=game), error) from error
    return WhatIf(match, tuple(picks), replace(match, game=game))
