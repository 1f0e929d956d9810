"""The use cases of the outbox: whatever happens to a process, what it stored is shown in the end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.matches.clocks import Call, load_call
from bot.matches.finding import MatchId
from bot.matches.match import Match
from bot.matches.places import Departure
from bot.matches.proposals import Proposal, load_proposal
from bot.matches.unshown import (
    GRACE,
    challenge_entry,
    match_entry,
    outdated_entry,
    proposal_entry,
    time_entry,
)
from bot.storage import (
    ChallengeRecord,
    Database,
    MatchMessage,
    OutboxEntry,
    OutboxKind,
    Place,
    StorageFailed,
    Transaction,
    Waiting,
)

MOST_ATTEMPTS = 30
"""A bit more than a day. What Discord refuses for so long, nobody waits for any more."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A match that goes on in the channel of the thread that it left."""

    match: Match
    why: Departure


@dataclass(frozen=True, slots=True)
class Homeless:
    """A match whose players are to be told that its channel is gone."""

    match: Match


@dataclass(frozen=True, slots=True)
class Announced:
    """A match whose end is to be told in the channel of its thread."""

    match: Match


@dataclass(frozen=True, slots=True)
class Astray:
    """A match of which boards that nobody noted may still have buttons."""

    match: Match


@dataclass(frozen=True, slots=True)
class Outdated:
    """A message that shows a match in an earlier position and may still have buttons."""

    match: Match
    message_id: int
    position: MatchId


@dataclass(frozen=True, slots=True)
class Retimed:
    """A match whose board is to tell till when its turn is due now."""

    match: Match
    board: MatchMessage


@dataclass(frozen=True, slots=True)
class Settled:
    """A match of which nothing has to be told any more: its turn was played, say."""

    match: Match


Subject = (
    Match
    | ChallengeRecord
    | Proposal
    | Arrived
    | Homeless
    | Announced
    | Astray
    | Outdated
    | Call
    | Retimed
    | Settled
)


@dataclass(frozen=True, slots=True)
class Unshown:
    """Something to be shown as it stands now, unless that was done ``since`` without being noted.

    From when it was ``due_at`` until some time after it was ``taken_at`` nobody else is about to show it.
    ``is_fresh`` tells that nobody has been about to show it before.
    """

    subject: Subject
    entry: OutboxEntry
    since: datetime
    due_at: datetime
    taken_at: datetime
    attempts: int
    is_fresh: bool

    @property
    def place(self) -> Place:
        """Where it happened."""
        return _place_of(self.subject)


class Outbox:
    """What has to be shown. Entries are made by those who change something, in their own transactions."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def take_due(self) -> Unshown | None:
        """Of what nobody has shown in time, what has been due longest, as it stands now.

        For a while nobody else is given the same: by then it is `done`, `put_off`, or was left undone.
        """
        while await self.has_due():
            async with self._database.claim() as transaction:
                taken = await transaction.outbox.take_due(now := self._now())
            if taken is None:
                return None
            if unshown := await self._load_or_leave(taken, now):
                return unshown
        return None

    async def _load_or_leave(self, taken: Waiting, now: datetime) -> Unshown | None:
        """What an entry is about; None where it has changed since, or can't be read and is put off."""
        try:
            async with self._database.read() as transaction:
                # What has changed since is being shown by whoever has changed it.
                if await transaction.outbox.has(taken.entry):
                    return _unshown(taken, await _load(transaction, taken.entry), now)
        except StorageFailed:
            raise
        except Exception:
            _log.exception("%s could not be read, and is put off", taken.entry)
            async with self._database.claim() as transaction:
                await _put_off(transaction, taken.entry, taken.attempts, now)
        return None

    async def has_due(self) -> bool:
        """Whether there is something that nobody has shown in time."""
        async with self._database.read() as transaction:
            return await transaction.outbox.has_due(self._now())

    async def backlog(self) -> tuple[int, timedelta]:
        """How much waits to be shown, and for how long the oldest of it has been overdue."""
        async with self._database.read() as transaction:
            backlog = await transaction.outbox.backlog()
        overdue = self._now() - backlog.since - GRACE if backlog.since else timedelta()
        return backlog.waiting, max(overdue, timedelta())

    async def shown(self, subject: Match | ChallengeRecord | Proposal) -> None:
        """Note that something was shown as it stands here. What changed since is still to be shown."""
        async with self._database.note(_place_of(subject).scope_id) as transaction:
            await transaction.outbox.remove(_entry(subject))

    async def retired(self, match: Match, message: MatchMessage) -> None:
        """Note that a message about a match as it stood before has no buttons any more."""
        async with self._database.note(match.place.scope_id) as transaction:
            await transaction.outbox.remove(outdated_entry(match, message))

    async def retimed(self, match: Match) -> None:
        """Note that the board of a match tells till when its turn is due."""
        async with self._database.note(match.place.scope_id) as transaction:
            await transaction.outbox.remove(time_entry(match))

    async def put_off(self, unshown: Unshown) -> None:
        """Note that something could not be shown, so that it is tried later.

        Each time that is longer, until after `MOST_ATTEMPTS` it is given up.
        """
        async with self._database.note(unshown.place.scope_id) as transaction:
            await _put_off(transaction, unshown.entry, unshown.attempts, self._now())

    async def done(self, unshown: Unshown) -> None:
        """Note that something was shown, or try no more to show it where it can't be shown."""
        async with self._database.note(unshown.place.scope_id) as transaction:
            await transaction.outbox.remove(unshown.entry)


def _unshown(taken: Waiting, subject: Subject, now: datetime) -> Unshown:
    # With the clock set back, what was stored lies ahead.
    since, due_at = min(taken.since, now), min(taken.due_at, now)
    # Whoever takes it, or has had time to show it by themselves, moves the one and not the other.
    is_fresh = taken.due_at == taken.since
    return Unshown(subject, taken.entry, since, due_at, now, taken.attempts, is_fresh)


async def _put_off(transaction: Transaction, entry: OutboxEntry, attempts: int, now: datetime) -> None:
    if attempts + 1 < MOST_ATTEMPTS:
        await transaction.outbox.put_off(entry, now, attempts)
    else:
        await transaction.outbox.remove(entry)


async def _load(transaction: Transaction, entry: OutboxEntry) -> Subject:
    match entry.kind:
        case OutboxKind.MATCH:
            return await Match.get(transaction, entry.subject_id)
        case OutboxKind.MOVED:
            return Arrived(await Match.get(transaction, entry.subject_id), Departure(entry.state))
        case OutboxKind.HOMELESS:
            return Homeless(await Match.get(transaction, entry.subject_id))
        case OutboxKind.RESULT:
            return Announced(await Match.get(transaction, entry.subject_id))
        case OutboxKind.STRAY:
            return Astray(await Match.get(transaction, entry.subject_id))
        case OutboxKind.OUTDATED:
            position = MatchId.parse(entry.state)
            return Outdated(await Match.get(transaction, position.id), entry.subject_id, position)
        case OutboxKind.CALL:
            match = await Match.get(transaction, entry.subject_id)
            return await load_call(transaction, match, entry) or Settled(match)
        case OutboxKind.TIME:
            match = await Match.get(transaction, entry.subject_id)
            is_due = entry == time_entry(match)
            return Retimed(match, match.board) if match.board and is_due else Settled(match)
        case OutboxKind.CHALLENGE:
            challenge = await transaction.challenges.get(entry.subject_id)
            assert challenge is not None  # Challenges are never deleted.
            return challenge
        case OutboxKind.PROPOSAL:
            proposal = await load_proposal(transaction, entry.subject_id)
            assert proposal is not None  # Proposals are never deleted.
            return proposal


def _place_of(subject: Subject) -> Place:
    return subject.place if isinstance(subject, Match | ChallengeRecord) else subject.match.place


def _entry(subject: Match | ChallengeRecord | Proposal) -> OutboxEntry:
    match subject:
        case Match():
            return match_entry(subject)
        case Proposal():
            return proposal_entry(subject.record)
        case ChallengeRecord():
            return challenge_entry(subject)
