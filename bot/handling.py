"""Each interaction from its arrival to its end: what it was, what came of it, and how long that took."""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter
from typing import Any

import discord

from bot.metrics import Metrics

OUTDATED = "outdated"
"""The name of what was pressed or submitted and is not there any more."""

_KEY = "catena_handling"
_log = logging.getLogger(__name__)


class Kind(StrEnum):
    """What somebody did."""

    COMMAND = "command"
    SUGGESTIONS = "suggestions"
    """Typed an option of a command that suggests values."""
    PRESS = "press"
    TAP = "tap"
    """A step of playing by taps."""
    SELECTION = "selection"
    """Of a setting or preference."""
    FORM = "form"


class Outcome(StrEnum):
    """What came of it."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """Answered with what was wrong."""
    FAULT = "fault"
    """An error of ours, or of the database."""
    LOST = "lost"
    """Discord did not take the answer."""


@dataclass(slots=True)
class Handling:
    """An interaction that is being handled. ``name`` is that of the command, the button or the form."""

    kind: Kind
    name: str
    began_at: float = field(default_factory=perf_counter)
    answered_at: float | None = None
    is_deferred: bool = False
    reason: str | None = None
    """The class of the error that ended it."""
    fault: str | None = None
    """The reference under which a fault is in the log."""
    _came_to: Outcome = Outcome.ANSWERED

    @property
    def outcome(self) -> Outcome:
        """What came of it by now."""
        is_lost = self.answered_at is None and self._came_to is not Outcome.FAULT
        return Outcome.LOST if is_lost else self._came_to

    def answered(self) -> None:
        """Note that Discord has taken an answer; the first one counts."""
        if self.answered_at is None:
            self.answered_at = perf_counter()

    def failed(self, outcome: Outcome, error: Exception, fault: str | None = None) -> None:
        """Note which error ended it."""
        self._came_to, self.reason, self.fault = outcome, type(error).__name__, fault


def handling_of(interaction: discord.Interaction[Any]) -> Handling:
    """How an interaction is being handled, since `UnderWay.begin`."""
    handling: Handling = interaction.extras[_KEY]
    return handling


class UnderWay:
    """What is being handled now. discord.py gives each interaction and each event a task of its own."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._tasks: set[asyncio.Task[Any]] = set()
        # What is 0 is told too, so that the first fault is seen as a rise.
        for kind, outcome in itertools.product(Kind, Outcome):
            metrics.interactions.labels(kind, outcome)

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, interaction: discord.Interaction[Any], kind: Kind, name: str) -> None:
        """Begin to handle an interaction, until the current task ends."""
        handling = interaction.extras[_KEY] = Handling(kind, name)
        self._metrics.interactions_running.inc()
        self.join().add_done_callback(functools.partial(self._ended, interaction, handling))

    def join(self) -> asyncio.Task[Any]:
        """Let the current task be waited for."""
        task = asyncio.current_task()
        assert task is not None  # Whoever calls this is a coroutine.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finished(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """End what is under way, and wait until it has ended."""
        for task in self._tasks:
            task.cancel()
        await self.finished()

    def _ended(
        self, interaction: discord.Interaction[Any], handling: Handling, _task: asyncio.Task[Any]
    ) -> None:
        if handling.kind is Kind.SUGGESTIONS and interaction.response.is_done():
            handling.answered()
        self._measure(handling)
        milliseconds = (perf_counter() - handling.began_at) * 1000
        _log.info(
            "%s %s: %s in %.0f ms (%s)",
            handling.kind,
            handling.name,
            handling.outcome,
            milliseconds,
            interaction.id,
            extra={"interaction": _told(interaction, handling, milliseconds)},
        )

    def _measure(self, handling: Handling) -> None:
        metrics = self._metrics
        metrics.interactions_running.dec()
        metrics.interactions.labels(handling.kind, handling.outcome).inc()
        metrics.deferrals.inc(handling.is_deferred)
        if handling.answered_at is not None:
            metrics.answer_seconds.labels(handling.kind).observe(handling.answered_at - handling.began_at)


def _told(
    interaction: discord.Interaction[Any], handling: Handling, milliseconds: float
) -> dict[str, str | float | bool | None]:
    """What the log tells of an interaction: nothing of who it was. Ids are too long for JSON's numbers."""
    return {
        "reference": str(interaction.id),
        "kind": handling.kind,
        "name": handling.name,
        "guild": interaction.guild_id and str(interaction.guild_id),
        "channel": interaction.channel_id and str(interaction.channel_id),
        "outcome": handling.outcome,
        "reason": handling.reason,
        "fault": handling.fault,
        "is_deferred": handling.is_deferred,
        "milliseconds": round(milliseconds, 1),
    }
