"""Moving a bot's data from one database to another: all of it, the same, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import URL, Row, Table

from bot.maintenance import check_database, move_data
from bot.matches import MatchNumber, Records
from bot.records import GameRecord, write_record
from bot.storage import CopyRefused, Database, DatabaseUnusable, Person
from bot.storage.moving import ContentStore
from bot.storage.tables import metadata
from engine import GameOptions
from tests.matches.club import ALICE, BOB, HERE, OTHER_SERVER, Club
from tests.matches.test_checking import play_five
from tests.matches.test_series import begin
from tests.storage.contents import changing, column, contents, unchanged
from tests.storage.fixtures import (
    Files,
    databases,
    file_of,
    kind_of_database,
    on_postgresql,
    url,
)
from tests.storage.server import Server
from tests.test_cli import run_cli

__all__ = ["databases", "kind_of_database", "url"]


@pytest.fixture(scope="module")
def template(files: Files) -> Iterator[URL]:
    """The file of a bot with something in every table."""
    url = files.new()

    async def fill() -> None:
        async with Database.open(url) as database:
            club = Club(database, url)
            await play_five(club)
            await begin(club)
            await club.start(place=OTHER_SERVER)
            await club.preferences.choose(ALICE, lambda chosen: replace(chosen, shows_legal_cells=False))
            await club.preferences.set_up(
                HERE, lambda chosen: replace(chosen, opens_threads=True), is_moderator=True
            )
            await club.replies.plan(HERE, BOB, MatchNumber(5), ["C3", "C5"], ["E3", "E5"])
            record = GameRecord(GameOptions(), (), "Zoë", "李")
            await Records(database, lambda: club.time).load(write_record(record).encode())
            async with database.write() as transaction:
                await transaction.commands.set_fingerprint(1, "known")

    asyncio.run(fill())
    yield url
    files.drop(url)


@pytest.fixture
def source(template: URL, files: Files) -> Iterator[URL]:
    url = files.copy(template)
    yield url
    files.drop(url)


def rows_in(url: URL) -> dict[str, list[tuple]]:
    return {name: rows for name, rows in contents(url).items() if name in metadata.tables}


async def test_everything_is_moved_there_and_back_as_it_was(source: URL, url: URL, files: Files) -> None:
    assert all(rows_in(source).values())
    back = files.empty()
    with unchanged(source):
        moved, report = await move_data(source, url)
    await move_data(url, back)
    assert contents(back) == contents(source)
    assert {one.name: one.rows for one in moved} == {
        name: len(rows) for name, rows in rows_in(source).items()
    }
    assert report == await check_database(source)
    assert (report.matches, report.findings) == (7, ())
    files.drop(back)


async def test_a_few_rows_at_a_time_come_to_the_same(
    source: URL, url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("storage.moving.ROWS", "storage.results.RESULTS", "matches.checking.MATCHES"):
        monkeypatch.setattr(f"bot.{limit}_AT_ONCE", 2)
    moved, report = await move_data(source, url)
    assert rows_in(url).keys() == rows_in(source).keys()
    assert {one.name: one.rows for one in moved} == {
        name: len(rows) for name, rows in rows_in(source).items()
    }
    assert (report.matches, report.findings) == (7, ())


async def test_the_bot_goes_on_where_it_was(source: URL, url: URL) -> None:
    await move_data(source, url)
    async with Database.open(url) as database:
        club = Club(database, url)
        await club.act("E3 E5", number=5)
        started = await club.start(GameOptions(8))
        asked = await club.challenge()
    assert (started.record.id, started.number) == (8, 7)
    assert asked.id == max(column(source, "challenges", "id")) + 2


async def test_an_empty_database_is_moved_too(files: Files, url: URL) -> None:
    empty = files.new()
    moved, _ = await move_data(empty, url)
    assert sum(one.rows for one in moved) == 0
    async with Database.open(url) as database:
        match = await Club(database, url).start()
    assert match.record.id == 1
    files.drop(empty)


async def test_what_is_written_meanwhile_is_left_out_as_a_whole(source: URL, url: URL) -> None:
    before = rows_in(source)
    async with Database.open(source) as running, running.write() as transaction:
        await transaction.players.remember(Person(99, "Late"))
        moved, _ = await move_data(source, url)
    assert {one.name: one.rows for one in moved} == {name: len(rows) for name, rows in before.items()}
    assert "Late" not in column(url, "players", "name")


async def refused(source: URL, target: URL) -> str:
    """Why nothing was moved; the target has to be as it was."""
    with unchanged(target), pytest.raises((CopyRefused, DatabaseUnusable)) as error:
        await move_data(source, target)
    return str(error.value)


async def test_a_database_that_holds_anything_is_no_target(source: URL, url: URL) -> None:
    with changing(url) as connection:
        connection.execute("INSERT INTO synced_commands VALUES (1, 'known')")
    assert await refused(source, url) == (
        "The target holds data already, in synced_commands: name an empty database."
    )
    await refused(source, source)


async def test_a_source_of_another_version_is_refused(source: URL, url: URL) -> None:
    with changing(source) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "its version 9999 is not known" in await refused(source, url)


async def test_a_source_that_is_not_there_is_refused(files: Files, url: URL) -> None:
    assert "There is no database" in await refused(files.empty(), url)


@pytest.mark.postgresql
async def test_what_the_target_does_not_take_is_told(source: URL, server: Server) -> None:
    target = server.new()
    with changing(source) as connection:
        connection.execute("UPDATE players SET called_by = 'whatever fits nowhere'")
    assert await refused(source, target) == (
        "Nothing was moved: value too long for type character varying(16)."
    )
    server.drop(target)


async def test_what_cannot_be_read_is_told(source: URL, url: URL) -> None:
    with changing(source) as connection:
        connection.execute("UPDATE matches SET deadline = 'soon' WHERE id = 5")
    assert (await refused(source, url)).startswith("Nothing was moved: ")


@pytest.mark.parametrize("lost", ["players", "actions", "loaded_records"])
async def test_a_difference_is_noticed_and_nothing_moved(
    lost: str, source: URL, url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = ContentStore.put

    async def lose(store: ContentStore, table: Table, rows: Sequence[Row]) -> None:
        if kept := rows[:-1] if table.name == lost else rows:
            await put(store, table, kept)

    monkeypatch.setattr(ContentStore, "put", lose)
    assert (await refused(source, url)).startswith("Nothing was moved: ")


# From the command line


@on_postgresql
def test_each_table_is_a_line_and_then_the_target_is_checked(source: URL, url: URL) -> None:
    counts = {name: len(rows) for name, rows in rows_in(source).items()}
    ran = run_cli("migrate-data", str(source), str(url), folder=file_of(source).parent)
    assert (ran.returncode, ran.stderr) == (0, "")
    *tables, checked = ran.stdout.splitlines()
    assert set(tables) == {f"{name}: {count} rows, the same as before." for name, count in counts.items()}
    assert checked.startswith("Checked matches: 7, ")
    assert checked.endswith("Found: nothing.")


@on_postgresql
def test_what_was_wrong_before_is_found_afterwards(source: URL, url: URL) -> None:
    with changing(source) as connection:
        connection.execute("UPDATE ratings SET won = 5 WHERE player_id = 10 AND size = 0")
    ran = run_cli("migrate-data", str(source), str(url), folder=file_of(source).parent)
    assert ran.returncode == 1
    assert "Rating of player 10" in ran.stdout
