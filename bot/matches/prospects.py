"""What a placement would do, so that a player can be told before they choose it."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Cell, Claim, Color, Game, Ribbon, neighbours_of


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a stone on a legal cell would do for the player to act.

    ``joined`` are the lengths of the ribbons that it would touch, longest first (none, one or two), and
    ``claims`` what it would claim, for whomever.
    """

    cell: Cell
    color: Color
    joined: tuple[int, ...]
    claims: tuple[Claim, ...]

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
    played = game.copy().play(cell)
    assert played.color is not None  # A placement always has a colour.
    near = set(neighbours_of(cell))
    touched = (
        len(ribbon.cells)
        for ribbon in (game.ribbons if ribbons is None else ribbons)
        if near.intersection((ribbon.cells[0], ribbon.cells[-1]))
    )
    return Prospect(cell, played.color, tuple(sorted(touched, reverse=True)), played.claims)


def prospects(game: Game) -> list[Prospect]:
    """What each legal placement would do, the most telling first: claims, joins, extensions, others."""
    ribbons = game.ribbons
    found = [prospect(game, cell, ribbons) for cell in game.legal_placements()]
    return sorted(found, key=_telling)


def _telling(one: Prospect) -> tuple[bool, int, int, int, Cell]:
    """Sorts claims first, the best for the player leading; then by how much the stone connects."""
    return not one.claims, -one.gain, -len(one.joined), -one.length, one.cell
