"""Several processes of the bot, each with its shards, on one database of each kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos.storm import Stage
from tests.shards.fleet import SHARDS, SPEED
from tests.storage.fixtures import Databases, databases, kind_of_database

__all__ = ["databases", "kind_of_database"]


@pytest.fixture
async def stage(databases: Databases, tmp_path: Path) -> AsyncIterator[Stage]:
    """A server for each shard, with a table at which people play."""
    url = databases.empty()
    async with Stage.open(tmp_path, seed=1, speed=SPEED, url=url, shards=SHARDS) as opened:
        yield opened
    databases.drop(url)
