"""Nothing acknowledged is lost, and nothing is shown twice, whenever the process is killed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos.storm import Stage, storm, until

OUTAGE_SPEED = 60
"""Ten minutes are ten seconds then."""
MOST_REQUESTS_A_MINUTE = 20
"""Of a bot that nobody asks for anything: one after the other, each tried five times in 16 seconds."""


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage.open(tmp_path, seed=1) as opened:
        yield opened


async def test_nothing_is_lost_or_shown_twice_by_twenty_kills(tmp_path: Path) -> None:
    figures = await storm(tmp_path, kills=20, seed=1)
    assert figures.faults == ()
    assert figures.matches > 0


async def test_after_an_outage_each_match_is_shown_as_it_stands_and_nothing_piles_up(tmp_path: Path) -> None:
    """Ten minutes: for a while people go on playing though requests fail, at last nothing can be reached."""
    async with Stage.open(tmp_path, seed=1, speed=OUTAGE_SPEED) as stage, stage.bot() as bot:
        await bot.connected()
        async with stage.playing():
            await until(lambda: len({one.match_id for one in stage.witness.boards}) >= 4)
            stage.server.env.inject_error("*", "*", status=500, times=None)
            await stage.pass_minutes(1)
            await until(lambda: stage.ledger.unshown.count("match") >= 3)
        before = len(stage.server.requests)
        await stage.pass_minutes(5)
        requests = len(stage.server.requests) - before
        async with stage.server.unreachable():
            stage.server.env.backend.faults.clear()
            await stage.pass_minutes(4)
        shown = set(stage.witness.presses)
        await stage.recovered()
        assert requests <= 5 * MOST_REQUESTS_A_MINUTE
        assert max(boards_of_each_match(stage, stage.witness.presses.keys() - shown).values()) == 1
        assert stage.faults() == []


def boards_of_each_match(stage: Stage, messages: set[int]) -> Counter[int]:
    """How many messages show a board of which match."""
    positions = (stage.witness.shown_in[one] for one in messages)
    return Counter(match_id for found in positions for match_id in {one.match_id for one in found})


async def test_a_gateway_that_drops_again_and_again_is_resumed_and_nothing_is_lost(stage: Stage) -> None:
    async with stage.bot() as bot:
        await bot.connected()
        async with stage.playing():
            for number in (1, 2, 3):
                await until(lambda number=number: len(stage.witness.boards) >= 6 * number)
                await stage.server.gateway.drop()
                async with asyncio.timeout(20):
                    await bot.until(lambda number=number: stage.server.gateway.resumed == number)
        await stage.recovered()
    assert stage.server.gateway.identified == 1
    assert stage.faults() == []
