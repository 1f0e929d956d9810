"""The placement rules done the plain way: everything is found anew after every stone.

It is what the engine is measured against, and what the tests hold it to. So it shares no rule with the
engine, only the names of the colours; a cell is any pair (x, y).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine import Color

Cell = tuple[int, int]
Group = frozenset[Cell]


@lru_cache
def hexagon(size: int) -> dict[Cell, tuple[Cell, ...]]:
    """The cells of the board with ``size`` cells per side, each with the cells next to it."""
    span = range(1, 2 * size)
    cells = {(x, y) for x in span for y in span if abs(x - y) < size}
    return {
        (x, y): tuple(
            {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y + 1), (x - 1, y - 1)} & cells
        )
        for x, y in cells
    }


class FloodFill:
    """Stones on a board, the groups that they form, and where another may be placed."""

    def __init__(self, size: int) -> None:
        self.near = hexagon(size)
        self.stones: dict[Cell, Color] = {}
        self.groups: list[Group] = []
        self.legal = set(self.near)
        self.bounded: set[Group] = set()

    def place(self, cell: Cell, color: Color) -> list[tuple[Group, Color]]:
        """Put a stone on a legal cell; return the ribbons claimed by that, each with its new owner."""
        bounded_before = self.bounded
        self.set_up({**self.stones, cell: color})
        claims = []
        for ribbon in self.bounded - bounded_before:
            owner = self._majority(ribbon) or color.opponent
            self.stones.update(dict.fromkeys(ribbon, owner))
            claims.append((ribbon, owner))
        return claims

    def set_up(self, stones: dict[Cell, Color]) -> None:
        """Put these stones on the board, all at once and without any claim, and look at what they form."""
        self.stones = stones
        self.groups = self._find_groups()
        self.legal = {cell for cell in self.near if self._is_legal(cell)}
        self.bounded = {group for group in self.groups if not self._can_grow(group)}

    def stones_next_to(self, cell: Cell) -> list[Cell]:
        return [near for near in self.near[cell] if near in self.stones]

    def _find_groups(self) -> list[Group]:
        groups = []
        unseen = set(self.stones)
        while unseen:
            groups.append(self._flood(unseen.pop()))
            unseen -= groups[-1]
        return groups

    def _flood(self, start: Cell) -> Group:
        """The group that a stone on ``start`` is in, or would be in."""
        group, reached = {start}, [start]
        while reached:
            found = set(self.stones_next_to(reached.pop())) - group
            group |= found
            reached += found
        return frozenset(group)

    def _is_legal(self, cell: Cell) -> bool:
        """Whether the group holding a stone there would be a ribbon."""
        return cell not in self.stones and self._is_ribbon(self._flood(cell))

    def _is_ribbon(self, group: Group) -> bool:
        """Whether a group is a single chain: no stone has more than two neighbours, and it is no ring."""
        links = [len(group.intersection(self.near[stone])) for stone in group]
        return max(links) <= 2 and sum(links) == 2 * (len(group) - 1)

    def _can_grow(self, group: Iterable[Cell]) -> bool:
        return any(cell in self.legal for stone in group for cell in self.near[stone])

    def _majority(self, ribbon: Group) -> Color | None:
        black = sum(self.stones[stone] is Color.BLACK for stone in ribbon)
        if 2 * black == len(ribbon):
            return None
        return Color.BLACK if 2 * black > len(ribbon) else Color.WHITE
