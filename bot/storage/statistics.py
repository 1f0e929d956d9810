"""Finished matches as results, and the ratings that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, func, literal, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Ending, Person
from bot.storage.rows import upsert
from bot.storage.tables import actions, matches, players, ratings
from engine import Color, GameType, Player, Scoring

COUNTS_FROM_STONES = 4
"""A match given up, or lost on time, before so many stones were placed counts for nothing."""

ALL_SIZES = 0

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
    """A finished match that counts. ``winner`` is None for a draw, ``choice`` the second player's colour."""

    match_id: int
    scope_id: int
    first_id: int
    second_id: int
    size: int
    game_type: GameType
    scoring: Scoring
    winner: Player | None
    ended_at: datetime
    komi: int | None
    choice: Color | None

    @property
    def first_color(self) -> Color | None:
        """The first player's colour; None where a draw was agreed before it was chosen."""
        if self.game_type is GameType.DOUBLE:
            return Color.BLACK
        return self.choice and self.choice.opponent


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """What a player's results in a variant come to: a normal distribution, and how many there were."""

    mu: float
    sigma: float
    won: int = 0
    lost: int = 0


class ResultStore:
    """The results of the matches that count, in the order in which they ended."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def decided(self, match_id: int) -> Result | None:
        """The result of a match if it has a winner and counts."""
        return next(iter(await self._found(and_(matches.c.id == match_id, _is_decided))), None)

    async def all_decided(self, variant: Variant | None = None) -> list[Result]:
        """All results with a winner, of a variant or of every one."""
        condition = and_(_is_decided, _is_of(variant)) if variant else _is_decided
        return await self._found(condition)

    async def has_later(self, result: Result) -> bool:
        """Whether another of the same variant is later in the order, as when clocks went back."""
        variant = Variant(result.scope_id, result.game_type, result.scoring)
        place = tuple_(matches.c.ended_at, matches.c.id)
        is_later = place > tuple_(_moment(result.ended_at), result.match_id)
        query = select(matches.c.id).where(_is_decided, _is_of(variant), is_later).limit(1)
        return await self._connection.scalar(query) is not None

    async def of(self, scope_id: int, player_id: int) -> list[Result]:
        """A player's results in a server or private channel, draws included."""
        takes_part = or_(matches.c.first_id == player_id, matches.c.second_id == player_id)
        is_drawn = matches.c.ending == Ending.DRAWN
        return await self._found(and_(matches.c.scope_id == scope_id, takes_part, or_(_is_decided, is_drawn)))

    async def _found(self, condition: ColumnElement[bool]) -> list[Result]:
        query = _result_rows().where(condition).order_by(matches.c.ended_at, matches.c.id)
        return [_result(row) for row in await self._connection.execute(query)]


class RatingStore:
    """Players' ratings by variant."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, variant: Variant, player_id: int) -> RatingRecord | None:
        query = select(ratings).where(_is_rating_of(variant), ratings.c.player_id == player_id)
        row = (await self._connection.execute(query)).one_or_none()
        return _rating(row) if row else None

    async def all(self) -> dict[tuple[Variant, int], RatingRecord]:
        """Every rating, by variant and player."""
        rows = await self._connection.execute(select(ratings))
        return {(_variant(row), row.player_id): _rating(row) for row in rows}

    async def put(self, variant: Variant, player_id: int, rating: RatingRecord) -> None:
        key = _variant_values(variant) | {"player_id": player_id}
        values = {"mu": rating.mu, "sigma": rating.sigma, "won": rating.won, "lost": rating.lost}
        await upsert(self._connection, ratings, key, **values)

    async def clear(self, scope_id: int, game_type: GameType, scoring: Scoring) -> None:
        """Forget the ratings of a variant, those by size too."""
        is_of_it = and_(
            ratings.c.scope_id == scope_id, ratings.c.game_type == game_type, ratings.c.scoring == scoring
        )
        await self._connection.execute(delete(ratings).where(is_of_it))

    async def clear_all(self) -> None:
        await self._connection.execute(delete(ratings))

    async def count(self, variant: Variant) -> int:
        """How many players have a rating."""
        query = select(func.count()).select_from(ratings).where(_is_rating_of(variant))
        return await self._connection.scalar(query) or 0

    async def best(self, variant: Variant, offset: int, limit: int) -> list[tuple[Person, RatingRecord]]:
        """Those who are rated highest with good confidence, best first, after the first ``offset``."""
        query = (
            select(ratings, players.c.name)
            .join(players, players.c.id == ratings.c.player_id)
            .where(_is_rating_of(variant))
            .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.player_id)
            .offset(offset)
            .limit(limit)
        )
        rows = await self._connection.execute(query)
        return [(Person(row.player_id, row.name), _rating(row)) for row in rows]


_stones = (
    select(func.count())
    .where(actions.c.match_id == matches.c.id, _is_stone)
    .correlate(matches)
    .scalar_subquery()
)
_is_decided = and_(
    matches.c.winner.is_not(None),
    or_(matches.c.ending == Ending.PLAYED, _stones >= COUNTS_FROM_STONES),
)


def _result_rows() -> Select[Any]:
    choice = select(actions.c.written).where(
        actions.c.match_id == matches.c.id, actions.c.written.in_(_CHOICES)
    )
    komi = select(actions.c.written).where(
        actions.c.match_id == matches.c.id, actions.c.written.like("komi %")
    )
    return select(
        matches,
        choice.correlate(matches).scalar_subquery().label("choice"),
        komi.correlate(matches).scalar_subquery().label("named_komi"),
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
        winner=Player(row.winner) if row.winner else None,
        ended_at=row.ended_at,
        komi=int(row.named_komi.removeprefix("komi ")) if row.named_komi else None,
        choice=Color(row.choice) if row.choice else None,
    )


def _rating(row: Row[Any]) -> RatingRecord:
    return RatingRecord(row.mu, row.sigma, row.won, row.lost)


def _variant(row: Row[Any]) -> Variant:
    return Variant(row.scope_id, GameType(row.game_type), Scoring(row.scoring), row.size or None)


def _is_of(variant: Variant) -> ColumnElement[bool]:
    of_size = [matches.c.size == variant.size] if variant.size else []
    return and_(
        matches.c.scope_id == variant.scope_id,
        matches.c.game_type == variant.game_type,
        matches.c.scoring == variant.scoring,
        *of_size,
    )


def _variant_values(variant: Variant) -> dict[str, object]:
    return {
        "scope_id": variant.scope_id,
        "game_type": variant.game_type,
        "scoring": variant.scoring,
        "size": variant.size or ALL_SIZES,
    }


def _is_rating_of(variant: Variant) -> ColumnElement[bool]:
    return and_(*(ratings.c[name] == value for name, value in _variant_values(variant).items()))


def _moment(moment: datetime) -> ColumnElement[datetime]:
    """A moment as a value of the column's type, which a tuple would not give it."""
    return literal(moment, matches.c.ended_at.type)
