"""The pages that tell how the bot is, and its end, while it talks to the simulated Discord."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import URL

from bot import health
from bot.health import Health
from bot.images import Images
from bot.matches import Outbox
from bot.metrics import Metrics
from bot.shards import Shards
from bot.storage import Database
from tests.bot.opening import open_world, unhurried
from tests.bot.test_answers import slow_database
from tests.bot.test_delivery import break_off, pass_the_grace
from tests.bot.world import World
from tests.storage.contents import column

__all__ = ["slow_database"]

Page = tuple[int, dict[str, object]]
WELL = (200, {"status": "ok", "missing": []})
SHORTLY = timedelta(seconds=0.05)


@pytest.fixture
async def pages(world: World) -> AsyncIterator[TestClient]:
    application = Health(world.env.bot, world.metrics)._application()
    async with TestClient(TestServer(application)) as client:
        yield client


async def page(pages: TestClient, path: str) -> Page:
    async with pages.get(path) as response:
        return response.status, await response.json()


async def samples(pages: TestClient, name: str) -> dict[str, float]:
    """The numbers of the page for Prometheus by their shards."""
    async with pages.get("/metrics") as response:
        families = text_string_to_metric_families(await response.text())
    found = [one for family in families for one in family.samples if one.name == name]
    return {one.labels.get("shard", ""): one.value for one in found}


async def sample(pages: TestClient, name: str) -> float:
    (found,) = (await samples(pages, name)).values()
    return found


def failing(*missing: str) -> Page:
    return 503, {"status": "failing", "missing": [*missing]}


async def test_a_bot_that_is_well_says_so(pages: TestClient) -> None:
    assert await page(pages, "/healthz") == WELL
    assert await page(pages, "/readyz") == WELL
    assert await sample(pages, "catena_gateway_connected") == 1


async def test_without_discord_it_is_alive_but_not_ready(world: World, pages: TestClient) -> None:
    await world.env.bot.shards[0].disconnect()
    assert await page(pages, "/readyz") == failing("gateway")
    assert await page(pages, "/healthz") == WELL
    assert await sample(pages, "catena_gateway_connected") == 0


async def test_with_one_shard_of_several_gone_it_is_not_ready(
    database: Database, url: URL, images: Images, metrics: Metrics
) -> None:
    async with (
        open_world(database, url, images, metrics, unhurried(), shards=Shards(3, (0, 2))) as world,
        TestClient(TestServer(Health(world.env.bot, metrics)._application())) as pages,
    ):
        assert await page(pages, "/readyz") == WELL
        await world.env.bot.shards[2].disconnect()
        assert await page(pages, "/readyz") == failing("gateway")
        assert await samples(pages, "catena_gateway_connected") == {"0": 1, "2": 0}
        assert (await samples(pages, "catena_gateway_latency_seconds")).keys() == {"0", "2"}
        await world.env.bot.drain(timedelta(seconds=1))
        assert all(shard.is_closed() for shard in world.env.bot.shards.values())
        assert await samples(pages, "catena_gateway_connected") == {"0": 0, "2": 0}


async def test_a_database_that_answers_too_late_is_missing_and_the_numbers_come_all_the_same(
    pages: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_outbox: Outbox) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "LONGEST_READ_SECONDS", SHORTLY.total_seconds())
    for name in ("has_due", "backlog"):
        monkeypatch.setattr(Outbox, name, never)
    assert await page(pages, "/readyz") == failing("database")
    assert math.isnan(await sample(pages, "catena_outbox_waiting"))
    assert await sample(pages, "catena_gateway_connected") == 1


async def test_what_waits_to_be_shown_is_counted_with_its_age(world: World, pages: TestClient) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    assert await sample(pages, "catena_outbox_waiting") == 0
    break_off(world)
    world.wire.command(world.alice, "move", {"turn": "D5"})
    await world.env.settle()
    for _ in range(3):
        await pass_the_grace(world, minutes=2)
    assert await sample(pages, "catena_outbox_waiting") == 1
    # Half a minute of it was for whoever played the turn.
    assert await sample(pages, "catena_outbox_oldest_seconds") == 3 * 150 + 3 * 1 - 30


async def test_a_bot_that_is_to_end_hears_nothing_new_and_finishes_what_it_does(
    world: World, pages: TestClient, slow_database: asyncio.Event
) -> None:
    slow_database.clear()
    record = world.wire.command(world.alice, "challenge")
    draining = asyncio.create_task(world.env.bot.drain(timedelta(seconds=30)))
    await asyncio.sleep(0)
    assert await page(pages, "/readyz") == (503, {"status": "draining", "missing": ["gateway"]})
    assert world.env.bot.shards[0].is_closed()
    assert not draining.done()
    slow_database.set()
    await draining
    assert column(world.url, "challenges", "state") == ["open"]
    assert (await world.answer(record)).text.startswith("**Alice** challenges")


async def test_it_waits_for_nothing_for_ever(world: World, slow_database: asyncio.Event) -> None:
    slow_database.clear()
    world.wire.command(world.alice, "challenge")
    draining = asyncio.create_task(world.env.bot.drain(SHORTLY))
    await world.env.advance_time(1)
    await asyncio.wait_for(draining, 5)
    assert world.metrics.interactions_running._value.get() == 1
    await world.env.bot.under_way.stop()
    assert column(world.url, "challenges", "state") == []
