"""The computer's clock is set back while the bot runs: nothing happens twice, and nothing never."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.matches import CallKind, MatchNumber, check, refusals
from bot.storage import ChallengeState, Database, Pace, ProposalKind
from bot.storage.outbox import KEPT
from engine import GameOptions, GameType
from tests.matches.club import ALICE, BOB, HERE, Club
from tests.matches.test_pace import calls, start, told
from tests.storage.contents import column

HOUR, YEAR = timedelta(hours=1), timedelta(days=365)
BACK = pytest.mark.parametrize("back", [HOUR, YEAR], ids=["an hour", "a year"])


async def test_after_an_hour_everybody_is_told_at_their_time_and_once(club: Club) -> None:
    await start(club, Pace.ONE_DAY)
    club.wait(hours=21)
    assert await calls(club) == [(CallKind.REMINDER, ALICE)]
    club.time -= HOUR
    assert await told(club, 30) == {4: (CallKind.TIME_UP, BOB)}


@pytest.mark.parametrize("pace", [Pace.NO_LIMIT, Pace.ONE_DAY])
async def test_after_a_year_the_time_of_a_turn_begins_anew_and_its_player_is_told(
    pace: Pace, club: Club
) -> None:
    match = await start(club, pace)
    club.time -= YEAR
    (call,) = await club.clocks.call_due()
    assert (call.kind, call.called) == (CallKind.REMINDER, ALICE)
    assert call.match.deadline == (club.time + pace.per_turn if pace.per_turn else None)
    expected = await club.play.seen(HERE, ALICE, match.number, None)
    assert call.match.record == expected.record
    assert await calls(club) == []
    later = await told(club, 24 * 8)
    assert (CallKind.TIME_UP in {kind for kind, _ in later.values()}) == (pace.per_turn is not None)


@BACK
async def test_what_was_not_shown_is_found_and_for_a_while_by_one_alone(back: timedelta, club: Club) -> None:
    await club.start()
    club.time -= back
    found = await club.unshown()
    assert {one.entry.kind for one in found} == {"match", "challenge"}
    assert {one.since for one in found} == {club.time}, "what was sent is looked for in the time to come"
    club.wait(seconds=KEPT.total_seconds() - 1)
    assert await club.unshown() == []
    club.wait(seconds=1)
    assert len(await club.unshown()) == 2


@BACK
async def test_a_challenge_expires_at_the_time_that_it_tells_and_can_be_accepted_until_then(
    back: timedelta, club: Club
) -> None:
    made, other = await club.challenge(), await club.challenge(options=GameOptions(8))
    club.time -= back
    assert await club.challenges.expire_due() == []
    await club.challenges.accept(HERE, BOB, made.id)
    club.time = other.expires_at
    assert [one.id for one in await club.challenges.expire_due()] == [other.id]
    assert column(club.url, "challenges", "state") == [ChallengeState.ACCEPTED, ChallengeState.EXPIRED]


@BACK
async def test_a_deadline_that_was_over_is_told_by_the_clock_as_it_is(back: timedelta, club: Club) -> None:
    match = await start(club, Pace.ONE_DAY)
    club.wait(days=1)
    club.time -= back
    name = MatchNumber(match.number)
    await club.refuses(refusals.TimeNotUp, club.clocks.claim_win(HERE, BOB, name))
    await club.act("komi 7")


@BACK
async def test_matches_are_played_and_rated_as_ever(back: timedelta, club: Club, database: Database) -> None:
    for number in (1, 2, 3):
        await club.start(GameOptions(6, GameType.DOUBLE))
        for turn in ("D5", "E6 F7", "C4 D7"):
            club.time -= back
            await club.act(turn, number=number)
        asked = await club.proposals.propose(HERE, ALICE, MatchNumber(number), ProposalKind.TAKEBACK)
        club.time -= back
        await club.proposals.accept(HERE, BOB, asked.record.id)
        await club.act("C4 D7", number=number)
        await club.play.resign(HERE, ALICE, MatchNumber(number))
    async with database.read() as transaction:
        assert (await check(transaction)).findings == ()
