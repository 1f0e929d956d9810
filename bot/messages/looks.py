"""What is said about how boards look."""

from __future__ import annotations

from bot.messages.posts import Picture, Post
from bot.messages.words import THEMES
from rendering import ThemeName


def preferences_post(theme: ThemeName, example: Picture) -> Post:
    """A person's preferences as they stand."""
    return Post(f"Boards that only you see have the theme **{THEMES[theme]}**.", example)


def settings_post(theme: ThemeName, example: Picture) -> Post:
    """A channel's settings as they stand."""
    return Post(f"Boards in this channel have the theme **{THEMES[theme]}**.", example)
