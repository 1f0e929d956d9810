"""A database of its own for each test that needs one, of each kind that the bot runs on."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import AsyncIterator, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import pytest
from sqlalchemy import URL

from bot.storage import Database, url_of
from tests.storage.server import Server, running_server


class Kind(StrEnum):
    """A kind of database that the bot runs on."""

    SQLITE = "SQLite"
    POSTGRESQL = "PostgreSQL"


_ON_A_SERVER = pytest.param(Kind.POSTGRESQL, marks=pytest.mark.postgresql)
BOTH = [Kind.SQLITE, _ON_A_SERVER]
"""The kinds as parameters; ``-m postgresql`` and ``-m "not postgresql"`` choose one of them."""
on_sqlite = pytest.mark.parametrize("kind_of_database", [Kind.SQLITE], indirect=True)
"""Runs a test on SQLite only, for what is special to files."""
on_postgresql = pytest.mark.parametrize("kind_of_database", [_ON_A_SERVER], indirect=True)
"""Runs a test on PostgreSQL only, for what is special to several processes."""
on_both = pytest.mark.parametrize("kind_of_database", BOTH, indirect=True)
"""Runs a test on both kinds, where the tests of a folder have but one."""


class Databases(Protocol):
    """Where databases of one kind come from."""

    def empty(self) -> URL: ...

    def new(self) -> URL: ...

    def copy(self, template: URL) -> URL: ...

    def drop(self, url: URL) -> None: ...


class Files:
    """Databases of SQLite, each in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folders = (folder / str(number) for number in itertools.count())
        self._newest = self.empty()
        asyncio.run(_migrate(self._newest))

    def empty(self) -> URL:
        """The address of a database that is not there yet."""
        folder = next(self._folders)
        folder.mkdir()
        return url_of(folder / "catena.sqlite3")

    def new(self) -> URL:
        """A database of the newest schema with nothing in it."""
        return self.copy(self._newest)

    def copy(self, template: URL) -> URL:
        """A database like another that nobody uses."""
        url = self.empty()
        shutil.copy(file_of(template), file_of(url))
        return url

    def drop(self, url: URL) -> None:
        shutil.rmtree(file_of(url).parent)


def file_of(url: URL) -> Path:
    assert url.database is not None
    return Path(url.database)


async def _migrate(url: URL) -> None:
    async with Database.open(url):
        pass


@pytest.fixture(params=BOTH, scope="session")
def kind_of_database(request: pytest.FixtureRequest) -> Kind:
    kind: Kind = request.param
    return kind


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The one server of a process of tests."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("databases"))


@pytest.fixture(scope="session")
def databases(kind_of_database: Kind, request: pytest.FixtureRequest) -> Databases:
    # Nobody waits for a server who needs none.
    name = "files" if kind_of_database is Kind.SQLITE else "server"
    databases: Databases = request.getfixturevalue(name)
    return databases


@pytest.fixture
def url(databases: Databases) -> Iterator[URL]:
    """A database of the newest schema with nothing in it."""
    url = databases.new()
    yield url
    databases.drop(url)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database in a file may be."""
    return tmp_path / "catena.sqlite3"


@pytest.fixture
async def database(url: URL) -> AsyncIterator[Database]:
    async with Database.open(url) as database:
        yield database
