"""How often one person may let the bot do something, so that nobody floods a channel or keeps it drawing.

It is held in memory: what it guards is this process and what this process sends, a restart forgives a minute
at the most, and storing a time for each press would cost more than the press. It is written by hand, since
`aiolimiter` makes its callers wait instead of telling them when to come back, and `limits` reads a clock of
its own, which tests could not move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import Enum

from bot.matches.refusals import TooOften
from bot.messages import Press, Verb

PERIOD = timedelta(minutes=1)


class Effort(Enum):
    """A kind of things that the bot does for people; the value is how many of them in a `PERIOD` are fine."""

    CHALLENGE = 10
    """A message that everybody in the channel sees, and that calls somebody."""
    ANIMATION = 4
    """Some seconds of drawing."""
    POST = 30
    """Another message, mostly with a picture."""
    STEP = 90
    """A turn, or another view of a private message: what a hasty player may do every second."""


_OF_COMMANDS = {
    "challenge": Effort.CHALLENGE,
    **dict.fromkeys(("move", "button", "komi", "color"), Effort.STEP),
}
_OF_VERBS = {
    **dict.fromkeys((Verb.REMATCH, Verb.NEXT_GAME), Effort.CHALLENGE),
    Verb.ANIMATE: Effort.ANIMATION,
    **dict.fromkeys((Verb.NAME_KOMI, Verb.BALANCED_KOMI, Verb.PLAY_BLACK, Verb.PLAY_WHITE), Effort.STEP),
    **dict.fromkeys((Verb.TAKE_BUTTON, Verb.RESIGN_SURELY, Verb.CLAIM_WIN), Effort.STEP),
    **dict.fromkeys((Verb.REPLAY_START, Verb.REPLAY_BACK, Verb.REPLAY_ON, Verb.REPLAY_END), Effort.STEP),
    **dict.fromkeys((Verb.LOADED_START, Verb.LOADED_BACK, Verb.LOADED_ON, Verb.LOADED_END), Effort.STEP),
    **dict.fromkeys((Verb.REPLAY_JUMP, Verb.RULES_PAGE, Verb.LEADERBOARD), Effort.STEP),
}


def effort_of_command(name: str) -> Effort:
    """What a command takes."""
    return _OF_COMMANDS.get(name, Effort.POST)


def effort_of_press(press: Press) -> Effort:
    """What a button takes."""
    return _OF_VERBS.get(press.verb, Effort.POST)


class Allowances:
    """What everybody has done in the last `PERIOD`. ``now`` tells the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._spent: dict[tuple[int, Effort], deque[datetime]] = {}
        self._cleared_at = now()

    def spend(self, person_id: int, effort: Effort) -> None:
        """Note that somebody does something now. Raises TooOften, which counts as nothing done."""
        now = self._now()
        self._clear(now)
        spent = self._spent.setdefault((person_id, effort), deque())
        _forget(spent, now - PERIOD)
        if len(spent) >= effort.value:
            raise TooOften(spent[0] + PERIOD)
        spent.append(now)

    def _clear(self, now: datetime) -> None:
        """Forget, once in a `PERIOD`, everybody who did nothing in it."""
        if now < self._cleared_at + PERIOD:
            return
        self._cleared_at = now
        for spent in self._spent.values():
            _forget(spent, now - PERIOD)
        self._spent = {key: spent for key, spent in self._spent.items() if spent}


def _forget(times: deque[datetime], until: datetime) -> None:
    while times and times[0] <= until:
        times.popleft()
