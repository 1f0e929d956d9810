"""What a contest is: something that is there, and people who do something about it at the same moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from tests.matches.club import HERE
from tests.races.stage import Racer

Attempt = Callable[[Racer], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Contender:
    """Something that somebody does; ``later`` is how late by their clock.

    Of those that are exclusive in a contest one is to succeed, and the others to be refused.
    """

    name: str
    attempt: Attempt
    is_exclusive: bool = False
    later: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class Contest:
    """What is there at the beginning, and who then does something."""

    name: str
    build: Attempt
    contenders: tuple[Contender, ...]


def rivals(*contenders: tuple[str, Attempt]) -> tuple[Contender, ...]:
    """Contenders of whom one is to succeed."""
    return tuple(Contender(name, attempt, is_exclusive=True) for name, attempt in contenders)


def bystanders(*contenders: tuple[str, Attempt]) -> tuple[Contender, ...]:
    """Contenders who may succeed beside others, or take away what these want."""
    return tuple(Contender(name, attempt) for name, attempt in contenders)


async def turn_off(club: Racer) -> None:
    await club.preferences.set_up(HERE, lambda chosen: replace(chosen, is_off=True), is_moderator=True)
