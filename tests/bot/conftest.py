"""The whole bot against a simulated Discord, driven as players drive it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.client import CatenaBot
from bot.images import Images
from bot.matches import Refusal
from bot.storage import Database
from tests.bot.world import Clock, World

# Its usual pause between looks at whether the bot is done is made for slower bots.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.001


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'catena.sqlite3'}"


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database.open(database_url) as database:
        yield database


@pytest.fixture
async def images() -> AsyncIterator[Images]:
    async with Images.open() as images:
        yield images


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def world(database: Database, images: Images, clock: Clock) -> AsyncIterator[World]:
    def new_bot() -> CatenaBot:
        # The challenger wins every toss, so that tests know who is first.
        return CatenaBot(database, images, now=clock, toss=lambda: True)

    # simcord would count the refusals that the command tree reports as errors of the bot.
    env = simcord.Env(new_bot(), check_errors=False)
    await env.start()
    try:
        world = World(env, database, clock, new_bot)
        yield world
    finally:
        await env.shutdown()
    faults = [error for error in env.errors if not isinstance(error.__cause__, Refusal)]
    assert faults == world.expected_faults
