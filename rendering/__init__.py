"""A position as a picture, and as a sentence for those who can't see it."""

from rendering.board import render_board
from rendering.describe import describe_board
from rendering.scene import Outcome
from rendering.theme import WOOD, Theme

__all__ = ["WOOD", "Outcome", "Theme", "describe_board", "render_board"]
