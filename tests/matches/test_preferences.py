"""What moderators choose for a channel and players for themselves, and what that does to matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.matches import CallKind, ChannelIsOff, Preferences, Terms, refusals
from bot.storage import (
    CalledBy,
    ChallengeState,
    ChannelSettings,
    Database,
    FirstPlayer,
    Pace,
    Place,
    PlayerPreferences,
    ReminderHours,
)
from engine import GameOptions
from rendering import ThemeName
from tests.matches.club import ALICE, BOB, ELSEWHERE, HERE, Club

THREAD = Place(HERE.guild_id, 99, HERE.channel_id)
QUARTER = timedelta(minutes=15)


async def switch_off(club: Club) -> None:
    await club.preferences.set_up(HERE, lambda kept: replace(kept, is_off=True), is_moderator=True)


async def prefer(club: Club, **chosen: object) -> None:
    """Alice prefers something."""
    await club.preferences.choose(ALICE, lambda kept: replace(kept, **chosen))


async def test_only_moderators_set_a_channel_up(club: Club) -> None:
    attempt = club.preferences.set_up(HERE, lambda kept: replace(kept, days_open=1), is_moderator=False)
    await club.refuses(refusals.NotAModerator, attempt)


async def test_where_matches_are_switched_off_nothing_begins_and_what_runs_goes_on(club: Club) -> None:
    open_one = await club.challenge(BOB, ALICE, GameOptions(8))
    await club.start()
    await switch_off(club)
    for place in (HERE, THREAD):
        await club.refuses(ChannelIsOff, club.challenge(opponent=None, place=place))
    await club.refuses(ChannelIsOff, club.challenges.accept(HERE, ALICE, open_one.id))
    match = await club.resign(await club.act("komi 7", "white", "D5"))
    await club.refuses(ChannelIsOff, club.challenges.rematch(HERE, ALICE, match.record.id))
    await club.challenge(place=ELSEWHERE)
    declined = await club.challenges.decline(HERE, ALICE, open_one.id)
    assert declined.state is ChallengeState.DECLINED
    await club.preferences.set_up(HERE, lambda kept: replace(kept, is_off=False), is_moderator=True)
    await club.challenges.rematch(HERE, ALICE, match.record.id)


async def test_where_matches_are_switched_off_no_series_goes_on_until_they_are_on(club: Club) -> None:
    terms = Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, best_of=3)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    match = await club.resign((await club.challenges.accept(HERE, BOB, made.id)).match)
    await switch_off(club)
    await club.refuses(ChannelIsOff, club.challenges.next_game(HERE, ALICE, match.record.id))
    await club.preferences.set_up(HERE, lambda kept: replace(kept, is_off=False), is_moderator=True)
    await club.challenges.next_game(HERE, ALICE, match.record.id)


@pytest.mark.parametrize("days", [1, 7, 30])
async def test_a_challenge_stays_open_as_long_as_the_channel_says(days: int, club: Club) -> None:
    await club.preferences.set_up(HERE, lambda kept: replace(kept, days_open=days), is_moderator=True)
    made = await club.challenge()
    assert (made.days_open, made.expires_at - club.time) == (days, timedelta(days=days))
    await club.preferences.set_up(HERE, lambda kept: replace(kept, days_open=14), is_moderator=True)
    club.wait(days=days, seconds=-1)
    assert await club.challenges.expire_due() == []
    club.wait(seconds=1)
    (expired,) = await club.challenges.expire_due()
    assert (expired.id, expired.days_open) == (made.id, days)


async def test_changes_of_different_settings_at_once_are_all_kept(club: Club, database: Database) -> None:
    changes: list[Callable[[ChannelSettings], ChannelSettings]] = [
        lambda kept: replace(kept, theme=ThemeName.DARK),
        lambda kept: replace(kept, options=replace(kept.options, size=8)),
        lambda kept: replace(kept, pace=Pace.WEEK),
        lambda kept: replace(kept, opens_threads=True),
    ]
    async with Database.open(club.url) as other:
        sides = (Preferences(database), Preferences(other))
        await asyncio.gather(
            *(
                sides[number % 2].set_up(HERE, change, is_moderator=True)
                for number, change in enumerate(changes)
            )
        )
    assert await club.preferences.settings_in(THREAD) == ChannelSettings(
        theme=ThemeName.DARK, options=GameOptions(8), pace=Pace.WEEK, opens_threads=True
    )
    assert await club.preferences.settings_in(ELSEWHERE) == ChannelSettings()


async def test_changes_of_different_preferences_at_once_are_all_kept(club: Club, database: Database) -> None:
    async with Database.open(club.url) as other:
        await asyncio.gather(
            club.preferences.choose(ALICE, lambda kept: replace(kept, called_by=CalledBy.QUIET)),
            Preferences(other).choose(ALICE, lambda kept: replace(kept, shows_legal_cells=False)),
            club.preferences.choose(ALICE, lambda kept: replace(kept, hours=ReminderHours("UTC", 8, 22))),
        )
    assert await club.preferences.of(ALICE) == PlayerPreferences(
        called_by=CalledBy.QUIET, shows_legal_cells=False, hours=ReminderHours("UTC", 8, 22)
    )
    assert await club.preferences.of(BOB) == PlayerPreferences()


async def start(club: Club, pace: Pace) -> None:
    """A match of Alice, who is first, and Bob."""
    made = await club.challenges.challenge(
        HERE, ALICE, Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, pace)
    )
    await club.challenges.accept(HERE, BOB, made.id)


async def calls(club: Club, **duration: float) -> list[tuple[float, CallKind, str, CalledBy]]:
    """After how many hours somebody is told what, who, and in which way, when the bot looks every quarter."""
    found = []
    async for number, call in club.calls(QUARTER, timedelta(**duration) // QUARTER + 1):
        hours = number * QUARTER / timedelta(hours=1)
        found.append((hours, call.kind, call.called.name, call.preferences.called_by))
    return found


async def test_each_call_is_made_as_whoever_is_called_prefers(club: Club) -> None:
    await prefer(club, called_by=CalledBy.DIRECT_MESSAGE)
    await start(club, Pace.ONE_DAY)
    assert await calls(club, hours=30) == [
        (21, CallKind.REMINDER, "Alice", CalledBy.DIRECT_MESSAGE),
        (24, CallKind.TIME_UP, "Bob", CalledBy.MENTION),
    ]


@pytest.mark.parametrize("pace", [Pace.THREE_DAYS, Pace.ONE_DAY])
async def test_who_is_not_to_be_called_is_told_once_that_their_time_runs_out(pace: Pace, club: Club) -> None:
    await prefer(club, called_by=CalledBy.QUIET)
    await start(club, pace)
    assert pace.per_turn is not None
    hours = pace.per_turn / timedelta(hours=1)
    assert await calls(club, days=10) == [
        (hours - 3, CallKind.REMINDER, "Alice", CalledBy.QUIET),
        (hours, CallKind.TIME_UP, "Bob", CalledBy.MENTION),
    ]
    club.time -= timedelta(days=9)
    await club.act("komi 7")
    told = await calls(club, days=10)
    assert [one[2] for one in told] == ["Bob"] * len(told)
    assert [one[1] for one in told] == [CallKind.REMINDER] * len(told)


async def test_without_a_limit_who_is_not_to_be_called_is_never_told(club: Club) -> None:
    await prefer(club, called_by=CalledBy.QUIET)
    await start(club, Pace.NO_LIMIT)
    assert await calls(club, days=40) == []


async def test_reminders_wait_for_the_hours_of_the_player(club: Club) -> None:
    await prefer(club, hours=ReminderHours("UTC", 18, 22))
    await start(club, Pace.THREE_DAYS)
    # Half time is at 12 on the second day. Three hours before the end is 21 on the third.
    assert [one[:2] for one in await calls(club, days=5)] == [
        (24 + 18, CallKind.REMINDER),
        (48 + 21, CallKind.REMINDER),
        (72, CallKind.TIME_UP),
    ]


async def test_a_last_reminder_for_the_night_comes_once_and_in_the_evening_before(club: Club) -> None:
    await prefer(club, hours=ReminderHours("UTC", 8, 20))
    await start(club, Pace.ONE_DAY)
    assert [one[:2] for one in await calls(club, days=5)] == [
        (19.75, CallKind.REMINDER),
        (24, CallKind.TIME_UP),
    ]


async def test_without_a_limit_the_three_reminders_come_in_the_hours(club: Club) -> None:
    await prefer(club, hours=ReminderHours("UTC", 8, 20))
    await start(club, Pace.NO_LIMIT)
    assert [one[0] / 24 for one in await calls(club, days=40)] == [3 + 1 / 3, 10 + 1 / 3, 17 + 1 / 3]


async def test_hours_that_are_chosen_while_the_time_runs_count_too(club: Club) -> None:
    await start(club, Pace.THREE_DAYS)
    await prefer(club, hours=ReminderHours("UTC", 18, 22))
    assert (await calls(club, hours=50))[0][:2] == (24 + 18, CallKind.REMINDER)


async def test_that_time_is_up_waits_for_the_hours_of_who_is_told(club: Club) -> None:
    await club.preferences.choose(BOB, lambda kept: replace(kept, hours=ReminderHours("UTC", 8, 20)))
    await start(club, Pace.ONE_DAY)
    assert [one[:3] for one in await calls(club, days=5)] == [
        (21, CallKind.REMINDER, "Alice"),
        (24 + 8, CallKind.TIME_UP, "Bob"),
    ]


async def test_what_was_missed_in_the_night_is_told_once_in_the_morning(club: Club) -> None:
    await prefer(club, hours=ReminderHours("UTC", 8, 20))
    await start(club, Pace.NO_LIMIT)
    club.wait(days=30)
    assert [one[0] for one in await calls(club, days=6)] == [8]
