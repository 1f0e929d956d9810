"""A position as a picture, and as a sentence for those who can't see it; and what many games came to."""

from rendering.animation import animate
from rendering.bars import Counts
from rendering.board import render_board
from rendering.chart import Story, render_story
from rendering.describe import describe_board
from rendering.diagram import describe_position, diagram
from rendering.examples import Example, ExampleName, rules_example
from rendering.overview import MOST_BOARDS, BoardEntry, render_overview
from rendering.tallies import TallyRow, render_tallies
from rendering.theme import Theme
from rendering.themes import THEMES, WOOD, ThemeName
from rendering.view import Ending, Outcome, View

__all__ = [
    "MOST_BOARDS",
    "THEMES",
    "WOOD",
    "BoardEntry",
    "Counts",
    "Ending",
    "Example",
    "ExampleName",
    "Outcome",
    "Story",
    "TallyRow",
    "Theme",
    "ThemeName",
    "View",
    "animate",
    "describe_board",
    "describe_position",
    "diagram",
    "render_board",
    "render_overview",
    "render_story",
    "render_tallies",
    "rules_example",
]
