"""What is stored but perhaps not yet shown, in the database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Delete, Row, Select, and_, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.tables import outbox

KEPT = timedelta(seconds=40)
"""For whoever has taken an entry. With the pause until somebody looks for it that is less than a minute."""
LONGEST_PAUSE = timedelta(hours=1)
MOST_COUNTED = 10_000
"""So that counting takes milliseconds however much there is."""


class OutboxKind(StrEnum):
    """What an entry is about; its subject's id is one of that kind."""

    MATCH = "match"
    CHALLENGE = "challenge"
    PROPOSAL = "proposal"
    MOVED = "moved"
    """A match that left its thread; the state says why."""
    HOMELESS = "homeless"
    """A match whose players are to be told that its channel is gone."""
    RESULT = "result"
    """The end of a match in a thread, to be told in the thread's channel."""
    STRAY = "stray"
    """Boards of a match that nobody noted: they show earlier positions and may still have buttons."""
    OUTDATED = "outdated"
    """A message, by its own id, that may still have buttons; the state is the position that it shows."""
    CALL = "call"
    """Something that one of a match's players is to be told about the time of their turn."""
    TIME = "time"
    """The board of a match whose turn has another deadline by now; the state says which."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Something to be shown in the ``state`` in which it was stored."""

    kind: OutboxKind
    subject_id: int
    state: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry as it waits: ``since`` when its subject may have been shown without that being noted.

    ``attempts`` counts how often it was tried to show it, and could not be shown.
    """

    entry: OutboxEntry
    since: datetime
    due_at: datetime
    attempts: int


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many entries there are, counted to `MOST_COUNTED`, and since when the oldest waits.

    That is None where there are none.
    """

    waiting: int
    since: datetime | None


_IS_ABOUT = and_(outbox.c.kind == bindparam("its_kind"), outbox.c.subject_id == bindparam("subject"))
_WAITING = select(outbox).where(_IS_ABOUT)
_BY_TIME = (
    select(outbox).order_by(outbox.c.due_at, outbox.c.since, outbox.c.kind, outbox.c.subject_id).limit(1)
)
# SQLite knows no such clause and needs none: there nobody else writes meanwhile.
_TO_TAKE = _BY_TIME.with_for_update(skip_locked=True)
_TAKEN = update(outbox).where(_IS_ABOUT)
_PUT_OFF = _TAKEN.where(outbox.c.state == bindparam("in_state")).values(
    due_at=bindparam("later"), attempts=outbox.c.attempts + 1
)
_FORGOTTEN = delete(outbox).where(_IS_ABOUT)
_REMOVED = _FORGOTTEN.where(outbox.c.state == bindparam("state"))


class OutboxStore:
    """One entry a subject at the most: only how it stands at last has to be shown."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def put(self, entry: OutboxEntry, since: datetime, due_at: datetime) -> None:
        """Keep in mind that something has to be shown: by whoever takes it, from ``due_at`` on.

        A subject that waits to be shown already has done so since the earlier moment.
        """
        key = {"kind": entry.kind, "subject_id": entry.subject_id}
        values = {"state": entry.state, "due_at": due_at, "attempts": 0}
        await upsert(self._connection, outbox, key, {"since": since}, **values)

    async def remove(self, entry: OutboxEntry) -> bool:
        """Forget an entry, unless its subject has changed since; whether it was there."""
        return await self._delete(_REMOVED, its_kind=entry.kind, subject=entry.subject_id, state=entry.state)

    async def forget(self, kind: OutboxKind, subject_id: int) -> bool:
        """Forget what was to be shown of a subject, in whichever state; whether there was anything."""
        return await self._delete(_FORGOTTEN, its_kind=kind, subject=subject_id)

    async def _delete(self, statement: Delete, **values: object) -> bool:
        return (await self._connection.execute(statement, values)).rowcount > 0

    async def find(self, kind: OutboxKind, subject_id: int) -> Waiting | None:
        """What waits to be shown of a subject."""
        found = await self._connection.execute(_WAITING, {"its_kind": kind, "subject": subject_id})
        row = found.one_or_none()
        return _waiting(row) if row else None

    async def has(self, entry: OutboxEntry) -> bool:
        """Whether a subject still waits to be shown in this state."""
        waiting = await self.find(entry.kind, entry.subject_id)
        return waiting is not None and waiting.entry == entry

    async def take_due(self, now: datetime) -> Waiting | None:
        """Of the entries that are due the one that has been so longest.

        Nobody else gets it while it is `KEPT`, from whichever process: those who look for one at the same
        moment pass it by, and by then it has been put off.
        """
        taken = await self._due(now, _TO_TAKE)
        if taken is None:
            return None
        about = {"its_kind": taken.entry.kind, "subject": taken.entry.subject_id}
        await self._connection.execute(_TAKEN, about | {"due_at": now + KEPT})
        return taken

    async def put_off(self, entry: OutboxEntry, now: datetime, attempts: int) -> None:
        """Note that an entry could not be shown, as often before, unless it has changed since."""
        about = {"its_kind": entry.kind, "subject": entry.subject_id, "in_state": entry.state}
        await self._connection.execute(_PUT_OFF, about | {"later": now + pause_after(attempts)})

    async def has_due(self, now: datetime) -> bool:
        return await self._due(now, _BY_TIME) is not None

    async def _due(self, now: datetime, query: Select[Any]) -> Waiting | None:
        # Nothing is put off for longer than the longest pause, unless the clock was set back since.
        for is_due in (outbox.c.due_at <= now, outbox.c.due_at > now + LONGEST_PAUSE):
            rows = await self._connection.execute(query.where(is_due))
            if row := rows.one_or_none():
                return _waiting(row)
        return None

    async def backlog(self) -> Backlog:
        """What has to be shown by whoever has time for it."""
        some = select(outbox.c.since).order_by(outbox.c.due_at).limit(MOST_COUNTED).subquery()
        counted = select(func.count(), func.min(some.c.since))
        return Backlog(*(await self._connection.execute(counted)).one())


def pause_after(attempts: int) -> timedelta:
    """How long nobody tries again what was tried so often before: a minute at first, an hour at the most."""
    return min(timedelta(minutes=2**attempts), LONGEST_PAUSE)


def _waiting(row: Row[Any]) -> Waiting:
    entry = OutboxEntry(OutboxKind(row.kind), row.subject_id, row.state)
    return Waiting(entry, row.since, row.due_at, row.attempts)
