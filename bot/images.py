"""Pictures of matches and of what they came to, with words for those who can't see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ParamSpec, TypeVar

from bot.drawing import jobs
from bot.drawing.painter import Painter
from bot.matches import Match, Statistics, Tally
from bot.messages import Picture, board_caption, boards_in_words, say, tallies_in_words
from bot.metrics import Drawing, Metrics
from bot.storage import Person
from rendering import BoardEntry, Counts, ExampleName, TallyRow, ThemeName, View
from rendering.language import spoken

P = ParamSpec("P")
T = TypeVar("T")


class Images:
    """Pictures of matches, each drawn by one of two painters."""

    def __init__(self, boards: Painter, animations: Painter, metrics: Metrics) -> None:
        # A whole match takes a hundred times as long as a board, which must not wait for it.
        self._boards = boards
        self._animations = animations
        self._metrics = metrics

    async def board(self, match: Match, theme: ThemeName, view: View | None = None) -> Picture:
        """The match's board as it stands; ``view`` says what to point out, the last turn if not given."""
        words, png = await self._drawn(Drawing.BOARD, jobs.board, match.game, theme, view, match.early_end)
        return Picture(words, png)

    async def animation(self, match: Match, theme: ThemeName) -> Picture:
        """The whole match, move by move."""
        end, gif = await self._drawn(Drawing.ANIMATION, jobs.animation, match.game, theme, match.early_end)
        words = say("Match {number}, move by move. At its end: {end}", number=match.number, end=end)
        return Picture(words, gif, "match.gif")

    async def story(self, match: Match, theme: ThemeName) -> Picture:
        """The course of the scores; its alt text is the story in words."""
        words, png = await self._drawn(Drawing.STORY, jobs.story, match.game, theme, match.early_end)
        return Picture(words, png, "story.png")

    async def overview(self, matches: Sequence[Match], viewer: Person, theme: ThemeName) -> Picture:
        """Small boards of some of a person's running matches."""
        words = boards_in_words(matches, viewer)
        entries = [_entry(match, viewer) for match in matches]
        png = await self._drawn(Drawing.OVERVIEW, jobs.overview, entries, theme)
        return Picture(words, png, "boards.png")

    async def tallies(self, found: Statistics, theme: ThemeName) -> Picture:
        """A player's results by colour and by komi."""
        rows = [
            TallyRow(about, _counts(tally))
            for tallies in (found.colors, found.frequent_komi)
            for about, tally in tallies.items()
        ]
        png = await self._drawn(Drawing.TALLIES, jobs.tallies, rows, theme)
        return Picture(tallies_in_words(found), png, "results.png")

    async def example(self, name: ExampleName, theme: ThemeName) -> Picture:
        """A drawn example of the rules."""
        words, png = await self._drawn(Drawing.EXAMPLE, jobs.example, name, theme)
        return Picture(words, png, f"{name}.png")

    async def _drawn(
        self, drawing: Drawing, job: Callable[P, T], *arguments: P.args, **options: P.kwargs
    ) -> T:
        painter = self._animations if drawing is Drawing.ANIMATION else self._boards
        with self._metrics.render_queue.track_inprogress():
            asked = partial(job, *arguments, **options)
            drawn, seconds = await painter.draw(jobs.in_language, spoken().name, asked)
        self._metrics.render_seconds.labels(drawing).observe(seconds)
        return drawn


def _entry(match: Match, viewer: Person) -> BoardEntry:
    is_to_move = match.is_turn_of(viewer.id)
    return BoardEntry(match.game, *board_caption(match, viewer), match.color_of(viewer), is_to_move)


def _counts(tally: Tally) -> Counts:
    return Counts(won=tally.won, drawn=tally.drawn, lost=tally.lost)
