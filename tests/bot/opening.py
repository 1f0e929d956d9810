"""A small simulated server with the bot on a database, from its start to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from unittest.mock import patch

import simcord
from discord.app_commands import AppCommandError
from sqlalchemy import URL

from bot.allowances import Allowances
from bot.client import CatenaBot
from bot.images import Images
from bot.metrics import Metrics
from bot.scheduler import ROUND, Rounds
from bot.shards import Shards
from bot.storage import Database
from tests.bot.limits import check_requests
from tests.bot.openapi import check_against_description
from tests.bot.world import Clock, Coin, World

ONE_SHARD = Shards(1)

# Its usual pause between looks at whether the bot is done is made for slower bots.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.001


@asynccontextmanager
async def open_world(
    database: Database,
    url: URL,
    images: Images,
    metrics: Metrics,
    allowances: Allowances,
    shards: Shards = ONE_SHARD,
) -> AsyncIterator[World]:
    """The world, and in the end whether Discord would have taken all that the bot sent."""
    clock, coin = Clock(), Coin()

    def new_bot(shards: Shards = shards) -> CatenaBot:
        return CatenaBot(database, images, allowances, metrics, clock, coin, ROUND, shards)

    # Until it gives up, by the computer's clock. What sleeps for longer than that is not waited for.
    env = simcord.Env(new_bot(), check_errors=False, settle_timeout=10)
    with _rounds_of(env):
        await env.start()
        world = World(env, database, url, clock, coin, metrics, new_bot)
        try:
            yield world
        finally:
            await env.shutdown()
    check_requests(env.http_requests)
    check_against_description(env.http_requests)
    # What the command tree reports is answered, and logged where it is a fault.
    errors = [error for error in env.errors if not isinstance(error, AppCommandError)]
    assert len(errors) <= world.faults_expected, errors


@contextmanager
def _rounds_of(env: simcord.Env) -> Iterator[None]:
    """Let the bot go its rounds when a test moves the time, and never because the test takes long."""
    rest = Rounds.rest

    async def rest_by_its_clock(rounds: Rounds) -> None:
        await env.external_wait(rest(rounds), reason="the next round")

    with patch.object(Rounds, "rest", rest_by_its_clock):
        yield


def unhurried() -> Allowances:
    """Nobody is ever in a hurry: by this clock hours pass between any two things that somebody does."""
    clock = Clock()

    def later() -> datetime:
        clock.advance(hours=1)
        return clock()

    return Allowances(later)
