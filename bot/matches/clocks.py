"""The use cases of time: till when a turn is due, who is told about it, and what may follow if it is late."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.matches.endings import end_and_show
from bot.matches.finding import MatchName, own_match
from bot.matches.hours import reminded_at
from bot.matches.match import Match
from bot.matches.refusals import NobodyIsLate, TimeNotUp
from bot.matches.unshown import AT_ONCE, call_entry, time_entry, to_show
from bot.storage import (
    CalledBy,
    Database,
    Ending,
    MatchRecord,
    OutboxEntry,
    Pace,
    Person,
    Place,
    PlayerPreferences,
    ReminderHours,
    StorageFailed,
    Transaction,
    TurnClock,
)

LAST_CALL = timedelta(hours=3)
"""How long before its end a player is told for the last time that their time runs out."""
HALF_TIME_OVER = timedelta(days=1)
"""With more time for a turn than this, a player is also told when half of it is over."""
FIRST_CALL_WITHOUT_LIMIT = timedelta(days=3)
NEXT_CALL_WITHOUT_LIMIT = timedelta(days=7)
MOST_CALLS_WITHOUT_LIMIT = 3
LONGEST_WAIT = timedelta(days=9)
"""Nobody waits for longer to be told something, their hours included, unless the clock was set back since."""
CALLED_AT_ONCE = 50
UNREADABLE_FOR = timedelta(days=1)
"""How long nobody tries again to tell somebody about a match that can't be read."""

_log = logging.getLogger(__name__)


class CallKind(StrEnum):
    """Why somebody is told something about the time of a turn."""

    REMINDER = "reminder"
    """To the player to act: it is still their turn."""
    TIME_UP = "time up"
    """To the waiting player: the other's time is over."""


@dataclass(frozen=True, slots=True)
class Call:
    """Something that one of a match's players is to be told now, in the way that they prefer.

    Who doesn't want to be called gets nothing but the last reminder before the end of their time, and that
    directly: without it they could lose a match that they only looked away from.
    """

    match: Match
    kind: CallKind
    preferences: PlayerPreferences = field(default_factory=PlayerPreferences)

    @property
    def late(self) -> Person:
        """Whose turn it is."""
        assert self.match.to_act is not None  # Nobody is called about a match that is over.
        return self.match.to_act

    @property
    def called(self) -> Person:
        return self.late if self.kind is CallKind.REMINDER else self.match.opponent_of(self.late.id)

    @property
    def is_wanted(self) -> bool:
        """Whether the player wants to be told, of a match with the clock as it stands once they are."""
        clock = self.match.record.clock
        # With nothing before the end of the time, this is the last reminder.
        is_last = clock.deadline is not None and clock.call_at == clock.deadline
        return self.preferences.called_by is not CalledBy.QUIET or is_last


class Clocks:
    """The time of turns. Nothing is lost by time alone: the waiting player decides what follows."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def give_time(self, place: Place, person: Person, name: MatchName) -> Match:
        """Give the other player, whose turn it is, as much time as if it had begun just now."""
        async with self._database.write(place.scope_id) as transaction:
            match = await own_match(transaction, place, person, name)
            if not can_give_time(match, person):
                raise NobodyIsLate(match)
            after = await start_clock(transaction, match, self._now())
            await to_show(transaction, time_entry(after), self._now())
            return after

    async def claim_win(self, place: Place, person: Person, name: MatchName) -> Match:
        """End a match in the favour of the player who waits, when the other's time is up."""
        async with self._database.write(place.scope_id) as transaction:
            match = await own_match(transaction, place, person, name)
            if not can_give_time(match, person):
                raise NobodyIsLate(match)
            if not can_claim_win(match, person, self._now()):
                raise TimeNotUp(match)
            winner = match.player(person.id)
            return await end_and_show(transaction, match, Ending.OUT_OF_TIME, winner, self._now())

    async def call_due(self) -> list[Call]:
        """Have players told what is due to be told them now, at most `CALLED_AT_ONCE`, by the outbox.

        However many moments of a turn were missed, they make one call. What is due outside of the hours of
        whoever is to be told waits for them.
        """
        now = self._now()
        async with self._database.read() as transaction:
            due = await transaction.running.due(now, now + LONGEST_WAIT, CALLED_AT_ONCE)
        called = [await self._call_or_leave(one, now) for one in due]
        return [call for call in called if call]

    async def _call_or_leave(self, due: MatchRecord, now: datetime) -> Call | None:
        """The same as `_call`; a match that can't be read is put off, so that it keeps no other waiting."""
        try:
            return await self._call(due, now)
        except StorageFailed:
            raise
        except Exception:
            _log.exception("Nobody could be told about the time of match %s, nor is for a day", due.id)
            await self._leave(due, now)
            return None

    async def _leave(self, due: MatchRecord, now: datetime) -> None:
        async with self._database.write(due.place.scope_id) as transaction:
            record = await transaction.matches.get(due.id)
            if record and record.clock == due.clock:
                later = replace(due.clock, call_at=now + UNREADABLE_FOR)
                await transaction.matches.set_clock(due.id, later)

    async def _call(self, due: MatchRecord, now: datetime) -> Call | None:
        """Have a player told, unless somebody else has just done so or their turn is over."""
        async with self._database.write(due.place.scope_id) as transaction:
            match = await Match.get(transaction, due.id)
            call = await _take(transaction, match, now) if match.record.clock == due.clock else None
            if call:
                await to_show(transaction, call_entry(call.match, call.kind), now, AT_ONCE)
            return call


async def load_call(transaction: Transaction, match: Match, entry: OutboxEntry) -> Call | None:
    """What an entry says that a player is to be told; None where the turn is over or has more time."""
    kind = next((kind for kind in CallKind if entry == call_entry(match, kind)), None)
    if kind is None or match.is_over:
        return None
    return await _if_wanted(transaction, Call(match, kind))


async def _take(transaction: Transaction, match: Match, now: datetime) -> Call | None:
    """Note that somebody is told about a turn now, or when they will be instead."""
    if (call_at := match.record.clock.call_at) and call_at > now:
        return await _begin_anew(transaction, match, now)
    clock = match.record.clock
    is_up = clock.deadline is not None and clock.deadline <= now
    call = Call(match, CallKind.TIME_UP if is_up else CallKind.REMINDER)
    preferences = await transaction.players.preferences(call.called.id)
    told_at = reminded_at(now, preferences.hours, now, None if is_up else clock.deadline)
    if told_at > now:
        await transaction.matches.set_clock(match.record.id, replace(clock, call_at=told_at))
        return None
    following = after_call(match.record.pace, clock, now, preferences.hours)
    await transaction.matches.set_clock(match.record.id, following)
    told = replace(match, record=replace(match.record, clock=following))
    call = replace(call, match=told, preferences=preferences)
    return call if call.is_wanted else None


async def _begin_anew(transaction: Transaction, match: Match, now: datetime) -> Call | None:
    """Give a turn its whole time once more, the clock having been set back, and have its player told."""
    return await _if_wanted(transaction, Call(await start_clock(transaction, match, now), CallKind.REMINDER))


async def _if_wanted(transaction: Transaction, call: Call) -> Call | None:
    """A call in the way that the player prefers now; None where they prefer none."""
    call = replace(call, preferences=await transaction.players.preferences(call.called.id))
    return call if call.is_wanted else None


async def start_clock(transaction: Transaction, match: Match, now: datetime) -> Match:
    """Let the time of the turn that is due begin now; while a match has no channel, it stands still."""
    assert match.to_act is not None  # A turn is due.
    hours = (await transaction.players.preferences(match.to_act.id)).hours
    clock = clock_from(match.record.pace, now, hours)
    if match.record.is_homeless:
        clock = TurnClock(began_at=now)
    await transaction.matches.set_clock(match.record.id, clock)
    return replace(match, record=replace(match.record, clock=clock))


def can_give_time(match: Match, person: Person) -> bool:
    """Whether a player waits for the other, whose time runs."""
    return match.deadline is not None and match.to_act is not None and match.to_act.id != person.id


def can_claim_win(match: Match, person: Person, now: datetime) -> bool:
    """Whether a player waits for the other, whose time is up."""
    return can_give_time(match, person) and match.deadline is not None and match.deadline <= now


def clock_from(pace: Pace, now: datetime, hours: ReminderHours | None) -> TurnClock:
    """The time of a turn that begins now, for a player with these hours."""
    if pace.per_turn is None:
        first = reminded_at(now + FIRST_CALL_WITHOUT_LIMIT, hours, now, None)
        return TurnClock(call_at=first, began_at=now)
    deadline = now + pace.per_turn
    return TurnClock(deadline, call_at=_moments(pace.per_turn, deadline, hours)[0], began_at=now)


def after_call(pace: Pace, clock: TurnClock, now: datetime, hours: ReminderHours | None) -> TurnClock:
    """The time of a turn once somebody is told about it now, of a player with these hours."""
    calls = clock.calls + 1
    if pace.per_turn is None or clock.deadline is None:
        following = reminded_at(now + NEXT_CALL_WITHOUT_LIMIT, hours, now, None)
        is_last = calls >= MOST_CALLS_WITHOUT_LIMIT
        return TurnClock(None, calls, None if is_last else following, clock.began_at)
    moments = _moments(pace.per_turn, clock.deadline, hours)
    # After a late reminder the last call would come right behind it: then only the end is told.
    left = [one for one in moments if one > now and (one == clock.deadline or one - now > LAST_CALL)]
    return TurnClock(clock.deadline, calls, left[0] if left else None, clock.began_at)


def _moments(per_turn: timedelta, deadline: datetime, hours: ReminderHours | None) -> list[datetime]:
    """When somebody is told something about a turn, at its end for the last time."""
    half_time = [deadline - per_turn / 2] if per_turn > HALF_TIME_OVER else []
    reminders = [*half_time, deadline - LAST_CALL]
    return [*(reminded_at(one, hours, deadline - per_turn, deadline) for one in reminders), deadline]
