"""The disk or the database fails under the running bot: what a player is told about it is true."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.storage import Database, Durability, StorageFailed
from tests.bot.deeds import DEEDS, challenge, move
from tests.bot.test_delivery import is_all_shown, pass_the_grace
from tests.bot.world import World
from tests.storage.fixtures import file_of

NOTHING_HAPPENED = "Nothing was played or changed: the bot can't reach its storage just now."

Fault = Callable[[World], AbstractContextManager[object]]


@contextmanager
def locked(world: World) -> Iterator[None]:
    """Somebody else writes and does not stop."""
    with closing(sqlite3.connect(file_of(world.url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(world: World) -> Iterator[None]:
    """The file can't grow, and what is stored needs it to."""
    with closing(sqlite3.connect(file_of(world.url))) as database:
        database.execute("CREATE TABLE filler (content)")
        for table in ("actions", "challenges"):
            database.execute(
                f"CREATE TRIGGER grow_{table} AFTER INSERT ON {table} BEGIN "
                "INSERT INTO filler VALUES (zeroblob(100000)); END"
            )
        with set_for_all(world, "max_page_count = 1", "max_page_count = 1000000"):
            yield
        for table in ("actions", "challenges"):
            database.execute(f"DROP TRIGGER grow_{table}")
        database.execute("DROP TABLE filler")


@contextmanager
def read_only(world: World) -> Iterator[None]:
    """SQLite lets nothing be written."""
    with set_for_all(world, "query_only = ON", "query_only = OFF"):
        yield


@contextmanager
def set_for_all(world: World, pragma: str, usual: str) -> Iterator[None]:
    """Let a pragma hold on each connection that the bot uses meanwhile."""
    pool = world.database._writing.sync_engine

    def set_it(connection: Any, *_: object) -> None:
        connection.cursor().execute(f"PRAGMA {current}")

    current = pragma
    event.listen(pool, "checkout", set_it)
    yield
    current = usual


@contextmanager
def failing(world: World) -> Iterator[None]:
    """The system refuses to write more to the log of the database."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = Path(f"{file_of(world.url)}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


FAULTS: dict[str, tuple[Fault, str]] = {
    "locked": (locked, "database is locked"),
    "full": (full, "database or disk is full"),
    "read-only": (read_only, "attempt to write a readonly database"),
    "failing": (failing, "disk I/O error"),
}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a lock."""
    monkeypatch.setattr("bot.storage.one_trip.SECONDS_TO_WAIT_FOR_A_LOCK", 0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("fault", FAULTS)
async def test_what_could_not_be_stored_was_not_played_and_works_afterwards(
    fault: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    strike, words = FAULTS[fault]
    for deed in (challenge, move):
        press = await deed(world)
        with strike(world):
            refused = await world.refusal(world.answer(press()))
            assert refused.text.startswith(NOTHING_HAPPENED)
        before = world.rows
        done = await world.answer(press())
        assert not done.is_private
        assert world.rows != before
    world.faults_expected = 2
    logged = [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
    assert [record.getMessage() for record in logged] == [f"A transaction failed: {words}"] * 2
    assert not any(record.exc_info for record in logged)


class Unlucky:
    """Lets one transaction fail, at the point where it would be committed: the ``nth`` from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nth = 0
        for name in ("read", "write"):
            monkeypatch.setattr(Database, name, self._failing(getattr(Database, name)))

    def _failing(self, begin: Callable[[Database], AbstractContextManager]) -> Callable:
        @asynccontextmanager
        async def begin_and_fail(database: Database, *scopes: int, **options: Durability):
            self.nth -= 1
            is_unlucky = self.nth == 0
            async with begin(database, *scopes, **options) as transaction:
                yield transaction
                if is_unlucky:
                    raise StorageFailed("made to fail")

        return begin_and_fail


EVERY_TIME = {"agreeing to a takeback", "preferring"}
EACH = [pytest.param(deed, marks=[] if deed in EVERY_TIME else pytest.mark.long) for deed in DEEDS]


@pytest.mark.parametrize("deed", EACH)
async def test_whichever_transaction_fails_players_are_told_whether_it_counted(
    deed: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlucky = Unlucky(monkeypatch)
    press = await DEEDS[deed](world)
    for nth in count(1):
        before, unlucky.nth = world.rows, nth
        told = await world.answer(press())
        if unlucky.nth > 0:
            break
        world.faults_expected += 1
        if told.text.startswith(NOTHING_HAPPENED):
            assert told.is_private
            assert world.rows == before
        else:
            assert world.rows != before
            press = await DEEDS[deed](world)
    unlucky.nth = 0
    assert world.rows != before, "without any failure it happens"
    await pass_the_grace(world)
    assert is_all_shown(world)
