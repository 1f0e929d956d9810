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
from sqlalchemy import URL

from bot.maintenance import check_database
from bot.matches import MatchId
from bot.storage import Database, Person, Place, back_up, restore, url_of
from engine import GameOptions
from tests.matches.club import ALICE, BOB, CAROL, Club
from tests.matches.test_statistics import finish
from tests.storage.contents import changing, column, contents
from tests.storage.fixtures import database, path
from tests.storage.test_copies import NOON, damage, set_version
from tests.test_cli import run_cli

__all__ = ["database", "path"]

NOTHING = "Found: nothing.\n"


@pytest.fixture
def url(path: Path) -> URL:
    """Where `database` is: copies are of files."""
    return url_of(path)


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


class Players:
    """Three matches that are played at once, each as fast as its turns are stored, and then the next."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.turns: asyncio.Queue[None] = asyncio.Queue()

    async def play(self, pair: tuple[Person, Person], place: Place) -> None:
        chance = random.Random(place.channel_id)
        while True:
            made = await self.club.challenge(*pair, GameOptions(6), place=place)
            match = (await self.club.challenges.accept(place, pair[1], made.id)).match
            while match.to_act:
                action = str(chance.choice(match.game.legal_actions()))
                match = await self.club.play.act(place, match.to_act, MatchId.of(match), [action])
                self.turns.put_nowait(None)

    async def after(self, turns: int) -> None:
        """Wait until they have made so many turns more."""
        async with asyncio.timeout(60):
            for _ in range(turns):
                await self.turns.get()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        pairs = enumerate(((ALICE, BOB), (BOB, CAROL), (CAROL, ALICE)), start=2)
        tasks = [asyncio.create_task(self.play(pair, Place(1, channel))) for channel, pair in pairs]
        yield
        for task in tasks:
            # Whoever failed before can't be stopped, and has a reason to tell.
            assert task.cancel(), task.exception()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_backups_taken_while_matches_are_played_are_whole_and_can_be_played_on(
    database: Database, path: Path, tmp_path: Path
) -> None:
    copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(5)]
    players = Players(Club(database, url_of(path)))
    async with players.playing():
        for copy in copies:
            await players.after(20)
            await asyncio.to_thread(back_up, url_of(path), copy)
    actions = [await restored_actions(copy) for copy in copies]
    assert actions == sorted(set(actions))
    whole = await check_database(url_of(path))
    assert whole.findings == ()
    assert whole.actions >= 100


async def restored_actions(copy: Path) -> int:
    """How many actions are in a backup, which is restored, checked and played on."""
    path = copy.with_suffix(".restored")
    restore(url_of(path), copy, NOON)
    report = await check_database(url_of(path))
    assert report.findings == ()
    async with Database.open(url_of(path)) as database:
        club = Club(database, url_of(path))
        match = await club.start(GameOptions(7))
        await club.act("komi 7", "white", number=match.number)
    return report.actions


# From the command line


async def test_while_the_bot_runs_a_backup_is_taken_and_none_restored(
    path: Path, database: Database, tmp_path: Path
) -> None:
    await Club(database, url_of(path)).start()
    took = await asyncio.to_thread(run, "backup", "copy.sqlite3", folder=tmp_path)
    assert (took.returncode, took.stderr) == (0, "")
    assert took.stdout == "The database is copied to copy.sqlite3, and the copy is whole.\n"
    before = contents(path)
    refused = await asyncio.to_thread(run, "restore", "copy.sqlite3", folder=tmp_path)
    assert_refused(refused, f"{path} is in use: stop the bot first.")
    looked = await asyncio.to_thread(run, "check", folder=tmp_path)
    assert (looked.returncode, looked.stdout) == (
        0,
        f"Checked matches: 1, actions: 0, ratings: 0. {NOTHING}",
    )
    assert contents(path) == before


@pytest.fixture
async def stopped(path: Path) -> Path:
    """The database of a bot that ran and was stopped, with a match that counts."""
    async with Database.open(url_of(path)) as database:
        await finish(Club(database, url_of(path)))
    return path


def test_ratings_that_were_spoilt_or_lost_are_computed_anew_from_the_matches_to_the_same_numbers(
    stopped: Path, tmp_path: Path
) -> None:
    before = contents(stopped)
    assert len(before["ratings"]) == 4
    with changing(stopped) as connection:
        connection.execute("UPDATE ratings SET mu = 99, won = 99")
        connection.execute("DELETE FROM ratings WHERE size = 0")
    ran = run("recompute-ratings", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "The ratings are computed anew. Matches that count: 1.\n")
    assert contents(stopped) == before


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


def test_postgresql_has_its_own_tools(tmp_path: Path) -> None:
    settings = {"CATENA_DATABASE_URL": "postgresql+asyncpg://me:s3cret@host/catena"}
    ran = run_cli("backup", "copy.sqlite3", folder=tmp_path, settings=settings)
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
    back_up(url_of(stopped), tmp_path / "copy.sqlite3")
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
        "Checked matches: 1, actions: 6, ratings: 4. Found: 2.",
    ]
    assert column(stopped, "actions", "player_id")[2] == 11


@pytest.mark.parametrize("table", ["actions", "matches", "players", "ix_matches_due"])
async def test_a_damaged_page_behind_a_good_header_is_found(table: str, stopped: Path) -> None:
    damage(stopped, table)
    (finding,) = (await check_database(url_of(stopped))).findings
    assert finding.about == "The file"


def test_damage_is_told_in_a_sentence_by_each_command(stopped: Path, tmp_path: Path) -> None:
    damage(stopped, "actions")
    ran = run("check", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout == (
        "The file: database disk image is malformed.\nChecked matches: 0, actions: 0, ratings: 0. Found: 1.\n"
    )
    assert_refused(run("backup", "copy.sqlite3", folder=tmp_path), "it is damaged (")
    ran = run("recompute-ratings", folder=tmp_path)
    assert_refused(ran, "The database can't be used: database disk image is malformed.")


def test_a_backup_is_checked_without_any_settings(stopped: Path, tmp_path: Path) -> None:
    back_up(url_of(stopped), tmp_path / "copy.sqlite3")
    stopped.unlink()
    ran = run("check", "--database", "copy.sqlite3", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, f"Checked matches: 1, actions: 6, ratings: 4. {NOTHING}")
    assert [file.name for file in tmp_path.iterdir()] == ["copy.sqlite3"]


def test_a_later_version_is_refused_by_the_check_too(stopped: Path, tmp_path: Path) -> None:
    set_version(stopped, "9999")
    assert_refused(run("check", folder=tmp_path), "its version 9999 is not known to this version of the bot.")
