"""The use cases on a database of each kind, without Discord."""

from __future__ import annotations

import pytest
from sqlalchemy import URL

from bot.storage import Database
from tests.matches.club import Club
from tests.storage.fixtures import database, databases, kind_of_database, path, url

__all__ = ["database", "databases", "kind_of_database", "path", "url"]


@pytest.fixture
def club(database: Database, url: URL) -> Club:
    return Club(database, url)
