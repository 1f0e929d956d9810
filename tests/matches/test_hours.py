"""Reminders in the hours of those who are reminded, over changes of clocks all over the world."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.matches.hours import reminded_at
from bot.storage import ReminderHours

MINUTE, QUARTER, DAY = timedelta(minutes=1), timedelta(minutes=15), timedelta(days=1)
BERLIN = "Europe/Berlin"
ZONES = [
    "UTC",
    BERLIN,
    "America/New_York",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Africa/Casablanca",
]
hours_of_day = st.integers(0, 23)
hours = st.builds(ReminderHours, st.sampled_from(ZONES), hours_of_day, hours_of_day)
days_of_changes = st.sampled_from([(3, 29), (10, 25), (4, 5), (11, 1), (3, 8)])
moments = st.builds(
    lambda day, minutes: datetime(2026, *day, tzinfo=UTC) + minutes * MINUTE,
    days_of_changes,
    st.integers(-3 * 24 * 60, 3 * 24 * 60),
)
spans = st.timedeltas(MINUTE, timedelta(days=3))


def is_theirs(wanted: ReminderHours, moment: datetime) -> bool:
    """The same as `is_within`, by counting the hours from the first one on."""
    length = (wanted.until_hour - wanted.from_hour) % 24 or 24
    local = ZoneInfo(wanted.time_zone).fromutc(moment.replace(tzinfo=ZoneInfo(wanted.time_zone)))
    return (local.hour - wanted.from_hour) % 24 < length


def quarters(after: datetime, before: datetime) -> list[datetime]:
    """Each quarter of an hour that begins between two moments."""
    start = after.replace(minute=after.minute // 15 * 15, second=0, microsecond=0)
    count = int((before - start) / QUARTER) + 1
    return [one for one in (start + QUARTER * number for number in range(count)) if after < one < before]


@given(moments, hours)
@example(datetime(2026, 3, 29, 1, 30, tzinfo=UTC), ReminderHours(BERLIN, 2, 3))
def test_a_reminder_without_a_deadline_waits_for_the_next_of_the_hours(
    due: datetime, wanted: ReminderHours
) -> None:
    sent = reminded_at(due, wanted, due - DAY, None)
    assert is_theirs(wanted, sent)
    if is_theirs(wanted, due):
        assert sent == due
    else:
        assert due < sent
        assert not any(is_theirs(wanted, one) for one in quarters(due, sent))


@given(moments, hours, spans, spans)
def test_a_reminder_is_never_after_the_deadline_and_in_the_hours_where_that_can_be(
    due: datetime, wanted: ReminderHours, before: timedelta, left: timedelta
) -> None:
    earliest, deadline = due - before, due + left
    sent = reminded_at(due, wanted, earliest, deadline)
    assert earliest < sent < deadline
    if not is_theirs(wanted, sent):
        assert sent == due
        assert not any(is_theirs(wanted, one) for one in quarters(earliest, deadline))


@given(moments, spans, spans)
def test_whoever_chose_no_hours_is_reminded_at_any_time(
    due: datetime, before: timedelta, left: timedelta
) -> None:
    for wanted in (None, ReminderHours(BERLIN), ReminderHours("UTC", 7, 7)):
        assert reminded_at(due, wanted, due - before, due + left) == due


EXAMPLES = {
    "in the hours": ((1, 12, 0), 8, 22, (1, 15, 0), (1, 12, 0)),
    "in the morning": ((1, 3, 0), 8, 22, (1, 9, 0), (1, 7, 0)),
    "not after the deadline, so in the evening": ((1, 3, 0), 8, 22, (1, 6, 0), (0, 20, 45)),
    "hours over midnight": ((1, 12, 0), 22, 6, (2, 12, 0), (1, 21, 0)),
    "the start of the hours is one of them": ((1, 7, 0), 8, 22, (1, 12, 0), (1, 7, 0)),
    "the end of the hours is none of them": ((1, 21, 0), 8, 22, (2, 12, 0), (2, 7, 0)),
}


@pytest.mark.parametrize(("due", "start", "end", "deadline", "sent"), EXAMPLES.values(), ids=EXAMPLES)
def test_reminders_in_berlin_in_winter(
    due: tuple[int, int, int],
    start: int,
    end: int,
    deadline: tuple[int, int, int],
    sent: tuple[int, int, int],
) -> None:
    earliest = moment(0, 0, 0)
    wanted = ReminderHours(BERLIN, start, end)
    assert reminded_at(moment(*due), wanted, earliest, moment(*deadline)) == moment(*sent)


def moment(day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, 1, 1, hour, minute, tzinfo=UTC) + day * DAY


def test_a_reminder_that_could_only_come_before_the_turn_comes_when_it_is_due() -> None:
    due, deadline = moment(1, 3, 0), moment(1, 6, 0)
    assert reminded_at(due, ReminderHours(BERLIN, 8, 22), moment(0, 20, 45), deadline) == due
