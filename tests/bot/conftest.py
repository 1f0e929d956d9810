"""The whole bot against a simulated Discord, driven as players drive it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest
import simcord
from discord.app_commands import AppCommandError
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.allowances import Allowances
from bot.client import CatenaBot
from bot.images import Images
from bot.storage import Database
from tests.bot.limits import check_requests
from tests.bot.openapi import check_against_description
from tests.bot.world import Clock, Coin, World
from tests.storage.fixtures import database, path

__all__ = ["database", "path"]

# Its usual pause between looks at whether the bot is done is made for slower bots.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.001


@pytest.fixture
async def images() -> AsyncIterator[Images]:
    async with Images.open() as images:
        yield images


@pytest.fixture
def allowances() -> Allowances:
    """Nobody is ever in a hurry: by this clock hours pass between any two things that somebody does."""
    clock = Clock()

    def later() -> datetime:
        clock.advance(hours=1)
        return clock()

    return Allowances(later)


@pytest.fixture
async def world(
    database: Database,
    path: Path,
    images: Images,
    allowances: Allowances,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[World]:
    clock, coin = Clock(), Coin()

    def new_bot() -> CatenaBot:
        return CatenaBot(database, images, allowances, now=clock, toss=coin)

    env = simcord.Env(new_bot(), check_errors=False)
    await env.start()
    world = World(env, database, path, clock, coin, new_bot)
    try:
        yield world
    finally:
        await env.shutdown()
    check_requests(env.http_requests)
    check_against_description(env.http_requests)
    # What the command tree reports is answered, and logged where it is a fault.
    errors = [error for error in env.errors if not isinstance(error, AppCommandError)]
    logged = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert len(logged) == world.faults_expected, logged
    assert len(errors) <= world.faults_expected, errors


@pytest.fixture
def busy_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes a moment for each request, so that what the bot does at once overlaps."""
    for transport in (FakeHTTPClient, FakeWebhookAdapter):
        monkeypatch.setattr(transport, "request", _after_a_moment(transport.request))


def _after_a_moment(request):
    async def later(*arguments, **options):
        await asyncio.sleep(0)
        return await request(*arguments, **options)

    return later
