"""What the bot rests on in discord.py's rate limits."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from discord.http import Ratelimit

from bot.delivery import LONGEST_DELIVERY
from bot.storage.outbox import KEPT
from tests.chaos.clock import FastLoop

SPEED = 200


async def request(limit: Ratelimit) -> None:
    async with limit:
        pass


def test_it_is_given_up_before_another_process_tries_the_same() -> None:
    assert LONGEST_DELIVERY < KEPT


@pytest.mark.parametrize("steps", range(1, 6))
def test_after_one_that_was_given_up_at_any_moment_the_next_request_gets_through(steps: int) -> None:
    async def give_up_and_go_on() -> None:
        limit = Ratelimit(None)
        given_up = asyncio.create_task(request(limit))
        for _ in range(steps):
            await asyncio.sleep(0)
        given_up.cancel()
        with suppress(asyncio.CancelledError):
            await given_up
        async with asyncio.timeout(LONGEST_DELIVERY.total_seconds()):
            await request(limit)

    with asyncio.Runner(loop_factory=lambda: FastLoop(SPEED)) as runner:
        runner.run(give_up_and_go_on())
