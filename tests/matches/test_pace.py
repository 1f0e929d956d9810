"""The time of turns: till when they are due, who is told what and when, and what may follow."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.matches import CallKind, Clocks, Match, MatchId, MatchNumber, Terms, refusals
from bot.storage import Database, Ending, FirstPlayer, Pace, Person, TurnClock
from engine import GameOptions
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club
from tests.storage.contents import changing, column

PACED = [pace for pace in Pace if pace.per_turn]
HOURS = {
    Pace.NO_LIMIT: [72, 72 + 168, 72 + 336],
    Pace.ONE_DAY: [21],
    Pace.THREE_DAYS: [36, 69],
    Pace.WEEK: [84, 165],
}
"""After how many hours the player to act is reminded."""


async def start(club: Club, pace: Pace, options: GameOptions | None = None) -> Match:
    """A match of Alice, who is first, and Bob."""
    terms = Terms(BOB, options or GameOptions(), FirstPlayer.CHALLENGER, pace)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    return (await club.challenges.accept(HERE, BOB, made.id)).match


async def calls(club: Club) -> list[tuple[CallKind, Person]]:
    return [(call.kind, call.called) for call in await club.clocks.call_due()]


async def told(club: Club, hours: int) -> dict[int, tuple[CallKind, Person]]:
    """Who is told what in so many hours, by the hour, when the bot looks every hour."""
    found = {}
    async for hour, call in club.calls(timedelta(hours=1), hours + 1):
        assert hour not in found
        found[hour] = (call.kind, call.called)
    return found


@pytest.mark.parametrize("pace", Pace)
async def test_everybody_is_told_at_their_time_and_never_more(pace: Pace, club: Club) -> None:
    match = await start(club, pace)
    expected = dict.fromkeys(HOURS[pace], (CallKind.REMINDER, ALICE))
    if pace.per_turn:
        expected[int(pace.per_turn / timedelta(hours=1))] = (CallKind.TIME_UP, BOB)
    assert await told(club, 1000) == expected
    seen = await club.play.seen(HERE, CAROL, match.number, None)
    assert not seen.is_over
    assert seen.record.clock.call_at is None


@pytest.mark.parametrize("pace", Pace)
async def test_with_each_turn_the_time_begins_anew(pace: Pace, club: Club) -> None:
    await start(club, pace)
    club.wait(hours=80)
    match = await club.act("komi 7")
    per_turn = pace.per_turn
    assert match.deadline == (club.time + per_turn if per_turn else None)
    expected = {hour: (CallKind.REMINDER, BOB) for hour in HOURS[pace] if hour <= 80}
    if per_turn and per_turn <= timedelta(hours=80):
        expected[int(per_turn / timedelta(hours=1))] = (CallKind.TIME_UP, ALICE)
    assert await told(club, 80) == expected


@pytest.mark.parametrize("pace", Pace)
async def test_what_was_missed_is_told_once(pace: Pace, club: Club) -> None:
    await start(club, pace)
    club.wait(days=30)
    expected = (CallKind.TIME_UP, BOB) if pace.per_turn else (CallKind.REMINDER, ALICE)
    assert await calls(club) == [expected]
    assert await calls(club) == []
    later = await told(club, 100)
    assert later == {}


async def test_a_late_reminder_is_not_followed_by_another_at_once(club: Club) -> None:
    await start(club, Pace.THREE_DAYS)
    club.wait(hours=67)
    assert await calls(club) == [(CallKind.REMINDER, ALICE)]
    assert await told(club, 10) == {5: (CallKind.TIME_UP, BOB)}


async def test_without_a_limit_late_reminders_stay_a_week_apart(club: Club) -> None:
    await start(club, Pace.NO_LIMIT)
    club.wait(days=9)
    reminder = (CallKind.REMINDER, ALICE)
    assert await told(club, 1000) == {0: reminder, 168: reminder, 336: reminder}


async def test_nobody_is_told_about_a_match_that_is_over(club: Club) -> None:
    match = await club.resign(await start(club, Pace.ONE_DAY))
    assert match.record.clock == TurnClock()
    assert match.deadline is None
    assert await told(club, 50) == {}


async def test_a_match_that_cannot_be_read_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await start(club, Pace.ONE_DAY)
    await club.act("komi 2")
    with changing(club.url) as connection:
        connection.execute("UPDATE actions SET written = 'nonsense'")
    club.wait(minutes=1)
    await start(club, Pace.ONE_DAY)
    club.wait(hours=22)
    assert await calls(club) == [(CallKind.REMINDER, ALICE)]
    assert "Nobody could be told about the time of match 1" in caplog.text
    caplog.clear()
    club.wait(hours=23)
    await calls(club)
    assert not caplog.records
    club.wait(hours=2)
    await calls(club)
    assert len(caplog.records) == 1


async def test_of_two_processes_one_tells(club: Club, database: Database) -> None:
    await start(club, Pace.ONE_DAY)
    await start(club, Pace.WEEK)
    club.wait(hours=100)
    async with Database.open(club.url) as other:
        both = (Clocks(database, lambda: club.time), Clocks(other, lambda: club.time))
        found = await asyncio.gather(*(clocks.call_due() for clocks in both * 3))
    assert sorted(call.match.number for each in found for call in each) == [1, 2]


@pytest.mark.parametrize("pace", PACED)
async def test_the_win_can_be_claimed_by_the_waiting_player_once_time_is_up(pace: Pace, club: Club) -> None:
    match = await start(club, pace)
    assert pace.per_turn is not None
    name = MatchId.of(match)
    club.wait(seconds=pace.per_turn.total_seconds() - 1)
    await club.refuses(refusals.TimeNotUp, club.clocks.claim_win(HERE, BOB, name))
    assert not (await club.proposals.choices(HERE, BOB, name)).can_claim_win
    club.wait(seconds=1)
    assert (await club.proposals.choices(HERE, BOB, name)).can_claim_win
    await club.refuses(refusals.NobodyIsLate, club.clocks.claim_win(HERE, ALICE, name))
    await club.refuses(refusals.NotAPlayer, club.clocks.claim_win(HERE, CAROL, name))
    for place in (ELSEWHERE, OTHER_SERVER):
        await club.refuses(refusals.NoSuchMatch, club.clocks.claim_win(place, BOB, name))
    ended = await club.clocks.claim_win(HERE, BOB, name)
    assert (ended.record.ending, ended.winner) == (Ending.OUT_OF_TIME, BOB)
    await club.refuses(refusals.MatchOver, club.clocks.claim_win(HERE, BOB, name))


async def test_a_late_turn_counts_as_long_as_the_win_is_not_claimed(club: Club) -> None:
    name = MatchId.of(await start(club, Pace.ONE_DAY))
    club.wait(days=5)
    match = await club.act("komi 7")
    assert match.to_act == BOB
    await club.refuses(refusals.PositionMovedOn, club.clocks.claim_win(HERE, BOB, name))


async def test_time_is_given_to_the_other_player_whose_turn_it_is(club: Club) -> None:
    match = await start(club, Pace.THREE_DAYS)
    name = MatchId.of(match)
    club.wait(hours=80)
    assert len(await calls(club)) == 1
    await club.refuses(refusals.NobodyIsLate, club.clocks.give_time(HERE, ALICE, name))
    await club.refuses(refusals.NotAPlayer, club.clocks.give_time(HERE, CAROL, name))
    given = await club.clocks.give_time(HERE, BOB, name)
    assert given.deadline == club.time + timedelta(days=3)
    await club.refuses(refusals.TimeNotUp, club.clocks.claim_win(HERE, BOB, name))
    reminder = (CallKind.REMINDER, ALICE)
    assert await told(club, 100) == {36: reminder, 69: reminder, 72: (CallKind.TIME_UP, BOB)}


async def test_without_a_limit_there_is_no_time_to_give_or_to_be_late_in(club: Club) -> None:
    match = await start(club, Pace.NO_LIMIT)
    club.wait(days=400)
    for attempt in (club.clocks.give_time, club.clocks.claim_win):
        for person in (ALICE, BOB):
            await club.refuses(refusals.NobodyIsLate, attempt(HERE, person, MatchId.of(match)))
    choices = await club.proposals.choices(HERE, BOB, MatchNumber())
    assert (choices.can_give_time, choices.can_claim_win) == (False, False)


@pytest.mark.parametrize("pace", Pace)
async def test_the_pace_is_part_of_the_terms(pace: Pace, club: Club) -> None:
    match = await start(club, pace)
    assert match.record.pace is pace
    await club.resign(match)
    rematch = await club.challenges.rematch(HERE, BOB, match.record.id)
    assert rematch.pace is pace
    others = [other for other in Pace if other is not pace]
    for other in others:
        terms = Terms(ALICE, GameOptions(), FirstPlayer.CHALLENGER, other)
        await club.challenges.challenge(HERE, BOB, terms)
        await club.refuses(refusals.AlreadyChallenged, club.challenges.challenge(HERE, BOB, terms))
    assert column(club.url, "challenges", "pace") == [pace, pace, *others]


async def test_a_turn_that_is_taken_back_is_given_its_whole_time_again(club: Club) -> None:
    await start(club, Pace.ONE_DAY)
    await club.act("komi 7")
    asked = (await club.proposals.choices(HERE, ALICE, MatchNumber())).kinds[0]
    proposal = await club.proposals.propose(HERE, ALICE, MatchNumber(), asked)
    club.wait(hours=10)
    match = (await club.proposals.accept(HERE, BOB, proposal.record.id)).match
    assert (match.to_act, match.deadline) == (ALICE, club.time + timedelta(days=1))
