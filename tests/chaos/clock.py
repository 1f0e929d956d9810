"""A clock that runs faster than ours, the same in each process that is told of it."""

from __future__ import annotations

import asyncio
import os
import selectors
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from simcord._clock import Clock

BEGAN, SPEED, LOOP_SPEED = "CHAOS_BEGAN", "CHAOS_SPEED", "CHAOS_LOOP_SPEED"


@dataclass(frozen=True, slots=True)
class FastClock:
    """It showed the true time when it ``began``, in seconds since the epoch.

    ``loop_speed`` is how fast the time goes by which the process sleeps and gives up.
    """

    began: float
    speed: float
    loop_speed: float

    @classmethod
    def of_environment(cls) -> Self:
        return cls(*(float(os.environ[name]) for name in (BEGAN, SPEED, LOOP_SPEED)))

    @property
    def environment(self) -> dict[str, str]:
        """What a process has to find in its environment for `of_environment`."""
        return {BEGAN: str(self.began), SPEED: str(self.speed), LOOP_SPEED: str(self.loop_speed)}

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.began + (time.time() - self.began) * self.speed, UTC)


class DiscordsClock(Clock):
    """The same clock for the simulated Discord, which numbers its messages by it."""

    def __init__(self, clock: FastClock) -> None:
        super().__init__()
        self._clock = clock

    def now(self) -> datetime:
        return self._clock.now()


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop in which time passes faster: in sleeps, limits and pauses alike."""

    def __init__(self, speed: float) -> None:
        super().__init__(_FastSelector(speed))
        self._speed = speed

    def time(self) -> float:
        return super().time() * self._speed


class _FastSelector(selectors.DefaultSelector):
    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed

    def select(self, timeout: float | None = None) -> Sequence[tuple[selectors.SelectorKey, Any]]:
        return super().select(timeout and timeout / self._speed)
