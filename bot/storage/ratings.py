"""Ratings, which follow from results, by variant and player."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Person
from bot.storage.results import Variant
from bot.storage.rows import upsert
from bot.storage.tables import players, ratings
from engine import GameType, Scoring

ALL_SIZES = 0
SAME_WORTH = 1e-9
"""Databases may differ in the last digits that they compute."""


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """What a player's results in a variant come to: a normal distribution, and how many there were."""

    mu: float
    sigma: float
    won: int = 0
    lost: int = 0

    @property
    def worth(self) -> float:
        """What the player is worth at the least, with good confidence."""
        return self.mu - 3 * self.sigma


class RatingStore:
    """Players' ratings by variant."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, variant: Variant, player_id: int) -> RatingRecord | None:
        query = select(ratings).where(_is_rating_of(variant), ratings.c.player_id == player_id)
        row = (await self._connection.execute(query)).one_or_none()
        return _rating(row) if row else None

    async def variants(self) -> AsyncIterator[Variant]:
        """What there are ratings of, all sizes together, one after the other."""
        key = ratings.c.scope_id, ratings.c.game_type, ratings.c.scoring
        following = select(*key).order_by(*key).limit(1)
        row = (await self._connection.execute(following)).one_or_none()
        while row:
            yield Variant(row.scope_id, GameType(row.game_type), Scoring(row.scoring))
            row = (await self._connection.execute(following.where(tuple_(*key) > tuple_(*row)))).one_or_none()

    async def all(self, variant: Variant) -> dict[tuple[Variant, int], RatingRecord]:
        """The ratings of a variant, those by size too, by variant and player."""
        rows = await self._connection.execute(select(ratings).where(_is_of_any_size(variant)))
        return {(_variant(row), row.player_id): _rating(row) for row in rows}

    async def misplaced(self, variant: Variant) -> list[tuple[Variant, int]]:
        """Whose place among the best is not by their rating, by variant and player."""
        is_off = func.abs(ratings.c.worth - (ratings.c.mu - 3 * ratings.c.sigma)) > SAME_WORTH
        rows = await self._connection.execute(select(ratings).where(_is_of_any_size(variant), is_off))
        return [(_variant(row), row.player_id) for row in rows]

    async def put(self, variant: Variant, player_id: int, rating: RatingRecord) -> None:
        key = _variant_values(variant) | {"player_id": player_id}
        await upsert(self._connection, ratings, key, **_rating_values(rating))

    async def add(self, new: Mapping[tuple[Variant, int], RatingRecord]) -> None:
        """Store ratings of whom there are none yet."""
        rows = [
            _variant_values(variant) | {"player_id": player_id} | _rating_values(rating)
            for (variant, player_id), rating in new.items()
        ]
        if rows:
            await self._connection.execute(insert(ratings), rows)

    async def clear(self, variant: Variant) -> None:
        """Forget the ratings of a variant, those by size too."""
        await self._connection.execute(delete(ratings).where(_is_of_any_size(variant)))

    async def clear_all(self) -> None:
        await self._connection.execute(delete(ratings))

    async def count(self, variant: Variant) -> int:
        """How many players have a rating."""
        query = select(func.count()).select_from(ratings).where(_is_rating_of(variant))
        return await self._connection.scalar(query) or 0

    async def count_better(self, variant: Variant, player_id: int, rating: RatingRecord) -> int:
        """How many stand before a player with this rating in the order of `best`."""
        is_better = tuple_(ratings.c.worth, ratings.c.player_id) > tuple_(rating.worth, player_id)
        query = select(func.count()).select_from(ratings).where(_is_rating_of(variant), is_better)
        return await self._connection.scalar(query) or 0

    async def best(self, variant: Variant, offset: int, limit: int) -> list[tuple[Person, RatingRecord]]:
        """Those who are rated highest with good confidence, best first, after the first ``offset``."""
        best_first = select(ratings.c.player_id, ratings.c.worth).where(_is_rating_of(variant))
        best_first = best_first.order_by(ratings.c.worth.desc(), ratings.c.player_id.desc())
        # Of those before them no more is looked at than the index in which they are counted.
        page = best_first.offset(offset).limit(limit).subquery()
        query = (
            select(ratings, players.c.name)
            .join_from(page, ratings, ratings.c.player_id == page.c.player_id)
            .join(players, players.c.id == ratings.c.player_id)
            .where(_is_rating_of(variant))
        )
        found = [
            (Person(row.player_id, row.name), _rating(row)) for row in await self._connection.execute(query)
        ]
        return sorted(found, key=lambda one: (one[1].worth, one[0].id), reverse=True)


def _rating(row: Row[Any]) -> RatingRecord:
    return RatingRecord(row.mu, row.sigma, row.won, row.lost)


def _variant(row: Row[Any]) -> Variant:
    return Variant(row.scope_id, GameType(row.game_type), Scoring(row.scoring), row.size or None)


def _is_of_any_size(variant: Variant) -> ColumnElement[bool]:
    """Whether a rating is one of a variant, of all sizes or of one."""
    return and_(
        ratings.c.scope_id == variant.scope_id,
        ratings.c.game_type == variant.game_type,
        ratings.c.scoring == variant.scoring,
    )


def _rating_values(rating: RatingRecord) -> dict[str, object]:
    names = "mu", "sigma", "won", "lost", "worth"
    return {name: getattr(rating, name) for name in names}


def _variant_values(variant: Variant) -> dict[str, object]:
    return {
        "scope_id": variant.scope_id,
        "game_type": variant.game_type,
        "scoring": variant.scoring,
        "size": variant.size or ALL_SIZES,
    }


def _is_rating_of(variant: Variant) -> ColumnElement[bool]:
    return and_(*(ratings.c[name] == value for name, value in _variant_values(variant).items()))
