"""Answers found the slow and plain way, for the engine's to be compared with."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.flood_fill import Cell, FloodFill, Group
from engine import Color, Scoring


def fork(reference: FloodFill) -> FloodFill:
    """A reference with the same stones that can go its own way."""
    twin = FloodFill.__new__(FloodFill)
    twin.near = reference.near
    twin.set_up(dict(reference.stones))
    return twin


def first_stones_of_two(reference: FloodFill) -> set[Cell]:
    """The legal cells after which another is legal: each is tried."""

    def leaves_another(cell: Cell) -> bool:
        after = fork(reference)
        after.place(cell, Color.BLACK)
        return bool(after.legal)

    return {cell for cell in reference.legal if leaves_another(cell)}


def claims_at_the_end_of_double(reference: FloodFill, last_mover: Color) -> list[tuple[Group, Color]]:
    """What is claimed when the last stone is down: the unbounded ribbons, by majority."""
    claims = []
    for group in reference.groups:
        if group not in reference.bounded:
            black = sum(reference.stones[stone] is Color.BLACK for stone in group)
            lead = 2 * black - len(group)
            majority = Color.BLACK if lead > 0 else Color.WHITE
            claims.append((group, majority if lead else last_mover.opponent))
    return claims


def is_ribbon(group: Iterable[Cell], reference: FloodFill) -> bool:
    """The definition to the letter: at most two stones next to each, and no ring, where all have two."""
    adjacent = [len(reference.stones_next_to(stone)) for stone in group]
    return max(adjacent) <= 2 and not all(count == 2 for count in adjacent)


def winner(
    scoring: Scoring, black: Iterable[int], white: Iterable[int], komi: int, button: Color | None
) -> Color | None:
    """Who wins with ribbons of these lengths; None for a draw."""
    left = {Color.BLACK: sorted(black), Color.WHITE: sorted(white)}
    if scoring is Scoring.LONGEST:
        if left[Color.WHITE]:
            left[Color.WHITE][-1] += komi
        for length in list(left[Color.BLACK]):
            if length in left[Color.WHITE]:
                left[Color.BLACK].remove(length)
                left[Color.WHITE].remove(length)
        longest = {color: max(lengths, default=0) for color, lengths in left.items()}
    else:
        power = 2 if scoring is Scoring.SQUARE else 1
        longest = {color: sum(length**power for length in lengths) for color, lengths in left.items()}
        longest[Color.WHITE] += komi
    if longest[Color.BLACK] != longest[Color.WHITE]:
        return max(Color, key=longest.__getitem__)
    return button
