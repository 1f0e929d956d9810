"""The whole bot against a simulated Discord, driven as players drive it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter
from sqlalchemy import URL

from bot import catalogues
from bot.allowances import Allowances
from bot.drawing.painter import Painter
from bot.images import Images
from bot.metrics import Metrics
from bot.shards import Shards
from bot.storage import Database
from tests.bot.opening import ONE_SHARD, open_world, unhurried
from tests.bot.world import World
from tests.languages import bracketed, install, lengthened
from tests.storage.fixtures import Kind, database, databases, path, url

__all__ = ["database", "databases", "path", "url"]


@pytest.fixture(scope="session")
def kind_of_database(request: pytest.FixtureRequest) -> Kind:
    """SQLite, but for tests that are marked with `on_both`: what differs is below the use cases."""
    kind: Kind = getattr(request, "param", Kind.SQLITE)
    return kind


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def images(painter: Painter, metrics: Metrics) -> Images:
    return Images(painter, painter, metrics)


@pytest.fixture
def allowances() -> Allowances:
    return unhurried()


@pytest.fixture
def shards() -> Shards:
    return ONE_SHARD


@pytest.fixture
async def world(
    database: Database,
    url: URL,
    images: Images,
    metrics: Metrics,
    allowances: Allowances,
    shards: Shards,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[World]:
    async with open_world(database, url, images, metrics, allowances, shards=shards) as world:
        yield world
    logged = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert len(logged) == world.faults_expected, logged


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


@pytest.fixture(scope="session")
def languages_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where German is English in brackets, and in Polish every word is half as long again."""
    made = tmp_path_factory.mktemp("locale")
    install(made, de=bracketed, pl=lengthened)
    return made


@pytest.fixture
def brackets(languages_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """These languages can be spoken."""
    monkeypatch.setattr(catalogues, "CATALOGUES", languages_folder)
    _look_again()
    yield
    _look_again()


def _look_again() -> None:
    catalogues.languages.cache_clear()
    catalogues.language.cache_clear()
