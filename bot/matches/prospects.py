"""What a placement would do, so that a player can be told before they choose it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Cell, Claim, Color, Game, Ribbon, neighbours_of


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a stone on a legal cell would do for the player to act.

    ``joined`` are the lengths of the ribbons that it would touch, longest first (none, one or two),
    ``claims`` what it would claim, for whomever, and ``narrowed`` the first cells of the other ribbons that
    it would leave a single cell to grow into.
    """

    cell: Cell
    color: Color
    joined: tuple[int, ...]
    claims: tuple[Claim, ...]
    narrowed: tuple[Cell, ...]
    ends_game: bool

    @property
    def length(self) -> int:
        """The length of the new stone's ribbon."""
        return 1 + sum(self.joined)

    @property
    def gain(self) -> int:
        """Stones claimed for the player less stones claimed for the opponent."""
        return sum(
            len(claim.cells) if claim.color is self.color else -len(claim.cells) for claim in self.claims
        )


def prospect(game: Game, cell: Cell, ribbons: tuple[Ribbon, ...] | None = None) -> Prospect:
    """What placing on a legal ``cell`` would do. ``ribbons`` are the game's, where the caller has them."""
    after = game.copy()
    played = after.play(cell)
    assert played.color is not None  # A placement always has a colour.
    near = set(neighbours_of(cell))
    touched: list[Ribbon] = []
    others: list[Ribbon] = []
    for ribbon in game.ribbons if ribbons is None else ribbons:
        is_touched = near.intersection((ribbon.cells[0], ribbon.cells[-1]))
        (touched if is_touched else others).append(ribbon)
    joined = tuple(sorted((len(ribbon.cells) for ribbon in touched), reverse=True))
    narrowed = () if after.is_over else _narrowed(others, set(after.open_cells()))
    return Prospect(cell, played.color, joined, played.claims, narrowed, after.is_over)


def prospects(game: Game, cells: Iterable[Cell] | None = None) -> list[Prospect]:
    """What each legal placement would do, the most telling first: claims, joins, extensions, others.

    ``cells`` are the legal ones to look at, all of them if not given.
    """
    ribbons = game.ribbons
    looked_at = game.legal_placements() if cells is None else cells
    return sorted((prospect(game, cell, ribbons) for cell in looked_at), key=_telling)


def _narrowed(ribbons: Iterable[Ribbon], still_open: set[Cell]) -> tuple[Cell, ...]:
    """Those of the ribbons, by their first cells, that lose all but one of the cells they could grow into."""
    could_grow = (ribbon for ribbon in ribbons if len(ribbon.growth) > 1)
    return tuple(one.cells[0] for one in could_grow if len(still_open.intersection(one.growth)) == 1)


def _telling(one: Prospect) -> tuple[bool, int, int, int, Cell]:
    """Sorts claims first, the best for the player leading; then by how much the stone connects."""
    return not one.claims, -one.gain, -len(one.joined), -one.length, one.cell
