"""A database in a file of its own, for every folder of tests that needs one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Database


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "catena.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with Database.open(url_of(path)) as database:
        yield database
