"""The hours in which a player wants to be reminded, and when a reminder for another time is sent instead."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from bot.storage import ReminderHours

QUARTER = timedelta(minutes=15)
"""Time zones differ from UTC by whole quarters of an hour, so every hour of theirs begins with one."""


def reminded_at(
    due: datetime, hours: ReminderHours | None, earliest: datetime, deadline: datetime | None
) -> datetime:
    """When a reminder is sent that is ``due`` at some time of the day or night.

    It waits for the player's hours. Where these begin only after the ``deadline``, it comes before it is due:
    in the last quarter of an hour that is theirs; or when it is due, if that is not after ``earliest``.
    """
    if hours is None or is_within(hours, due):
        return due
    quarter = due.replace(minute=due.minute // 15 * 15, second=0, microsecond=0)
    later = _first_within(hours, quarter, QUARTER)
    if deadline is None or later < deadline:
        return later
    before = _first_within(hours, quarter, -QUARTER)
    return before if before > earliest else due


def is_within(hours: ReminderHours, moment: datetime) -> bool:
    """Whether a moment is in a player's hours, by the clocks where they live."""
    hour = moment.astimezone(ZoneInfo(hours.time_zone)).hour
    if hours.are_all:
        return True
    if hours.from_hour < hours.until_hour:
        return hours.from_hour <= hour < hours.until_hour
    return hour >= hours.from_hour or hour < hours.until_hour


def _first_within(hours: ReminderHours, start: datetime, step: timedelta) -> datetime:
    """The first moment in a player's hours, forward or back. A day has none only where clocks are changed."""
    return next(moment for moment in _steps(start, step) if is_within(hours, moment))


def _steps(start: datetime, step: timedelta) -> Iterator[datetime]:
    return (start + number * step for number in count(1))
