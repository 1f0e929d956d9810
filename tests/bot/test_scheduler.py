"""The rounds of what the bot does by itself: how they end, and how it is noticed that they stand still."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot import scheduler
from bot.scheduler import Rounds

SHORTLY = timedelta(seconds=0.02)


class Work:
    """A step that takes as long as it is let, and counts how often it was begun and ended."""

    def __init__(self) -> None:
        self.began = self.ended = 0
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def __call__(self) -> bool:
        self.began += 1
        await self.may_go_on.wait()
        self.ended += 1
        return False


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "LONGEST_STEP", 2 * SHORTLY)


async def test_a_pause_is_no_standstill(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(timedelta(hours=1), Work())
    rounds.start()
    await asyncio.sleep(4 * SHORTLY.total_seconds())
    assert not rounds.is_stuck
    await rounds.stop()


async def test_a_step_that_does_not_end_is_a_standstill() -> None:
    work = Work()
    rounds = Rounds(SHORTLY, work)
    rounds.start()
    work.may_go_on.clear()
    await asyncio.sleep(5 * SHORTLY.total_seconds())
    assert rounds.is_stuck
    await rounds.stop()


async def test_finishing_waits_for_the_end_of_a_step_and_begins_none() -> None:
    work = Work()
    rounds = Rounds(timedelta(), work)
    work.may_go_on.clear()
    rounds.start()
    await asyncio.sleep(0)
    finishing = asyncio.create_task(rounds.finish())
    await asyncio.sleep(SHORTLY.total_seconds())
    assert not finishing.done()
    work.may_go_on.set()
    await asyncio.wait_for(finishing, 1)
    assert (work.began, work.ended) == (1, 1)
