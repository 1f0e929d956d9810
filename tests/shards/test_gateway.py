"""How processes come to their shards, and what they say when they don't."""

from __future__ import annotations

import asyncio

from tests.chaos.storm import Stage, until
from tests.shards.fleet import SECONDS_TO_START, SHARDS, SPEED, Fleet
from tests.storage.fixtures import on_sqlite

SECONDS_BETWEEN_IDENTIFIES = 5 / SPEED


async def connected(stage: Stage, shards: int) -> None:
    async with asyncio.timeout(SECONDS_TO_START):
        await stage.server.traffic.until(lambda: stage.server.gateway.identified >= shards)


def heard(stage: Stage) -> list[tuple[int, int]]:
    """The shards to which somebody listens, each with how many there are."""
    return sorted((one.shard.id, one.shard.count) for one in stage.server.gateway.sessions)


@on_sqlite
async def test_one_process_has_as_many_shards_as_discord_advises(stage: Stage) -> None:
    stage.server.gateway.advised_shards = 2
    async with stage.bot():
        await connected(stage, 2)
        assert heard(stage) == [(0, 2), (1, 2)]


@on_sqlite
async def test_one_process_may_have_several_of_many_shards(stage: Stage) -> None:
    async with stage.bot(CATENA_SHARD_COUNT="5", CATENA_SHARD_IDS="1,3-4"):
        await connected(stage, 3)
        assert heard(stage) == [(1, 5), (3, 5), (4, 5)]


@on_sqlite
async def test_of_processes_that_start_at_once_each_gets_its_shard_and_one_tells_of_the_commands(
    stage: Stage,
) -> None:
    gateway = stage.server.gateway
    gateway.identify_seconds = SECONDS_BETWEEN_IDENTIFIES
    async with Fleet.started(stage):
        assert heard(stage) == [(0, SHARDS), (1, SHARDS), (2, SHARDS)]
    assert gateway.refused > 0
    assert sum(one.method == "PUT" and one.path.endswith("/commands") for one in stage.server.requests) == 1


@on_sqlite
async def test_without_a_gateway_at_the_start_it_tries_until_there_is_one(stage: Stage) -> None:
    gateway = stage.server.gateway
    gateway.is_away = True
    async with stage.bot() as bot:
        await until(lambda: "Retrying" in stage.log.read_text())
        assert bot.exit_code is None
        gateway.is_away = False
        await connected(stage, 1)
