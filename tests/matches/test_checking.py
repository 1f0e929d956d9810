"""The check: nothing is found where nothing is wrong, and what is wrong is found where it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import URL

from bot.matches import Privacy, Report, check
from bot.storage import Database, Pace
from engine import GameOptions, GameType
from tests.engine.vectors import options_of, read_lines
from tests.matches.club import ALICE, BOB, ELSEWHERE, HERE, Club
from tests.matches.test_pace import start
from tests.matches.test_statistics import draw, finish
from tests.storage.contents import changing, unchanged
from tests.storage.fixtures import Databases, on_sqlite

WHOLE_GAME = next(record for record in read_lines("games.jsonl") if options_of(record) == GameOptions())


UNCHECKED = {
    "sqlite": ["PRAGMA ignore_check_constraints = ON"],
    "postgresql": [
        "SET session_replication_role = replica",
        "ALTER TABLE matches DROP CONSTRAINT ck_matches_ended_once",
        "ALTER TABLE matches DROP CONSTRAINT ck_matches_calls_nobody_at_the_end",
        "ALTER TABLE matches DROP CONSTRAINT ck_matches_won_or_not",
    ],
}
"""What lets statements pass that would make no sense."""


async def play_five(club: Club) -> None:
    """Five matches: 1 played to its end, 2 given up, 3 drawn, 4 without a channel and 5 running."""
    await club.start()
    await club.act(*WHOLE_GAME["actions"])
    await finish(club)
    await draw(club)
    await start(club, Pace.WEEK)
    await club.places.lose_channel(HERE.channel_id)
    await start(club, Pace.ONE_DAY, GameOptions(game_type=GameType.DOUBLE))
    await club.act("D5", "A1 B7", number=5)


@pytest.fixture(scope="module")
def template(databases: Databases) -> Iterator[URL]:
    """The five matches, to be copied for each test."""
    url = databases.new()

    async def make() -> None:
        async with Database.open(url) as database:
            await play_five(Club(database, url))

    asyncio.run(make())
    yield url
    databases.drop(url)


@pytest.fixture
def url(template: URL, databases: Databases) -> Iterator[URL]:
    url = databases.copy(template)
    yield url
    databases.drop(url)


def break_it(club: Club, statement: str) -> None:
    """Change what is stored past everything that would prevent it."""
    with changing(club.url) as connection:
        for unlocking in UNCHECKED[club.url.get_backend_name()]:
            connection.execute(unlocking)
        connection.execute(statement)


async def checked(database: Database) -> Report:
    async with database.read() as transaction:
        return await check(transaction)


async def found(database: Database) -> list[str]:
    return [str(finding) for finding in (await checked(database)).findings]


async def test_nothing_is_found_in_what_the_use_cases_have_stored(club: Club, database: Database) -> None:
    with unchanged(club.url):
        report = await checked(database)
    assert report.findings == ()
    assert report.matches == 5
    assert report.actions == len(WHOLE_GAME["actions"]) + 6 + 3
    assert report.ratings == 4


async def test_nothing_is_found_where_nothing_is_stored(databases: Databases) -> None:
    url = databases.new()
    async with Database.open(url) as empty:
        assert await checked(empty) == Report(())
    databases.drop(url)


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param(
            "UPDATE matches SET winner = 3 - winner WHERE id = 1",
            "Match with id 1: it is stored as won by the player who lost.",
            id="the loser for the winner",
        ),
        pytest.param(
            "UPDATE matches SET ending = 'resigned' WHERE id = 1",
            "Match with id 1: it is stored as resigned, but its game is over.",
            id="given up after the end",
        ),
        pytest.param(
            "UPDATE matches SET ending = NULL, ended_at = NULL, winner = NULL, turn_began_at = started_at"
            " WHERE id = 1",
            "Match with id 1: it is stored as running, but its game is over.",
            id="running after the end",
        ),
        pytest.param(
            "UPDATE matches SET ending = 'played' WHERE id = 2",
            "Match with id 2: it is stored as played, but its game is not over.",
            id="played before the end",
        ),
        pytest.param(
            "UPDATE matches SET deadline = ended_at WHERE id = 2",
            "Match with id 2: it is over, but the time of a turn runs.",
            id="a clock after the end",
        ),
        pytest.param(
            "UPDATE matches SET turn_began_at = NULL WHERE id = 5",
            "Match with id 5: it is running, but the time of its turn is not.",
            id="no clock",
        ),
        pytest.param(
            "UPDATE matches SET deadline = NULL WHERE id = 5",
            "Match with id 5: its turn has no deadline, against its pace.",
            id="no deadline",
        ),
        pytest.param(
            "UPDATE matches SET pace = 'none' WHERE id = 5",
            "Match with id 5: its turn has a deadline, against its pace.",
            id="a deadline without a pace",
        ),
        pytest.param(
            "UPDATE actions SET player_id = 11 WHERE match_id = 5 AND ply = 1",
            "Match with id 5: action 1 is stored as player 11's, whose turn it was not.",
            id="another player's action",
        ),
        pytest.param(
            "UPDATE actions SET written = 'D5' WHERE match_id = 5 AND ply = 2",
            "Match with id 5: action 2 can't be played: D5 is not allowed: occupied.",
            id="an illegal action",
        ),
        pytest.param(
            "UPDATE actions SET written = 'D5x' WHERE match_id = 5 AND ply = 2",
            "Match with id 5: action 2 can't be played: not an action: 'D5x'.",
            id="an unreadable action",
        ),
        pytest.param(
            "INSERT INTO actions SELECT match_id, 1000, player_id, written, false, acted_at FROM actions"
            " WHERE match_id = 5 AND ply = 1",
            "Match with id 5: its action 4 is missing, 1000 follows.",
            id="a gap",
        ),
        pytest.param(
            "DELETE FROM actions WHERE match_id = 5 AND ply = 3",
            "Match with id 5: its last turn is not whole.",
            id="half a turn",
        ),
        pytest.param(
            "UPDATE matches SET size = 99 WHERE id = 5",
            "Match with id 5: it can't be read: size must be 2 to 10, not 99.",
            id="an unknown size",
        ),
        pytest.param(
            "UPDATE matches SET pace = 'slow' WHERE id = 5",
            "Match with id 5: it can't be read: 'slow' is not a valid Pace.",
            id="an unknown pace",
        ),
        pytest.param(
            "DELETE FROM players WHERE id = 11",
            "Match with id 5: its players are not there.",
            id="a player who is gone",
        ),
        pytest.param(
            "UPDATE ratings SET mu = mu + 0.001 WHERE size = 0 AND player_id = 10",
            "Rating of player 10 in 1 (komi, standard, all sizes): it is not what the matches come to.",
            id="another rating",
        ),
        pytest.param(
            "UPDATE ratings SET won = won + 1 WHERE size = 6 AND player_id = 10",
            "Rating of player 10 in 1 (komi, standard, size 6): it is not what the matches come to.",
            id="another tally",
        ),
        pytest.param(
            "DELETE FROM ratings WHERE size = 6 AND player_id = 11",
            "Rating of player 11 in 1 (komi, standard, size 6): it is missing",
            id="no rating",
        ),
        pytest.param(
            "UPDATE ratings SET scope_id = 9 WHERE size = 6 AND player_id = 11",
            "Rating of player 11 in 9 (komi, standard, size 6): it follows from no match.",
            id="a rating of nothing",
        ),
        pytest.param(
            "UPDATE matches SET named_komi = 'komi 15' WHERE id = 2",
            "Match with id 2: what is kept of its result is not what its actions say.",
            id="another komi for the statistics",
        ),
        pytest.param(
            "UPDATE matches SET choice = 'white' WHERE id = 5",
            "Match with id 5: what is kept of its result is not what its actions say.",
            id="a result while it runs",
        ),
        pytest.param(
            "UPDATE ratings SET worth = worth + 1 WHERE size = 6 AND player_id = 10",
            "Rating of player 10 in 1 (komi, standard, size 6): its place among the best is not by it.",
            id="another place on the leaderboard",
        ),
        pytest.param(
            "UPDATE matches SET scoring = 'none' WHERE id = 1",
            "The ratings: they can't be compared with the matches: 'none' is not a valid Scoring.",
            id="a result that can't be read",
        ),
    ],
)
async def test_what_is_wrong_is_found(statement: str, finding: str, club: Club, database: Database) -> None:
    break_it(club, statement)
    lines = await found(database)
    assert [line for line in lines if finding in line], lines


@on_sqlite
@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param(
            "UPDATE matches SET deadline = 'soon' WHERE id = 5",
            "Match with id 5: it can't be read: ",
            id="an unreadable moment",
        ),
        pytest.param(
            "INSERT INTO actions VALUES (77, 1, 10, 'D5', 0, '2026-01-01 00:00:00.000000')",
            "it refers to a row of matches that is not there.",
            id="an action of no match",
        ),
        pytest.param(
            "UPDATE matches SET winner = NULL WHERE id = 1",
            "The file: CHECK constraint failed in matches.",
            id="nobody has won a match that was played",
        ),
    ],
)
async def test_what_only_a_file_can_hold_is_found(
    statement: str, finding: str, club: Club, database: Database
) -> None:
    break_it(club, statement)
    lines = await found(database)
    assert [line for line in lines if finding in line], lines


async def test_one_fault_is_told_once_and_with_nothing_else(club: Club, database: Database) -> None:
    break_it(club, "UPDATE matches SET turn_began_at = NULL WHERE id = 5")
    assert len(await found(database)) == 1


async def test_every_match_is_checked_though_others_are_broken(club: Club, database: Database) -> None:
    break_it(club, "UPDATE actions SET written = 'Z99' WHERE match_id IN (1, 2, 5) AND ply = 3")
    lines = await found(database)
    assert [line[: len("Match with id 1")] for line in lines] == [f"Match with id {n}" for n in (1, 2, 5)]


async def test_a_match_that_moved_on_elsewhere_is_as_it_should_be(club: Club, database: Database) -> None:
    moved = await club.places.continue_here(ELSEWHERE, ALICE, 4)
    assert await found(database) == []
    await club.resign(moved)
    assert await found(database) == []


async def test_what_is_left_of_somebody_who_deleted_their_data_is_as_it_should_be(
    club: Club, database: Database
) -> None:
    await Privacy(database, lambda: club.time).delete(BOB)
    assert await found(database) == []
