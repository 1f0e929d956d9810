"""The use cases on a real database, without Discord."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.storage import Database
from tests.matches.club import Club
from tests.storage.fixtures import database, path

__all__ = ["database", "path"]


@pytest.fixture
def club(database: Database, path: Path) -> Club:
    return Club(database, path)
