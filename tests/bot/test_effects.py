"""What the entries of a menu say that a stone would do."""

from __future__ import annotations

import pytest

from bot.matches import prospect
from bot.messages import effect
from engine import Game, GameOptions, GameType, parse_cell

KOMI, DOUBLE = GameType.KOMI, GameType.DOUBLE
DEEDS = [
    (KOMI, 3, "", "B2", "starts a new ribbon"),
    (DOUBLE, 4, "F3", "G4", "extends a single stone to 2"),
    (DOUBLE, 4, "F3 G4", "E2", "extends a ribbon of 2 to 3"),
    (DOUBLE, 3, "B1 D3 E4 A3 A2 B2 B4 D2", "C1", "joins two ribbons into 9"),
    (DOUBLE, 3, "D5 C3 D4 B1 C2", "E3", "closes a ribbon of 1, yours"),
    (DOUBLE, 4, "F3 G4 C4 C3 F6 D6 D5 G5 F7 B2 A4 F5 B5 A3 A2", "D7", "closes a ribbon of 10: White's"),
    (DOUBLE, 3, "D2 A1 C1 B2 D3", "C3", "joins two ribbons into 6 and closes it: Black's"),
    (
        DOUBLE,
        4,
        "A2 C6 D4 B1 F4 F3 E5 B3 B4 F5 A1 D6 C2 A4 D1",
        "D2",
        "joins two ribbons into 9 and closes it, yours; bounds a ribbon of 5: White's",
    ),
    (
        DOUBLE,
        4,
        "B5 G7 G6 D6 C5 F4 G4 D4 B2 B1 B3 E2 E6 D1 D3",
        "E5",
        "bounds ribbons of 2 and 2: White's; joins two ribbons into 7",
    ),
    (
        KOMI,
        3,
        "C3 A3 A1 C1 B3",
        "C2",
        "joins two ribbons into 5 and closes it, yours; blocks A1's last cell: Black's",
    ),
    (
        KOMI,
        3,
        "B3 C2 A1 A2 E5 E3 C1",
        "D4",
        "blocks E3's last cell, yours; bounds a ribbon of 2: Black's; extends a single stone to 2",
    ),
    (DOUBLE, 3, "D3 C3 C1", "E3", "extends a ribbon of 2 to 3; leaves C1 one cell to grow"),
    (DOUBLE, 3, "D3 C3 C1 E5", "E3", "extends a ribbon of 2 to 3; leaves C1 and E5 one cell to grow"),
    (
        DOUBLE,
        3,
        "D2 B2 C1 D5 A1 B3 C4 E3",
        "E4",
        "closes a ribbon of 4, yours; settles a ribbon of 5: White's; ends the game",
    ),
]
"""In a game of a type and size, after some stones, what the next one does, in the words of its menu."""


@pytest.mark.parametrize(
    ("game_type", "size", "stones", "cell", "says"), DEEDS, ids=[one[-1] for one in DEEDS]
)
def test_an_entry_says_what_the_stone_does_and_whose_a_ribbon_is_by_that(
    game_type: GameType, size: int, stones: str, cell: str, says: str
) -> None:
    chosen = ("komi 2", "black") if game_type is KOMI else ()
    game = Game.replay(GameOptions(size, game_type), (*chosen, *stones.split()))
    assert effect(prospect(game, parse_cell(cell))) == says
