"""Transactions: whole or not at all, one writer at a time, and what goes in comes out."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import URL
from sqlalchemy.exc import IntegrityError, StatementError

from bot.storage import (
    ChallengeState,
    Database,
    Ending,
    FirstPlayer,
    MatchMessage,
    Person,
    Place,
    StorageFailed,
    Transaction,
)
from engine import GameOptions, GameType, Player, Scoring
from tests.storage.contents import column, unchanged
from tests.storage.fixtures import on_sqlite

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ALICE, BOB = Person(2**63 - 1, "Alice"), Person(2, "Bob")
HERE, ALONE = Place(10, 11), Place(None, 12)
OPTIONS = GameOptions(8, GameType.NO_KOMI, Scoring.LONGEST)


async def add_match(transaction: Transaction, place: Place = HERE) -> int:
    await transaction.players.remember(ALICE, BOB)
    return await transaction.matches.add(place, ALICE, BOB, OPTIONS, NOON)


async def add_challenge(
    transaction: Transaction, opponent: Person | None = BOB, expires_at: datetime = NOON
) -> int:
    await transaction.players.remember(ALICE, BOB)
    return await transaction.challenges.add(
        HERE, ALICE, opponent, OPTIONS, FirstPlayer.OPPONENT, NOON, expires_at
    )


async def test_a_transaction_that_fails_leaves_nothing(url: URL, database: Database) -> None:
    async with database.write() as transaction:
        match_id = await add_match(transaction)

    async def fail_at_the_end() -> None:
        async with database.write() as transaction:
            await transaction.matches.append(match_id, 1, ALICE.id, ["D5"], NOON)
            await transaction.matches.end(match_id, Ending.PLAYED, Player.FIRST, NOON)
            raise ZeroDivisionError

    with unchanged(url), pytest.raises(ZeroDivisionError):
        await fail_at_the_end()
    async with database.write() as transaction:
        await transaction.matches.append(match_id, 1, ALICE.id, ["D5"], NOON)


async def test_a_transaction_that_is_cancelled_leaves_nothing(url: URL, database: Database) -> None:
    begun = asyncio.Event()

    async def write_forever() -> None:
        async with database.write() as transaction:
            await add_match(transaction)
            begun.set()
            await asyncio.Event().wait()

    with unchanged(url):
        writing = asyncio.create_task(write_forever())
        await begun.wait()
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
    async with database.write() as transaction:
        await add_match(transaction)


async def test_reading_can_change_nothing_and_sees_no_half_of_a_change(url: URL, database: Database) -> None:
    async with database.write() as writing:
        match_id = await add_match(writing)
        async with database.read() as reading:
            assert await reading.matches.get(match_id) is None
    async with database.read() as reading:
        assert await reading.matches.get(match_id) is not None
        async with database.write() as writing:
            await writing.matches.end(match_id, Ending.RESIGNED, Player.SECOND, NOON)
        record = await reading.matches.get(match_id)
        assert record is not None
        assert record.ending is None, "a view does not change while it is looked at"


@pytest.mark.parametrize("writers", ["tasks", "processes"])
async def test_writers_wait_for_each_other(writers: str, url: URL, database: Database) -> None:
    async def add_many(own: Database) -> None:
        for _ in range(5):
            async with own.write() as transaction:
                await add_match(transaction)

    async with Database.open(url) as another:
        others = [another, database] if writers == "processes" else [database, database]
        await asyncio.gather(*map(add_many, others))
    assert sorted(column(url, "matches", "number")) == list(range(1, 11))


@on_sqlite
async def test_who_waits_too_long_for_another_writer_is_refused_and_so_are_those_behind(
    url: URL, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.sqlite.SECONDS_TO_WAIT_FOR_A_LOCK", 0.01)

    async def add() -> None:
        async with database.write() as transaction:
            await add_match(transaction)

    with unchanged(url):
        async with database.write():
            outcomes = await asyncio.gather(add(), add(), add(), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StorageFailed] * 3
    await add()


async def test_two_actions_cannot_have_the_same_ply(url: URL, database: Database) -> None:
    async with database.write() as transaction:
        match_id = await add_match(transaction)
        await transaction.matches.append(match_id, 1, ALICE.id, ["D5", "E6"], NOON)
    for ply, written in ((1, ["A1"]), (2, ["A1"]), (0, ["A1", "B2"])):
        with unchanged(url), pytest.raises(IntegrityError):
            async with database.write() as transaction:
                await transaction.matches.append(match_id, ply, BOB.id, written, NOON)


async def test_actions_of_no_match_or_nobody_are_refused(url: URL, database: Database) -> None:
    async with database.write() as transaction:
        match_id = await add_match(transaction)
    for match, player in ((match_id + 1, ALICE.id), (match_id, 99)):
        with unchanged(url), pytest.raises(IntegrityError):
            async with database.write() as transaction:
                await transaction.matches.append(match, 1, player, ["D5"], NOON)


async def test_a_challenge_comes_out_as_it_went_in(database: Database) -> None:
    async with database.write() as transaction:
        challenge_id = await add_challenge(transaction)
        await transaction.challenges.set_message(challenge_id, 2**62)
    async with database.read() as transaction:
        found = await transaction.challenges.get(challenge_id)
    assert found is not None
    assert (found.place, found.challenger, found.opponent) == (HERE, ALICE, BOB)
    assert (found.options, found.first, found.state) == (OPTIONS, FirstPlayer.OPPONENT, ChallengeState.OPEN)
    assert (found.expires_at, found.message_id) == (NOON, 2**62)


async def test_a_match_comes_out_as_it_went_in(database: Database) -> None:
    async with database.write() as transaction:
        match_id = await add_match(transaction, ALONE)
        await transaction.matches.set_message(match_id, MatchMessage(2**62, 3))
        await transaction.matches.append(match_id, 1, ALICE.id, ["D5", "black"], NOON)
        await transaction.matches.end(match_id, Ending.RESIGNED, Player.SECOND, NOON)
    async with database.read() as transaction:
        found = await transaction.matches.get(match_id)
        stored = await transaction.matches.actions_of(match_id)
        assert [action.written for action in stored] == ["D5", "black"]
        assert await transaction.running.in_channel(ALONE.channel_id, 1) == []
    assert found is not None
    assert (found.place, found.first, found.second, found.options) == (ALONE, ALICE, BOB, OPTIONS)
    assert (found.number, found.ending, found.winner) == (1, Ending.RESIGNED, Player.SECOND)
    assert found.message == MatchMessage(2**62, 3)


async def test_matches_are_numbered_within_their_server_or_conversation(database: Database) -> None:
    numbers = []
    for place in (HERE, HERE, ALONE, Place(10, 13), ALONE, Place(99, 11)):
        async with database.write() as transaction:
            record = await transaction.matches.get(await add_match(transaction, place))
            assert record is not None
            numbers.append(record.number)
    assert numbers == [1, 2, 1, 3, 2, 1]


async def test_the_latest_name_of_a_player_is_kept(database: Database) -> None:
    async with database.write() as transaction:
        match_id = await add_match(transaction)
        await transaction.players.remember(Person(BOB.id, "Robert'); DROP TABLE players;--"))
    async with database.read() as transaction:
        found = await transaction.matches.get(match_id)
    assert found is not None
    assert found.second.name == "Robert'); DROP TABLE players;--"


async def test_challenges_are_due_when_their_time_is_up_the_longest_overdue_first(
    database: Database,
) -> None:
    async with database.write() as transaction:
        later = await add_challenge(transaction, None, NOON + timedelta(hours=1))
        sooner = await add_challenge(transaction, None, NOON)
        ended = await add_challenge(transaction, None, NOON)
        await transaction.challenges.end(ended, ChallengeState.DECLINED)

        async def due(at: datetime, limit: int = 9) -> list[int]:
            return [one.id for one in await transaction.challenges.due(at, limit)]

        assert await due(NOON - timedelta(seconds=1)) == []
        assert await due(NOON) == [sooner]
        assert await due(NOON + timedelta(hours=1)) == [sooner, later]
        assert await due(NOON + timedelta(hours=1), limit=1) == [sooner]


async def test_a_moment_without_a_time_zone_is_refused(url: URL, database: Database) -> None:
    naive = NOON.replace(tzinfo=None)
    with unchanged(url), pytest.raises(StatementError, match="without a time zone"):
        async with database.write() as transaction:
            await add_challenge(transaction, expires_at=naive)


async def test_a_moment_of_any_time_zone_is_the_same_moment_afterwards(database: Database) -> None:
    tokyo = NOON.astimezone(timezone(timedelta(hours=9)))
    async with database.write() as transaction:
        challenge_id = await add_challenge(transaction, expires_at=tokyo)
    async with database.read() as transaction:
        found = await transaction.challenges.get(challenge_id)
    assert found is not None
    assert found.expires_at == NOON
    assert found.expires_at.tzinfo is UTC


async def test_which_commands_discord_knows_is_kept_for_each_application(database: Database) -> None:
    async with database.write() as transaction:
        await transaction.commands.set_fingerprint(1, "one")
        await transaction.commands.set_fingerprint(2, "two")
        await transaction.commands.set_fingerprint(1, "three")
        assert await transaction.commands.fingerprint(1) == "three"
        assert await transaction.commands.fingerprint(2) == "two"
        assert await transaction.commands.fingerprint(3) is None
