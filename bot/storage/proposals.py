"""Reading and writing proposals."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Person, ProposalKind, ProposalRecord, ProposalState
from bot.storage.tables import players, proposals

_PROPOSALS = (
    select(proposals, players.c.name.label("by_name"))
    .join(players, players.c.id == proposals.c.by_id)
    .order_by(proposals.c.id)
)
_OPEN_IN = _PROPOSALS.where(
    proposals.c.match_id == bindparam("match"), proposals.c.state == ProposalState.OPEN
)


class ProposalStore:
    """What players asked each other for, open and ended."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(
        self, match_id: int, kind: ProposalKind, by: Person, ply: int, takebacks: int, made_at: datetime
    ) -> ProposalRecord:
        """Store an open proposal by a person already remembered."""
        values = {"match_id": match_id, "kind": kind, "by_id": by.id, "ply": ply, "takebacks": takebacks}
        state = ProposalState.OPEN
        result = await self._connection.execute(
            insert(proposals).values(**values, state=state, made_at=made_at)
        )
        assert result.inserted_primary_key is not None  # Both databases return the id of a new row.
        proposal_id = int(result.inserted_primary_key[0])
        return ProposalRecord(proposal_id, match_id, kind, by, ply, takebacks, state, message_id=None)

    async def get(self, proposal_id: int) -> ProposalRecord | None:
        return next(iter(await self._found(proposals.c.id == proposal_id)), None)

    async def open_in(self, match_id: int) -> list[ProposalRecord]:
        """The proposals of a match that are neither answered nor known to have lapsed, oldest first."""
        found = await self._connection.execute(_OPEN_IN, {"match": match_id})
        return [_proposal(row) for row in found]

    async def made_at(self, match_id: int, ply: int, takebacks: int) -> list[ProposalRecord]:
        """The proposals that were made in one position of a match, in whichever state, oldest first."""
        position = (proposals.c.ply == ply, proposals.c.takebacks == takebacks)
        return await self._found(and_(proposals.c.match_id == match_id, *position))

    async def end(self, proposal_ids: Iterable[int], state: ProposalState) -> None:
        ended = proposals.c.id.in_(list(proposal_ids))
        await self._connection.execute(update(proposals).where(ended).values(state=state))

    async def set_message(self, proposal_id: int, message_id: int) -> None:
        changed = update(proposals).where(proposals.c.id == proposal_id)
        await self._connection.execute(changed.values(message_id=message_id))

    async def _found(self, condition: ColumnElement[bool]) -> list[ProposalRecord]:
        return [_proposal(row) for row in await self._connection.execute(_PROPOSALS.where(condition))]


def _proposal(row: Row[Any]) -> ProposalRecord:
    return ProposalRecord(
        id=row.id,
        match_id=row.match_id,
        kind=ProposalKind(row.kind),
        by=Person(row.by_id, row.by_name),
        ply=row.ply,
        takebacks=row.takebacks,
        state=ProposalState(row.state),
        message_id=row.message_id,
    )
