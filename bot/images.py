"""Drawing beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Self, TypeVar

from bot.matches import Match
from bot.messages import LONGEST_ALT_TEXT, Picture, board_caption, boards_in_words
from bot.metrics import Drawing, Metrics
from bot.storage import Person
from rendering import (
    THEMES,
    BoardEntry,
    ExampleName,
    ThemeName,
    View,
    animate,
    describe_board,
    render_board,
    render_overview,
    render_story,
    rules_example,
)

T = TypeVar("T")


class Images:
    """Pictures of matches, drawn by threads of their own, one after the other."""

    def __init__(self, drawing: Executor, animating: Executor, metrics: Metrics) -> None:
        self._drawing = drawing
        self._animating = animating
        self._metrics = metrics

    @classmethod
    @asynccontextmanager
    async def open(cls, metrics: Metrics) -> AsyncIterator[Self]:
        """Start the threads, and end them after the block."""
        # Drawing holds the interpreter for most of its time: a second thread would only slow the loop down.
        drawing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")
        # A whole match takes a hundred times as long as a board, which must not wait for it.
        animating = ThreadPoolExecutor(max_workers=1, thread_name_prefix="animating")
        try:
            yield cls(drawing, animating, metrics)
        finally:
            for executor in (drawing, animating):
                executor.shutdown(cancel_futures=True)

    async def board(self, match: Match, theme: ThemeName, view: View | None = None) -> Picture:
        """The match's board as it stands; ``view`` says what to point out, the last turn if not given."""
        return await self._drawn(Drawing.BOARD, lambda: _board(match, theme, view))

    async def animation(self, match: Match, theme: ThemeName) -> Picture:
        """The whole match, move by move."""
        return await self._drawn(Drawing.ANIMATION, lambda: _animation(match, theme))

    async def story(self, match: Match, theme: ThemeName) -> Picture:
        """The course of the scores; its alt text is the story in words."""
        return await self._drawn(Drawing.STORY, lambda: _story(match, theme))

    async def overview(self, matches: Sequence[Match], viewer: Person, theme: ThemeName) -> Picture:
        """Small boards of some of a person's running matches."""
        words = boards_in_words(matches, viewer)
        entries = [_entry(match, viewer) for match in matches]
        png = await self._drawn(Drawing.OVERVIEW, lambda: render_overview(entries, theme=THEMES[theme]))
        return Picture(words, png, "boards.png")

    async def example(self, name: ExampleName, theme: ThemeName) -> Picture:
        """A drawn example of the rules."""
        return await self._drawn(Drawing.EXAMPLE, lambda: _example(name, theme))

    async def _drawn(self, drawing: Drawing, draw: Callable[[], T]) -> T:
        executor = self._animating if drawing is Drawing.ANIMATION else self._drawing
        metrics = self._metrics

        def timed() -> T:
            with metrics.render_seconds.labels(drawing).time():
                return draw()

        with metrics.render_queue.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(executor, timed)


def _board(match: Match, theme: ThemeName, view: View | None) -> Picture:
    outcome = match.early_end
    png = render_board(match.game, view=view, outcome=outcome, theme=THEMES[theme])
    return Picture(describe_board(match.game, view=view, outcome=outcome), png)


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


def _entry(match: Match, viewer: Person) -> BoardEntry:
    is_to_move = match.is_turn_of(viewer.id)
    return BoardEntry(match.game, *board_caption(match, viewer), match.color_of(viewer), is_to_move)
