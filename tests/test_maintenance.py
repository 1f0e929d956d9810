"""Backup, restore and check as whoever runs the bot meets them, without a token and under load."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.maintenance import check_database
from bot.matches import MatchId, Report
from bot.storage import Database, Person, Place, back_up
from engine import GameOptions
from tests.matches.club import ALICE, BOB, Club
from tests.matches.test_statistics import finish
from tests.storage.contents import column, contents
from tests.storage.fixtures import database, path, url_of
from tests.storage.test_copies import damage, set_version
from tests.test_cli import run_cli

__all__ = ["database", "path"]

NOTHING = "Found: nothing.\n"


def run(
    *arguments: str | Path, folder: Path, largest_file: int | None = None
) -> subprocess.CompletedProcess[str]:
    """A command on the database of a folder; nobody has set a token."""
    return run_cli(*map(str, arguments), folder=folder, largest_file=largest_file)


def assert_refused(ran: subprocess.CompletedProcess[str], sentence: str) -> None:
    """One sentence, exit code 2, nothing else."""
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1


# Under load


async def play_on(club: Club, pair: tuple[Person, Person], place: Place) -> None:
    """Play one match after the other, as fast as they are stored."""
    chance = random.Random(place.channel_id)
    while True:
        made = await club.challenge(pair[0], pair[1], GameOptions(6), place=place)
        match = (await club.challenges.accept(place, pair[1], made.id)).match
        while match.to_act:
            action = str(chance.choice(match.game.legal_actions()))
            match = await club.play.act(place, match.to_act, MatchId.of(match), [action])


@asynccontextmanager
async def playing(club: Club) -> AsyncIterator[None]:
    """Three matches are played at once while in the context."""
    places = [Place(1, channel) for channel in (2, 3, 4)]
    players = [asyncio.create_task(play_on(club, (ALICE, BOB), place)) for place in places]
    yield
    for player in players:
        # Whoever failed before has no stop to be told, but the reason.
        assert player.cancel(), player.exception()
    await asyncio.gather(*players, return_exceptions=True)


async def test_backups_taken_while_matches_are_played_are_whole_and_can_be_played_on(
    database: Database, path: Path, tmp_path: Path
) -> None:
    copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(5)]
    async with playing(Club(database, path)):
        for copy in copies:
            await asyncio.sleep(0.4)
            await asyncio.to_thread(back_up, url_of(path), copy)
    counts = []
    for number, copy in enumerate(copies):
        restored = tmp_path / f"restored-{number}"
        restored.mkdir()
        ran = await asyncio.to_thread(run, "restore", copy, folder=restored)
        assert ran.returncode == 0, ran.stderr
        report = await check_database(url_of(restored / "catena.sqlite3"))
        assert report.findings == ()
        counts.append(report.actions)
        async with Database.open(url_of(restored / "catena.sqlite3")) as again:
            club = Club(again, restored / "catena.sqlite3")
            match = (await club.play.running_with(ALICE))[0]
            assert match.to_act is not None
            action = str(match.game.legal_actions()[0])
            await club.play.act(match.place, match.to_act, MatchId.of(match), [action])
    assert counts == sorted(set(counts))
    assert await check_database(url_of(path)) == Report((), *await counted(database))


async def counted(database: Database) -> tuple[int, int, int]:
    """How many matches, actions and ratings there are."""
    async with database.read() as transaction:
        ids = await transaction.matches.ids()
        actions = [len(await transaction.matches.actions_of(match_id)) for match_id in ids]
        return len(ids), sum(actions), len(await transaction.ratings.all())


# From the command line


async def test_while_the_bot_runs_a_backup_is_taken_and_none_restored(
    path: Path, database: Database, tmp_path: Path
) -> None:
    await Club(database, path).start()
    took = await asyncio.to_thread(run, "backup", "copy.sqlite3", folder=tmp_path)
    assert (took.returncode, took.stderr) == (0, "")
    assert took.stdout == "The database is copied to copy.sqlite3, and the copy is whole.\n"
    before = contents(path)
    refused = await asyncio.to_thread(run, "restore", "copy.sqlite3", folder=tmp_path)
    assert_refused(refused, f"{path} is in use: stop the bot first.")
    looked = await asyncio.to_thread(run, "check", folder=tmp_path)
    assert (looked.returncode, looked.stdout) == (
        0,
        f"Checked: 1 matches, 0 actions, 0 ratings. {NOTHING}",
    )
    assert contents(path) == before


@pytest.fixture
async def stopped(path: Path) -> Path:
    """The database of a bot that ran and was stopped, with a match that counts."""
    async with Database.open(url_of(path)) as database:
        await finish(Club(database, path))
    return path


def test_what_was_lost_is_back_after_restoring(stopped: Path, tmp_path: Path) -> None:
    before = contents(stopped)
    assert run("backup", "copy.sqlite3", folder=tmp_path).returncode == 0
    stopped.unlink()
    ran = run("restore", "copy.sqlite3", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "The database is restored from copy.sqlite3.\n")
    assert contents(stopped) == before
    again = run("restore", "copy.sqlite3", folder=tmp_path)
    assert again.returncode == 0
    (kept,) = tmp_path.glob("catena-until-*.sqlite3")
    assert again.stdout.endswith(f"\nWhat was there before is kept in {kept}.\n")
    assert contents(kept) == before


def test_refusals_are_one_sentence_and_exit_code_2(stopped: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_bytes(b"These are my notes. " * 100)
    assert_refused(run("backup", notes, folder=tmp_path), f"{notes} is there already; --force replaces it.")
    assert_refused(run("restore", notes, folder=tmp_path), "file is not a database.")
    assert_refused(run("restore", "nothing", folder=tmp_path), f"There is no file {tmp_path / 'nothing'}.")
    assert_refused(run("check", "--database", notes, folder=tmp_path), "file is not a database.")
    assert_refused(run("check", "--database", "nothing", folder=tmp_path), "There is no database nothing.")
    assert notes.read_bytes() == b"These are my notes. " * 100
    assert not (tmp_path / "nothing").exists()
    assert run("backup", "--force", notes, folder=tmp_path).returncode == 0
    assert contents(notes) == contents(stopped)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_has_its_own_tools(command: str, tmp_path: Path) -> None:
    settings = {"CATENA_DATABASE_URL": "postgresql+asyncpg://me:s3cret@host/catena"}
    ran = run_cli(command, "copy.sqlite3", folder=tmp_path, settings=settings)
    assert_refused(ran, "for PostgreSQL use pg_dump and pg_restore.")
    assert "s3cret" not in ran.stderr


def test_a_disk_that_is_full_leaves_no_backup_and_the_database_as_it_was(
    stopped: Path, tmp_path: Path
) -> None:
    size = stopped.stat().st_size
    before = contents(stopped)
    ran = run("backup", "copy.sqlite3", folder=tmp_path, largest_file=size // 2)
    assert_refused(ran, f"{stopped} was not copied to {tmp_path / 'copy.sqlite3'}: ")
    assert [file.name for file in tmp_path.iterdir()] == ["catena.sqlite3"]
    assert run("backup", "copy.sqlite3", folder=tmp_path).returncode == 0
    ran = run("restore", "copy.sqlite3", folder=tmp_path, largest_file=size // 2)
    assert_refused(ran, f"{tmp_path / 'copy.sqlite3'} was not copied to {stopped}: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["catena.sqlite3", "copy.sqlite3"]
    assert contents(stopped) == before


def test_each_finding_is_a_line_and_the_exit_code_is_1(stopped: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(stopped)) as connection, connection:
        connection.execute("UPDATE actions SET player_id = 11 WHERE ply = 3")
        connection.execute("UPDATE ratings SET won = 5 WHERE player_id = 10 AND size = 0")
    ran = run("check", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.splitlines() == [
        "Match with id 1: action 3 is stored as player 11's, whose turn it was not.",
        "Rating of player 10 in 1 (komi, standard, all sizes): it is not what the matches come to.",
        "Checked: 1 matches, 6 actions, 4 ratings. Found: 2.",
    ]
    assert column(stopped, "actions", "player_id")[2] == 11


@pytest.mark.parametrize("table", ["actions", "matches", "players", "ix_matches_due"])
def test_a_damaged_page_behind_a_good_header_is_found(table: str, stopped: Path, tmp_path: Path) -> None:
    damage(stopped, table)
    ran = run("check", folder=tmp_path)
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.startswith("The file: ")
    assert "Traceback" not in ran.stderr
    assert_refused(run("backup", "copy.sqlite3", folder=tmp_path), "it is damaged (")


def test_a_backup_is_checked_without_any_settings(stopped: Path, tmp_path: Path) -> None:
    assert run("backup", "copy.sqlite3", folder=tmp_path).returncode == 0
    stopped.unlink()
    ran = run("check", "--database", "copy.sqlite3", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, f"Checked: 1 matches, 6 actions, 4 ratings. {NOTHING}")
    assert [file.name for file in tmp_path.iterdir()] == ["copy.sqlite3"]


def test_a_later_version_is_refused_by_each_command(stopped: Path, tmp_path: Path) -> None:
    assert run("backup", "copy.sqlite3", folder=tmp_path).returncode == 0
    set_version(tmp_path / "copy.sqlite3", "9999")
    assert_refused(run("restore", "copy.sqlite3", folder=tmp_path), "its version 9999 is not known")
    looked = run("check", "--database", "copy.sqlite3", folder=tmp_path)
    assert_refused(looked, "its version 9999 is not known to this version of the bot.")


def test_a_name_with_marks_in_it_is_a_name(stopped: Path, tmp_path: Path) -> None:
    odd = "my copy?mode=ro#1 %41.sqlite3"
    assert run("backup", odd, folder=tmp_path).returncode == 0
    assert run("check", "--database", odd, folder=tmp_path).returncode == 0
    assert run("restore", odd, folder=tmp_path).returncode == 0
    assert (tmp_path / odd).is_file()
