"""Nothing acknowledged is lost, and nothing is shown twice, whenever the process is killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos.outage import outage
from tests.chaos.storm import Stage, storm, until


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage.open(tmp_path, seed=1) as opened:
        yield opened


async def test_nothing_is_lost_or_shown_twice_by_twenty_kills(tmp_path: Path) -> None:
    figures = await storm(tmp_path, kills=20, seed=1)
    assert figures.faults == ()
    assert figures.matches > 0


async def test_after_an_outage_each_match_is_shown_as_it_stands_and_nothing_piles_up(tmp_path: Path) -> None:
    assert await outage(tmp_path, minutes=2.5, seed=1) == []


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
