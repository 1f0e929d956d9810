"""Nothing acknowledged is lost, and nothing is shown twice, whenever the process is killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.storage import Database
from tests.chaos.audit import audit
from tests.chaos.storm import Stage, storm
from tests.storage.contents import contents


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage.open(tmp_path, seed=1) as opened:
        yield opened


async def test_nothing_is_lost_or_shown_twice_by_twenty_kills(tmp_path: Path) -> None:
    figures = await storm(tmp_path, kills=20, seed=1)
    assert figures.faults == ()
    assert figures.acknowledged > 0


async def test_a_kill_during_the_first_start_leaves_a_database_that_the_next_start_heals(
    stage: Stage, tmp_path: Path
) -> None:
    rng = Random(1)
    for _ in range(10):
        async with stage.bot() as bot:
            await started_writing(stage)
            # All of the migration takes about a tenth of a second.
            await asyncio.sleep(rng.uniform(0, 0.12))
            await bot.kill()
        assert await tables_after_a_start(stage.path) == await tables_after_a_start(tmp_path / "new.sqlite3")
        stage.drop_database()


async def tables_after_a_start(path: Path) -> set[str]:
    async with Database.open(f"sqlite+aiosqlite:///{path}"):
        return set(contents(path))


async def started_writing(stage: Stage) -> None:
    """Wait until the bot opens its database, which is the last thing it does before it connects."""
    async with asyncio.timeout(30):
        while not stage.has_database:  # noqa: ASYNC110 (it happens in another process)
            await asyncio.sleep(0.001)


async def test_after_an_outage_the_last_board_of_each_match_is_shown_once(stage: Stage) -> None:
    async with stage.bot() as bot:
        await bot.connected()
        async with stage.playing():
            await acknowledged(stage)
            # Not 500, which discord.py repeats for half a minute by a clock that does not run fast.
            for method in ("GET", "POST", "PATCH"):
                stage.server.env.inject_error(method, "*", status=503, times=None)
            await asyncio.sleep(4)
        stage.server.env.backend.faults.clear()
        await stage.recovered()
    assert audit(stage.ledger, stage.witness, stage.players) == []


async def test_a_gateway_that_drops_again_and_again_is_resumed_and_nothing_is_lost(stage: Stage) -> None:
    async with stage.bot() as bot:
        await bot.connected()
        async with stage.playing():
            for number in (1, 2, 3):
                await acknowledged(stage)
                await stage.server.gateway.drop()
                async with asyncio.timeout(20):
                    await bot.until(lambda number=number: stage.server.gateway.resumed == number)
        await stage.recovered()
    assert stage.server.gateway.identified == 1
    assert audit(stage.ledger, stage.witness, stage.players) == []


async def acknowledged(stage: Stage, messages: int = 6) -> None:
    """Wait until people have been shown some more."""
    wanted = len(stage.witness.presses) + messages
    async with asyncio.timeout(20):
        await stage.server.traffic.until(lambda: len(stage.witness.presses) >= wanted)
