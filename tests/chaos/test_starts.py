"""A start that is killed leaves a database that the next start heals."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

import bot.storage
from bot.storage import Database, schema, url_of
from tests.chaos.storm import ROOT, Stage
from tests.storage.contents import contents

STARTS, MIGRATIONS = 8, 5
LATER_VERSION = '''
"""What a later version may have to do: copy a table into another shape, fill a column, add an index."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("players") as batch:
        batch.add_column(sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE players SET seen = id")
    op.create_index("ix_players_seen", "players", ["seen"])
'''


async def test_a_kill_during_the_first_start_leaves_a_database_that_the_next_start_heals(
    tmp_path: Path,
) -> None:
    async with Stage.open(tmp_path, seed=1) as stage:
        began = time.monotonic()
        async with stage.bot() as bot:
            await bot.connected()
        whole = time.monotonic() - began
        expected = set(contents(stage.path))
        for number in range(STARTS):
            stage.drop_database()
            async with stage.bot() as bot:
                # From before there is a database until after the bot has told Discord of its commands.
                await asyncio.sleep(whole * (number + stage.rng.random()) / STARTS)
                await bot.kill()
            async with Database.open(url_of(stage.path)):
                assert set(contents(stage.path)) == expected
        async with stage.bot() as bot:
            await bot.connected()


async def test_a_kill_during_a_migration_leaves_the_version_before_or_the_one_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = tmp_path / "before.sqlite3", tmp_path / "after.sqlite3"
    async with Database.open(url_of(before)):
        fill(before)
    later = later_migrations(tmp_path)
    whole = await migrate(before, after, later)
    versions, left = [contents(before), contents(after)], []
    monkeypatch.setattr(schema, "MIGRATIONS", str(later))
    rng = Random(1)
    for number in range(MIGRATIONS):
        path = tmp_path / f"{number}.sqlite3"
        await migrate(before, path, later, kill_after=whole * (number + rng.random()) / MIGRATIONS)
        left.append(versions.index(contents(path)))
        async with Database.open(url_of(path)):
            assert contents(path) == versions[1]
    assert 0 in left, "no migration was killed before its end"


def fill(path: Path) -> None:
    """Let a database have so much in it that changing it takes a while."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 20000)"
            " INSERT INTO players (id, name) SELECT id, 'Player ' || id FROM n"
        )


def later_migrations(folder: Path) -> Path:
    """The migrations that there are, and one more."""
    migrations = folder / "migrations"
    shutil.copytree(Path(bot.storage.__file__).parent / "migrations", migrations)
    (migrations / "versions/0002_a_later_version.py").write_text(LATER_VERSION)
    return migrations


async def migrate(source: Path, path: Path, migrations: Path, kill_after: float | None = None) -> float:
    """Bring a copy of a database to the later version, unless killed after some seconds; how many it took."""
    shutil.copy(source, path)
    command = (sys.executable, "-m", "tests.chaos.migrating", path, migrations)
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"begins\n"
    began = time.monotonic()
    if kill_after is not None:
        await asyncio.sleep(kill_after)
        # On a busy computer it may have ended by itself.
        with suppress(ProcessLookupError):
            process.kill()
    await process.wait()
    return time.monotonic() - began
