"""Challenges in the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import (
    ChallengeRecord,
    ChallengeState,
    FirstPlayer,
    Pace,
    Person,
    Place,
)
from bot.storage.rows import new_id, option_values, options_of, place_of, place_values
from bot.storage.tables import challenges, players
from engine import GameOptions

_challenger, _opponent = players.alias("challenger"), players.alias("opponent")


class ChallengeStore:
    """Challenges, open and ended."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(
        self,
        place: Place,
        challenger: Person,
        opponent: Person | None,
        options: GameOptions,
        first: FirstPlayer,
        created_at: datetime,
        expires_at: datetime,
        pace: Pace = Pace.NO_LIMIT,
        best_of: int = 1,
    ) -> int:
        """Store an open challenge between people already remembered, and return its id."""
        values = place_values(place) | option_values(options)
        values |= {
            "challenger_id": challenger.id,
            "opponent_id": opponent and opponent.id,
            "pace": pace,
            "first": first,
            "best_of": best_of,
            "state": ChallengeState.OPEN,
            "created_at": created_at,
            "expires_at": expires_at,
        }
        result = await self._connection.execute(insert(challenges).values(values))
        return new_id(result.inserted_primary_key)

    async def get(self, challenge_id: int) -> ChallengeRecord | None:
        rows = await self._connection.execute(_challenge_rows().where(challenges.c.id == challenge_id))
        row = rows.one_or_none()
        return row and _challenge(row)

    async def open_in(self, channel_id: int) -> list[ChallengeRecord]:
        return await self._open(challenges.c.channel_id == channel_id)

    async def open_by(self, challenger_id: int) -> list[ChallengeRecord]:
        return await self._open(challenges.c.challenger_id == challenger_id)

    async def open_to(self, opponent_id: int) -> list[ChallengeRecord]:
        return await self._open(challenges.c.opponent_id == opponent_id)

    async def due(self, now: datetime, limit: int) -> list[ChallengeRecord]:
        """Open challenges whose time is up, the longest overdue first."""
        is_due = challenges.c.expires_at <= now
        return await self._open(is_due, challenges.c.expires_at, limit=limit)

    async def accept(self, challenge_id: int, opponent: Person) -> None:
        """End a challenge as accepted. One that was open to anybody has its opponent now."""
        await self._update(challenge_id, state=ChallengeState.ACCEPTED, opponent_id=opponent.id)

    async def end(self, challenge_id: int, state: ChallengeState) -> None:
        await self._update(challenge_id, state=state)

    async def set_message(self, challenge_id: int, message_id: int) -> None:
        await self._update(challenge_id, message_id=message_id)

    async def _update(self, challenge_id: int, **values: object) -> None:
        await self._connection.execute(
            update(challenges).where(challenges.c.id == challenge_id).values(values)
        )

    async def _open(self, condition: Any, *order: Any, limit: int | None = None) -> list[ChallengeRecord]:
        is_open = challenges.c.state == ChallengeState.OPEN
        query = _challenge_rows().where(is_open, condition).order_by(*order, challenges.c.id).limit(limit)
        return [_challenge(row) for row in await self._connection.execute(query)]


def _challenge_rows() -> Select[Any]:
    return (
        select(
            challenges, _challenger.c.name.label("challenger_name"), _opponent.c.name.label("opponent_name")
        )
        .join(_challenger, _challenger.c.id == challenges.c.challenger_id)
        .outerjoin(_opponent, _opponent.c.id == challenges.c.opponent_id)
    )


def _challenge(row: Row[Any]) -> ChallengeRecord:
    return ChallengeRecord(
        id=row.id,
        place=place_of(row),
        challenger=Person(row.challenger_id, row.challenger_name),
        opponent=Person(row.opponent_id, row.opponent_name) if row.opponent_id else None,
        options=options_of(row),
        first=FirstPlayer(row.first),
        state=ChallengeState(row.state),
        expires_at=row.expires_at,
        message_id=row.message_id,
        pace=Pace(row.pace),
        best_of=row.best_of,
        days_open=(row.expires_at - row.created_at).days,
    )
