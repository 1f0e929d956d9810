"""Finished matches as results: what statistics and ratings are made of."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Ending
from bot.storage.tables import actions, matches
from engine import Color, GameType, Player, Scoring

COUNTS_FROM_STONES = 4
"""A match given up, or lost on time, before so many stones were placed counts for nothing."""
RESULTS_AT_ONCE = 1000

_CHOICES = tuple(color.value for color in Color)
# What is neither a choice nor the button is a stone.
_is_stone = and_(actions.c.written.not_in((*_CHOICES, "button")), actions.c.written.not_like("komi %"))


@dataclass(frozen=True, slots=True)
class Variant:
    """What ratings are kept apart by: the server or private channel, the game and, unless None, its size."""

    scope_id: int
    game_type: GameType
    scoring: Scoring
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match that has a winner and counts."""

    match_id: int
    scope_id: int
    first_id: int
    second_id: int
    size: int
    game_type: GameType
    scoring: Scoring
    winner: Player
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class ResultCount:
    """How many of a player's matches went the same way, draws included.

    ``has_won`` is None for a draw, ``color`` the player's, if it was chosen; ``against`` says whether they
    were against somebody in particular.
    """

    game_type: GameType
    scoring: Scoring
    size: int
    has_won: bool | None
    komi: int | None
    color: Color | None
    is_against: bool
    count: int


class ResultStore:
    """The results of the matches that count, in the order in which they ended."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def settle(self, match_id: int) -> None:
        """Keep with a match that is over what its actions say about its result."""
        await self._connection.execute(_SETTLED.where(matches.c.id == match_id))

    async def settle_all(self) -> None:
        """The same of all matches of which anything else is kept."""
        await self._connection.execute(_SETTLED.where(_is_unsettled))

    async def unsettled(self) -> list[int]:
        """The matches of which something is kept that their actions don't say."""
        return list(await self._connection.scalars(select(matches.c.id).where(_is_unsettled)))

    async def decided(self, match_id: int) -> Result | None:
        """The result of a match if it has a winner and counts."""
        query = select(matches).where(matches.c.id == match_id, matches.c.is_decided)
        row = (await self._connection.execute(query)).one_or_none()
        return _result(row) if row else None

    async def variants(self) -> AsyncIterator[Variant]:
        """What anything was decided in, all sizes together, one after the other."""
        key = matches.c.scope_id, matches.c.game_type, matches.c.scoring
        following = select(*key).where(matches.c.is_decided).order_by(*key).limit(1)
        row = (await self._connection.execute(following)).one_or_none()
        while row:
            yield Variant(row.scope_id, GameType(row.game_type), Scoring(row.scoring))
            after = following.where(tuple_(*key) > tuple_(*row))
            row = (await self._connection.execute(after)).one_or_none()

    async def all_decided(self, variant: Variant) -> AsyncIterator[Result]:
        """All results of a variant that have a winner, few of them at a time."""
        place = matches.c.ended_at, matches.c.id
        some = select(matches).where(_is_decided_in(variant)).order_by(*place).limit(RESULTS_AT_ONCE)
        rows = (await self._connection.execute(some)).all()
        while rows:
            for row in rows:
                yield _result(row)
            after = tuple_(*place) > tuple_(_moment(rows[-1].ended_at), rows[-1].id)
            rows = (await self._connection.execute(some.where(after))).all()

    async def has_later(self, result: Result) -> bool:
        """Whether another of the same variant is later in the order, as when clocks went back."""
        variant = Variant(result.scope_id, result.game_type, result.scoring)
        place = tuple_(matches.c.ended_at, matches.c.id)
        is_later = place > tuple_(_moment(result.ended_at), result.match_id)
        query = select(matches.c.id).where(_is_decided_in(variant), is_later).limit(1)
        return await self._connection.scalar(query) is not None

    async def counts(self, scope_id: int, player_id: int, other_id: int) -> list[ResultCount]:
        """A player's results in a server or private channel; those against another one apart."""
        values = {"scope": scope_id, "player": player_id, "other": other_id}
        return [
            _count(seat, row)
            for seat, query in _COUNTS.items()
            for row in await self._connection.execute(query, values)
        ]


_is_action_of = actions.c.match_id == matches.c.id
_stones = select(func.count()).where(_is_action_of, _is_stone).correlate(matches).scalar_subquery()
_named_komi = select(actions.c.written).where(_is_action_of, actions.c.written.like("komi %"))
_choice = select(actions.c.written).where(_is_action_of, actions.c.written.in_(_CHOICES))
_is_decided = and_(
    matches.c.winner.is_not(None),
    or_(matches.c.ending == Ending.PLAYED, _stones >= COUNTS_FROM_STONES),
)
_is_over = matches.c.ended_at.is_not(None)
# What is kept with a match of its result, and what it has to be.
_KEPT = {
    matches.c.is_decided: _is_decided,
    matches.c.named_komi: case((_is_over, _named_komi.correlate(matches).scalar_subquery())),
    matches.c.choice: case((_is_over, _choice.correlate(matches).scalar_subquery())),
}
_SETTLED = update(matches).values(_KEPT)
_is_unsettled = or_(*(kept.is_distinct_from(wanted) for kept, wanted in _KEPT.items()))


def _counts(own: Column[int], other: Column[int]) -> Select[Any]:
    """A player's results by what they have in common, of the matches in which they have one of the seats."""
    is_against = (other == bindparam("other")).label("is_against")
    alike = (
        *(matches.c.game_type, matches.c.scoring, matches.c.size),
        *(matches.c.winner, matches.c.named_komi, matches.c.choice, is_against),
    )
    is_own = and_(own == bindparam("player"), matches.c.scope_id == bindparam("scope"))
    counts = or_(matches.c.is_decided, matches.c.ending == Ending.DRAWN)
    return select(*alike, func.count().label("matches")).where(is_own, counts).group_by(*alike)


_COUNTS = {
    Player.FIRST: _counts(matches.c.first_id, matches.c.second_id),
    Player.SECOND: _counts(matches.c.second_id, matches.c.first_id),
}


def _count(seat: Player, row: Row[Any]) -> ResultCount:
    game_type = GameType(row.game_type)
    first = Color.BLACK if game_type is GameType.DOUBLE else row.choice and Color(row.choice).opponent
    return ResultCount(
        game_type=game_type,
        scoring=Scoring(row.scoring),
        size=row.size,
        has_won=Player(row.winner) is seat if row.winner else None,
        komi=int(row.named_komi.removeprefix("komi ")) if row.named_komi else None,
        color=first if seat is Player.FIRST else first and first.opponent,
        is_against=row.is_against,
        count=row.matches,
    )


def _result(row: Row[Any]) -> Result:
    return Result(
        match_id=row.id,
        scope_id=row.scope_id,
        first_id=row.first_id,
        second_id=row.second_id,
        size=row.size,
        game_type=GameType(row.game_type),
        scoring=Scoring(row.scoring),
        winner=Player(row.winner),
        ended_at=row.ended_at,
    )


def _is_decided_in(variant: Variant) -> ColumnElement[bool]:
    """Whether a match is one of a variant, of any size, that has a winner and counts."""
    return and_(
        matches.c.is_decided,
        matches.c.scope_id == variant.scope_id,
        matches.c.game_type == variant.game_type,
        matches.c.scoring == variant.scoring,
    )


def _moment(moment: datetime) -> ColumnElement[datetime]:
    """A moment as a value of the column's type, which a tuple would not give it."""
    return literal(moment, matches.c.ended_at.type)
