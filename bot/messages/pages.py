"""What leads from one page of something to the others."""

from __future__ import annotations

from collections.abc import Callable

from bot.messages.controls import Control, Press
from bot.messages.language import say


def page_controls(to_page: Callable[[int], Press], page: int, pages: int) -> list[Control]:
    """The buttons to the page before and the one after, counted from 0; none where there is only one."""
    if pages == 1:
        return []
    return [
        Control.make(to_page(max(page - 1, 0)), "◀", enabled=page > 0),
        Control.make(to_page(page + 1), "▶", enabled=page + 1 < pages),
    ]


def page_line(page: int, pages: int) -> str:
    """Which page it is, for the foot of a message; ``page`` counts from 0."""
    return say("-# Page {page} of {pages}", page=page + 1, pages=pages)
