"""The pictures of the README."""

from __future__ import annotations

from pathlib import Path

from engine import Game, GameOptions
from rendering.board import render_board
from rendering.contact_sheet import readme_sheet

BOARD, SHEET = "board.png", "contact-sheet.png"
_MOVES = (
    "D6 K8 F6 G9 H11 G6 E2 C2 D3 F3 I9 J10 K11 A2 B3 D5 H6 H9 A4 A1 D7 K6 F1 I7 J7 H4 F8 G11 D1 E4 E9 F10 C7 "
    "B4 J5 D9 G2 button A5 G4 A6 I11 B1 H3"
)


def readme_board() -> bytes:
    """A game in which White has just placed H3, which bounded two ribbons; both went to Black."""
    return render_board(Game.replay(GameOptions(), ("komi 14", "black", *_MOVES.split())))


def write_readme_pictures(folder: Path) -> None:
    """Draw the pictures that the README shows."""
    (folder / BOARD).write_bytes(readme_board())
    readme_sheet().save(folder / SHEET, optimize=True)
