"""What is drawn, from values that can be sent to another process to words and bytes that can be sent back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.catalogues import known_language
from engine import Game
from rendering import (
    THEMES,
    BoardEntry,
    ExampleName,
    Outcome,
    TallyRow,
    ThemeName,
    View,
    animate,
    describe_board,
    render_board,
    render_overview,
    render_story,
    render_tallies,
    rules_example,
)
from rendering.language import speaking

T = TypeVar("T")

Drawn = tuple[str, bytes]
"""A picture in words, and as a file."""


def in_language(name: str, job: Callable[[], T]) -> T:
    """One of these jobs, its words in a language that is spoken elsewhere."""
    with speaking(known_language(name)):
        return job()


def board(game: Game, theme: ThemeName, view: View | None, outcome: Outcome | None) -> Drawn:
    """A position as a PNG."""
    png = render_board(game, view=view, outcome=outcome, theme=THEMES[theme])
    return describe_board(game, view=view, outcome=outcome), png


def animation(game: Game, theme: ThemeName, outcome: Outcome | None) -> Drawn:
    """A whole game as a GIF; the words are about its end."""
    return describe_board(game, outcome=outcome), animate(game, outcome=outcome, theme=THEMES[theme])


def story(game: Game, theme: ThemeName, outcome: Outcome | None) -> Drawn:
    """The course of the scores as a PNG."""
    drawn = render_story(game, outcome=outcome, theme=THEMES[theme])
    return drawn.text, drawn.png


def overview(entries: Sequence[BoardEntry], theme: ThemeName) -> bytes:
    """Small boards as a PNG."""
    return render_overview(entries, theme=THEMES[theme])


def tallies(rows: Sequence[TallyRow], theme: ThemeName) -> bytes:
    """A player's results as a PNG."""
    return render_tallies(rows, theme=THEMES[theme])


def example(name: ExampleName, theme: ThemeName) -> Drawn:
    """An example of the rules as a PNG."""
    drawn = rules_example(name, theme=THEMES[theme])
    return drawn.text, drawn.png
