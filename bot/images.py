"""Drawing beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Self, TypeVar

from bot.matches import Match
from bot.messages import LONGEST_ALT_TEXT, Picture
from rendering import (
    THEMES,
    ExampleName,
    ThemeName,
    animate,
    describe_board,
    render_board,
    render_story,
    rules_example,
)

T = TypeVar("T")


class Images:
    """Pictures of matches, drawn by a thread of its own, one after the other."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        self._executor = executor

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator[Self]:
        """Start the thread, and end it after the block."""
        # Drawing holds the interpreter for most of its time: a second thread would only slow the loop down.
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing") as executor:
            yield cls(executor)

    async def board(self, match: Match, theme: ThemeName) -> Picture:
        """The match's board as it stands."""
        return await self._drawn(lambda: _board(match, theme))

    async def animation(self, match: Match, theme: ThemeName) -> Picture:
        """The whole match, move by move."""
        return await self._drawn(lambda: _animation(match, theme))

    async def story(self, match: Match, theme: ThemeName) -> Picture:
        """The course of the scores; its alt text is the story in words."""
        return await self._drawn(lambda: _story(match, theme))

    async def example(self, name: ExampleName, theme: ThemeName) -> Picture:
        """A drawn example of the rules."""
        return await self._drawn(lambda: _example(name, theme))

    async def _drawn(self, draw: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, draw)


def _board(match: Match, theme: ThemeName) -> Picture:
    outcome = match.early_end
    png = render_board(match.game, outcome=outcome, theme=THEMES[theme])
    return Picture(describe_board(match.game, outcome=outcome), png)


def _animation(match: Match, theme: ThemeName) -> Picture:
    outcome = match.early_end
    gif = animate(match.game, outcome=outcome, theme=THEMES[theme])
    text = f"Match {match.number}, move by move. At its end: {describe_board(match.game, outcome=outcome)}"
    return Picture(text[:LONGEST_ALT_TEXT], gif, "match.gif")


def _story(match: Match, theme: ThemeName) -> Picture:
    story = render_story(match.game, outcome=match.early_end, theme=THEMES[theme])
    return Picture(story.text, story.png, "story.png")


def _example(name: ExampleName, theme: ThemeName) -> Picture:
    example = rules_example(name, theme=THEMES[theme])
    return Picture(example.text, example.png, f"{name}.png")
