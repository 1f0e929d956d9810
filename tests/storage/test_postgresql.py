"""What is special to PostgreSQL: who waits for whom, and what happens without the server."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import URL

from bot.storage import Database, DatabaseUnusable, OutboxEntry, OutboxKind, Person, StorageFailed
from tests.storage.contents import column
from tests.storage.server import PROTECTED, Server

pytestmark = pytest.mark.postgresql

A_MOMENT = 0.2
SERVER, OTHER_SERVER, ALICE = 1, 2, 10


@pytest.fixture
def url(server: Server) -> Iterator[URL]:
    """SQLite has nothing of this."""
    url = server.new()
    yield url
    server.drop(url)


@pytest.fixture
async def other(url: URL) -> AsyncIterator[Database]:
    """The same database, opened by another process."""
    async with Database.open(url) as other:
        yield other


# Who waits for whom


async def write_once(database: Database, scopes: tuple[int, ...]) -> None:
    async with database.write(*scopes):
        pass


@pytest.mark.parametrize(
    ("scopes", "free"),
    [
        pytest.param((), set(), id="everything"),
        pytest.param((SERVER,), {(OTHER_SERVER,), (ALICE,), (OTHER_SERVER, ALICE)}, id="a server"),
        pytest.param((SERVER, ALICE), {(OTHER_SERVER,)}, id="a person in a server"),
    ],
)
async def test_a_write_waits_for_those_in_its_scopes_and_no_others(
    scopes: tuple[int, ...], free: set[tuple[int, ...]], database: Database, other: Database
) -> None:
    for others in ((), (SERVER,), (OTHER_SERVER,), (ALICE,), (ALICE, SERVER), (OTHER_SERVER, ALICE)):
        async with database.write(*scopes):
            writing = asyncio.create_task(write_once(other, others))
            done, _ = await asyncio.wait([writing], timeout=5 if others in free else A_MOMENT)
        await writing
        assert bool(done) == (others in free), others


async def test_what_another_is_just_claiming_is_passed_by(database: Database, other: Database) -> None:
    earlier, now = (datetime(2026, 1, day, tzinfo=UTC) for day in (1, 2))
    async with database.write(SERVER) as transaction:
        for subject in (1, 2):
            await transaction.outbox.put(OutboxEntry(OutboxKind.MATCH, subject, ""), earlier, earlier)
    async with database.claim() as one, other.claim() as another, asyncio.timeout(5):
        claimed = [await each.outbox.take_due(now) for each in (one, another, one)]
    assert [each and each.entry.subject_id for each in claimed] == [1, 2, None]


@pytest.mark.parametrize("scopes", [(), (SERVER,)], ids=["everything", "a server"])
async def test_who_claims_waits_for_those_alone_who_have_everything(
    scopes: tuple[int, ...], database: Database, other: Database
) -> None:
    async def claim() -> None:
        async with other.claim():
            pass

    async with database.write(*scopes):
        claiming = asyncio.create_task(claim())
        done, _ = await asyncio.wait([claiming], timeout=5 if scopes else A_MOMENT)
    await claiming
    assert bool(done) == bool(scopes)


async def test_who_has_waited_sees_what_was_written_meanwhile(database: Database, other: Database) -> None:
    async def read_after_waiting() -> str | None:
        async with other.write(SERVER) as transaction:
            return await transaction.commands.fingerprint(1)

    async with database.write(SERVER) as transaction:
        task = asyncio.create_task(read_after_waiting())
        await asyncio.wait([task], timeout=A_MOMENT)
        await transaction.commands.set_fingerprint(1, "new")
    assert await task == "new"


async def test_nobody_waits_to_read(database: Database, other: Database) -> None:
    async with database.write(), asyncio.timeout(5), other.read() as transaction:
        assert await transaction.commands.fingerprint(1) is None


async def test_people_met_in_several_servers_at_once_hold_nobody_up_for_ever(
    database: Database, other: Database
) -> None:
    people = [Person(number, "Somebody") for number in range(8)]

    async def meet(database: Database, scope: int, met: list[Person]) -> None:
        for _ in range(20):
            async with database.write(scope) as transaction:
                await transaction.players.remember(*met)

    await asyncio.gather(meet(database, SERVER, people), meet(other, OTHER_SERVER, people[::-1]))


async def test_whoever_waits_too_long_gives_up(
    url: URL, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgresql.SECONDS_TO_WAIT_FOR_A_LOCK", 1)
    async with Database.open(url) as impatient, database.write(SERVER):
        with pytest.raises(StorageFailed, match="lock timeout"):
            await write_once(impatient, (SERVER,))


async def test_a_process_that_falls_silent_holds_up_nobody_for_long(
    url: URL, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgresql.SECONDS_OF_SILENCE", 1)

    async def fall_silent(silent: Database) -> None:
        async with silent.write() as transaction:
            await transaction.players.remember(Person(1, "Nobody"))
            await write_once(database, (SERVER,))

    async with Database.open(url) as silent:
        with pytest.raises(StorageFailed):
            await fall_silent(silent)
    assert column(url, "players", "name") == []


# Without the server


async def test_after_a_restart_of_the_server_everything_goes_on(
    server: Server, url: URL, database: Database
) -> None:
    async with database.write() as transaction, database.read():
        await transaction.commands.set_fingerprint(1, "kept")
    server.disconnect(url)
    for _ in range(4):
        async with database.read() as transaction:
            assert await transaction.commands.fingerprint(1) == "kept"


async def test_while_the_server_is_away_nothing_is_stored_and_then_everything_goes_on(
    server: Server, url: URL, database: Database
) -> None:
    await write_once(database, ())
    for away in (server.refusing(url), server.away(url)):
        with away:
            for begin in (database.read, database.write):
                with pytest.raises(StorageFailed):
                    async with begin() as transaction:
                        await transaction.commands.fingerprint(1)
        await write_once(database, ())


async def refused(url: URL | str) -> str:
    """Why a database can't be opened: one sentence, without a password."""
    with pytest.raises(DatabaseUnusable) as error:
        async with Database.open(url):
            pass
    sentence = str(error.value)
    assert re.fullmatch(r"[^\n]+[^.]\.", sentence)
    assert "s3cret" not in sentence
    return sentence


async def test_a_server_that_is_not_there_is_told(url: URL) -> None:
    nowhere = "postgresql+asyncpg://me:s3cret@127.0.0.1:1/catena"
    assert await refused(nowhere) == (
        "The database postgresql+asyncpg://me:***@127.0.0.1:1/catena can't be used: "
        "Connect call failed ('127.0.0.1', 1)."
    )
    assert "No such file" in await refused(url.set(query={"host": "/no/such/folder"}))


async def test_a_server_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.postgresql.SECONDS_TO_CONNECT", 0.2)
    silent = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1")
    port = silent.sockets[0].getsockname()[1]
    assert "Timeout" in await refused(f"postgresql+asyncpg://me:s3cret@127.0.0.1:{port}/catena")
    silent.close()


async def test_a_database_that_is_not_there_is_told(url: URL) -> None:
    assert 'database "nothing" does not exist' in await refused(url.set(database="nothing"))


async def test_a_wrong_password_is_told(url: URL) -> None:
    wrong = url.set(username=PROTECTED, password="s3cret1")
    assert f'password authentication failed for user "{PROTECTED}"' in await refused(wrong)


async def test_who_may_make_no_tables_is_told(server: Server, url: URL) -> None:
    empty = server.empty()
    sentence = await refused(empty.set(username=PROTECTED, password="s3cret"))
    assert "permission denied for schema public" in sentence
    server.drop(empty)


async def test_what_the_driver_does_not_know_is_told() -> None:
    sentence = await refused("postgresql+asyncpg://me@127.0.0.1:1/catena?password=s3cret&sslmode=require")
    assert "unexpected keyword argument 'sslmode'" in sentence


@pytest.mark.parametrize("driver", ["postgresql", "postgresql+psycopg2", "postgresql+psycopg"])
async def test_another_driver_is_refused(driver: str) -> None:
    sentence = await refused(f"{driver}://me:s3cret@127.0.0.1:1/catena")
    assert sentence.endswith("write it as postgresql+asyncpg://user:password@host/catena.")


async def test_without_the_driver_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    sentence = await refused("postgresql+asyncpg://me:s3cret@127.0.0.1:1/catena")
    assert "pip install '.[postgres]'" in sentence
