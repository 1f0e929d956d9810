"""Getting and deleting all that is stored about oneself."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.matches import MatchId, MatchNumber, Privacy, recompute_ratings
from bot.storage import CalledBy, ChallengeState, Database, Ending, PlayerPreferences
from bot.storage.privacy import references
from bot.storage.tables import metadata
from engine import GameOptions
from tests.matches.club import ALICE, BOB, CAROL, HERE, Club
from tests.storage.contents import column, contents


@pytest.fixture
def privacy(club: Club, database: Database) -> Privacy:
    return Privacy(database, lambda: club.time)


async def live(club: Club) -> None:
    """Alice and Bob: a finished match, a running one, challenges, preferences and a planned reply."""
    first = await club.start()
    await club.act("komi 7", "white", "D5", "E7", "F9", "B2", "C2")
    await club.resign(await club.play.seen(HERE, ALICE, first.number, None))
    await club.start(GameOptions(size=7))
    await club.act("komi 7", "white", "D5", number=2)
    await club.replies.plan(HERE, ALICE, MatchNumber(2), ["E6"], ["F5"])
    await club.preferences.choose(ALICE, lambda kept: PlayerPreferences(called_by=CalledBy.QUIET))
    await club.challenge(options=GameOptions(size=8))
    await club.challenge(BOB, ALICE, GameOptions(size=9))
    await club.challenge(BOB, CAROL, GameOptions(size=9))


def everything(club: Club) -> str:
    return json.dumps(contents(club.url), default=str)


async def test_everything_about_a_person_is_given_and_nothing_about_others(
    club: Club, privacy: Privacy
) -> None:
    await live(club)
    found = await privacy.everything(ALICE)
    counts = {table: len(rows) for table, rows in found.items()}
    assert counts["players"] == 1
    assert counts["matches"] == 2
    assert counts["challenges"] == 4
    assert counts["planned_replies"] == 1
    assert found["players"][0]["called_by"] == "quiet"
    assert [row["written"] for row in found["actions"]] == ["komi 7", "D5", "F9", "C2", "komi 7", "D5"]
    assert await privacy.everything(CAROL) != found


def test_every_table_that_names_players_is_known() -> None:
    named = {
        column
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "players" for key in column.foreign_keys)
    }
    assert {column for _, columns in references() for column in columns} == named
    assert len(named) >= 8


async def test_after_the_deletion_nothing_leads_back_to_them(club: Club, privacy: Privacy) -> None:
    await live(club)
    assert str(ALICE.id) in everything(club)
    deleted = await privacy.delete(ALICE)
    assert (deleted.challenges, deleted.matches) == (2, 1)
    rows = contents(club.url)
    assert all(ALICE.id not in row and "Alice" not in row for found in rows.values() for row in found)
    assert column(club.url, "planned_replies", "reply") == []
    empty = await privacy.everything(ALICE)
    assert not any(empty.values())


async def test_who_is_named_nowhere_leaves_no_nameless_player(club: Club, privacy: Privacy) -> None:
    await club.preferences.choose(ALICE, lambda kept: kept)
    for _ in range(2):
        await privacy.delete(ALICE)
        assert column(club.url, "players", "id") == []


async def test_running_matches_are_resigned_and_open_challenges_end(club: Club, privacy: Privacy) -> None:
    await live(club)
    await privacy.delete(ALICE)
    match = await club.play.seen(HERE, BOB, 2, None)
    assert (match.record.ending, match.winner) == (Ending.RESIGNED, BOB)
    states = column(club.url, "challenges", "state")
    accepted, declined = ChallengeState.ACCEPTED, ChallengeState.DECLINED
    assert states == [accepted, accepted, ChallengeState.WITHDRAWN, declined, ChallengeState.OPEN]


async def test_the_opponents_matches_and_ratings_stay_as_they_were(
    club: Club, privacy: Privacy, database: Database
) -> None:
    await live(club)
    await privacy.delete(ALICE)
    match = await club.play.seen(HERE, BOB, 1, None)
    assert [str(action) for action in match.game.actions][:3] == ["komi 7", "white", "D5"]
    assert match.opponent_of(BOB.id).name == ""
    ratings = contents(club.url)["ratings"]
    assert ratings
    async with database.write() as transaction:
        await recompute_ratings(transaction)
    assert sorted(contents(club.url)["ratings"]) == sorted(ratings)


async def test_who_comes_back_is_somebody_new(club: Club, privacy: Privacy) -> None:
    await live(club)
    await privacy.delete(ALICE)
    await privacy.delete(BOB)
    again = await club.start()
    assert again.people == (ALICE, BOB)
    nobodies = [name for name in column(club.url, "players", "name") if name == ""]
    assert len(nobodies) == 2


async def test_deleting_twice_or_while_the_other_moves_leaves_whole_matches(
    club: Club, privacy: Privacy
) -> None:
    await live(club)
    match = await club.play.seen(HERE, BOB, 2, None)
    await asyncio.gather(
        privacy.delete(ALICE),
        privacy.delete(ALICE),
        club.play.act(HERE, BOB, MatchId.of(match), ["E7"]),
        return_exceptions=True,
    )
    after = await club.play.seen(HERE, BOB, 2, None)
    assert after.record.ending is Ending.RESIGNED
    assert all(ALICE.id not in row for rows in contents(club.url).values() for row in rows)
