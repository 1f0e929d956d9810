"""How much one person may let the bot do, so that nobody floods a channel or keeps it busy.

It is held in memory: what it guards is this process and what this process sends, and a restart forgives a
minute at the most.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import Enum, auto

from bot.matches.refusals import TooOften
from bot.messages import Verb

PERIOD = timedelta(minutes=1)


class Effort(Enum):
    """A kind of things that the bot does for people."""

    CHALLENGE = auto()
    """A new public message that may call somebody who has not agreed to anything."""
    FILE = auto()
    """An animation, or a record: the longest work there is, and files that are kept."""
    STEP = auto()
    """All else: a turn, a tap, a look at something."""


MOST = {Effort.CHALLENGE: 10, Effort.FILE: 10, Effort.STEP: 120}
"""How many of each a person may do at once. They are forgotten one by one, all of them within a `PERIOD`."""

_OF_COMMANDS = {"challenge": Effort.CHALLENGE, "record": Effort.FILE}
_OF_VERBS = {
    Verb.REMATCH: Effort.CHALLENGE,
    Verb.ANIMATE: Effort.FILE,
    Verb.RECORD: Effort.FILE,
}


def effort_of_command(name: str) -> Effort:
    """What a command takes."""
    return _OF_COMMANDS.get(name, Effort.STEP)


def effort_of_press(verb: Verb) -> Effort:
    """What a button takes."""
    return _OF_VERBS.get(verb, Effort.STEP)


class Allowances:
    """What everybody has done lately. ``now`` tells the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._forgotten_at: dict[tuple[int, Effort], datetime] = {}
        """When all that a person did will be forgotten: the one time that has to be known of them."""
        self._tidied_at = now()

    def spend(self, person_id: int, effort: Effort) -> None:
        """Note that somebody does something now. Raises TooOften, which counts as nothing done."""
        now = self._now()
        self._tidy(now)
        key = person_id, effort
        before = self._forgotten_at.get(key, now)
        forgotten_at = (before if _is_ahead(before, now) else now) + PERIOD / MOST[effort]
        if forgotten_at > now + PERIOD:
            raise TooOften(forgotten_at - PERIOD)
        self._forgotten_at[key] = forgotten_at

    def _tidy(self, now: datetime) -> None:
        """Let go, once in a `PERIOD`, of everybody about whom nothing has to be known."""
        if abs(now - self._tidied_at) >= PERIOD:
            self._tidied_at = now
            self._forgotten_at = {
                key: time for key, time in self._forgotten_at.items() if _is_ahead(time, now)
            }


def _is_ahead(time: datetime, now: datetime) -> bool:
    """Whether a time lies ahead. Further ahead than a `PERIOD` it can be by a clock put back alone."""
    return now < time <= now + PERIOD
