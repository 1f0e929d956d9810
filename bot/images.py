"""Drawing boards beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Self

from bot.matches import Match
from bot.messages import Picture
from rendering import Ending, Outcome, describe_board, render_board


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

    async def picture(self, match: Match) -> Picture:
        """The match's board as it stands."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, _draw, match)


def _draw(match: Match) -> Picture:
    outcome = _given_up(match)
    return Picture(describe_board(match.game, outcome=outcome), render_board(match.game, outcome=outcome))


def _given_up(match: Match) -> Outcome | None:
    """How a match ended that did not go to its end."""
    if match.game.is_over or match.record.winner is None:
        return None
    return Outcome(Ending.RESIGNED, match.record.winner)
