"""One race: who takes part, in which order they go on, and whether what came of it makes sense."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy import URL

from bot.matches import Refusal
from tests.races.contest import Contest
from tests.races.stage import Beginning, Stage
from tests.races.told import told
from tests.races.turnstile import Turnstile
from tests.storage.contents import Contents


@dataclass(frozen=True, slots=True)
class Race:
    """The contenders by number, each at one of the two bots, and the order in which they go on."""

    contest: Contest
    contenders: tuple[tuple[int, int], ...]
    order: tuple[int, ...]

    def __str__(self) -> str:
        names = [f"{self.contest.contenders[number].name} (bot {bot})" for number, bot in self.contenders]
        return f"{self.contest.name}: {', '.join(names)}; order {self.order}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What everybody is told, in the contenders' order, and what is stored in the end."""

    answers: list[Any]
    stored: Contents

    @classmethod
    def of(cls, answers: Sequence[Any], stage: Stage) -> Outcome:
        stored = {name: sorted(rows, key=repr) for name, rows in stage.stored.items()}
        return cls([told(answer) for answer in answers], stored)


@contextmanager
def track(url: URL) -> Iterator[Callable[[Race], list[str]]]:
    """What runs a race and says what is wrong with it, for those who can't await."""
    with asyncio.Runner() as runner, pytest.MonkeyPatch.context() as patch:
        # Nobody waits for a lock: they let others go on, and try again.
        patch.setattr("bot.storage.sqlite.SECONDS_TO_WAIT_FOR_A_LOCK", 0)
        patch.setattr("bot.storage.one_trip.SECONDS_TO_WAIT_FOR_A_LOCK", 0)
        # To PostgreSQL, 0 would be for ever.
        patch.setattr("bot.storage.postgresql.SECONDS_TO_WAIT_FOR_A_LOCK", 0.005)
        opening = Stage.open(url)
        racing = Racing(runner.run(opening.__aenter__()))
        try:
            yield lambda race: runner.run(racing.faults(race))
        finally:
            runner.run(opening.__aexit__(None, None, None))


class Racing:
    """Runs races on a stage, and says what is wrong with them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._beginnings: dict[str, Beginning] = {}
        self._serial: dict[tuple[str, tuple[int, ...]], Outcome] = {}

    async def faults(self, race: Race) -> list[str]:
        """What came of a race that could not have come of its contenders acting one after the other."""
        await self._begin(race.contest)
        turnstile = Turnstile(race.order)
        self._stage.set_turnstile(turnstile)
        answers = await turnstile.run([self._attempt(race.contest, *one) for one in race.contenders])
        self._stage.set_turnstile(None)
        outcome = Outcome.of(answers, self._stage)
        found = [f"{race}: {answer!r}" for answer in answers if is_fault(answer)]
        if not found and not await self._is_serial(race, outcome, turnstile.passed):
            found.append(f"{race}: no order of theirs leads to {answers}")
        return [*found, *_misplaced(race, answers)]

    async def _is_serial(self, race: Race, outcome: Outcome, passed: Sequence[int]) -> bool:
        """Whether the outcome is that of some order; most likely that in which transactions ended."""
        likely = sorted(range(len(race.contenders)), key=lambda number: _last(number, passed))
        for order in permutations(likely):
            serial = await self._one_by_one(race.contest, [race.contenders[number][0] for number in order])
            if serial.stored == outcome.stored and serial.answers == [outcome.answers[one] for one in order]:
                return True
        return False

    async def _one_by_one(self, contest: Contest, numbers: Sequence[int]) -> Outcome:
        """What comes of contenders who act one after the other, in this order."""
        key = contest.name, tuple(numbers)
        if key not in self._serial:
            await self._begin(contest)
            answers = [await _ended(self._attempt(contest, number, bot=0)) for number in numbers]
            self._serial[key] = Outcome.of(answers, self._stage)
        return self._serial[key]

    def _attempt(self, contest: Contest, number: int, bot: int) -> Awaitable[Any]:
        chosen, beginning = contest.contenders[number], self._beginnings[contest.name]
        racer = self._stage.racer(bot)
        racer.time += chosen.later
        if beginning.seen:
            racer.seen = beginning.seen
        return chosen.attempt(racer)

    async def _begin(self, contest: Contest) -> None:
        if contest.name not in self._beginnings:
            self._beginnings[contest.name] = await self._stage.after(contest.build)
        self._stage.restore(self._beginnings[contest.name].stored)


async def _ended(attempt: Awaitable[Any]) -> Any:
    """What an attempt returns, or how it is refused."""
    try:
        return await attempt
    except Refusal as refusal:
        return refusal


def is_fault(answer: Any) -> bool:
    """Whether somebody was told neither what came of it nor why it was refused."""
    return isinstance(answer, BaseException) and not isinstance(answer, Refusal)


def _misplaced(race: Race, answers: Sequence[Any]) -> list[str]:
    """Whether of several that exclude each other not exactly one succeeded."""
    chosen = [race.contest.contenders[number] for number, _ in race.contenders]
    done = [
        contender.name
        for contender, answer in zip(chosen, answers, strict=True)
        if contender.is_exclusive and not isinstance(answer, Exception)
    ]
    is_contested = all(contender.is_exclusive for contender in chosen)
    if len(done) > 1 or (is_contested and not done):
        return [f"{race}: of those that exclude each other there succeeded {done}"]
    return []


def _last(number: int, passed: Sequence[int]) -> int:
    """When somebody ended their last transaction."""
    return max((moment for moment, one in enumerate(passed) if one == number), default=-1)
