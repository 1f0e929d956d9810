"""What is given to whoever shows what others have left undone."""

from __future__ import annotations

import pytest

from bot.matches import Astray, Match
from bot.matches.outbox import MOST_ATTEMPTS
from bot.matches.unshown import GRACE
from tests.matches.club import ELSEWHERE, Club
from tests.storage.contents import changing, column


async def test_looking_for_boards_that_nobody_noted_is_not_put_off_by_further_turns(club: Club) -> None:
    began_at = club.time
    await club.start()
    for turn in ("komi 2", "white", "D5"):
        await club.act(turn)
        club.wait(seconds=GRACE.total_seconds() - 10)
    since = [one.since for one in await club.unshown() if isinstance(one.subject, Astray)]
    assert since == [began_at]


async def test_they_are_looked_for_once_more_where_a_turn_was_played_meanwhile(club: Club) -> None:
    await club.start()
    await club.act("komi 2")
    club.wait(seconds=GRACE.total_seconds() + 1)
    (taken,) = [one for one in await club.unshown() if isinstance(one.subject, Astray)]
    await club.act("white")
    await club.outbox.done(taken)
    club.wait(minutes=1)
    assert any(isinstance(one.subject, Astray) for one in await club.unshown())


async def test_what_is_given_is_how_it_stands_when_it_is_its_turn(club: Club) -> None:
    for _ in range(2):
        await club.start()
        club.wait(seconds=1)
    club.wait(seconds=GRACE.total_seconds())
    given = []
    while due := await club.outbox.take_due():
        if isinstance(due.subject, Match):
            given.append((due.subject.number, due.subject.ply))
            await club.act("komi 2", number=2)
    assert given == [(1, 0)], "match 2 is now up to who has played in it"


async def overdue(club: Club, minutes: int) -> list[int]:
    """After how many minutes something is given to who puts it off each time."""
    found = []
    for minute in range(minutes):
        while due := await club.outbox.take_due():
            found.append(minute)
            await club.outbox.put_off(due)
        club.wait(minutes=1)
    return found


async def test_what_cannot_be_shown_is_tried_after_one_two_and_four_minutes_and_at_last_every_hour(
    club: Club,
) -> None:
    await club.challenge()
    club.wait(seconds=GRACE.total_seconds())
    assert await overdue(club, 200) == [0, 1, 3, 7, 15, 31, 63, 123, 183]


async def test_it_is_given_up_after_a_day(club: Club) -> None:
    await club.challenge()
    for _ in range(MOST_ATTEMPTS):
        club.wait(hours=1)
        (tried,) = await club.unshown()
        await club.outbox.put_off(tried)
    assert column(club.url, "outbox", "kind") == []


async def test_whoever_dies_while_showing_something_puts_it_off_for_no_longer_than_a_minute(
    club: Club,
) -> None:
    await club.challenge()
    club.wait(seconds=GRACE.total_seconds())
    for _ in range(2 * MOST_ATTEMPTS):
        assert len(await club.unshown()) == 1
        club.wait(minutes=1)


async def test_what_cannot_be_read_is_tried_ever_more_rarely_and_keeps_nothing_else_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.start()
    await club.act("komi 2")
    with changing(club.url) as connection:
        connection.execute("UPDATE actions SET written = 'nonsense'")
    club.wait(seconds=1)
    challenge = await club.challenge(place=ELSEWHERE)
    club.wait(seconds=GRACE.total_seconds())
    shown, tried = [], {}
    for minute in range(200):
        for unshown in await club.unshown():
            shown.append(unshown.subject)
            await club.outbox.done(unshown)
        if caplog.messages:
            tried[minute] = caplog.messages
            caplog.clear()
        club.wait(minutes=1)
    assert challenge in shown
    assert list(tried) == [0, 1, 3, 7, 15, 31, 63, 123, 183]
    # The board, and those that may be left of the position before.
    assert ["could not be read" in message for message in tried[0]] == [True, True]
