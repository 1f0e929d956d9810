"""The use cases of statistics: what a player's results come to, and who leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.matches.ratings import shown_rating
from bot.storage import Database, Person, Place, ResultCount, Transaction, Variant
from engine import Color, GameType, Scoring

PAGE_LENGTH = 10
MOST_KOMI = 8


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches are asked about; None for all."""

    game_type: GameType | None = None
    scoring: Scoring | None = None
    size: int | None = None

    def takes(self, one: ResultCount) -> bool:
        asked = (self.game_type, one.game_type), (self.scoring, one.scoring), (self.size, one.size)
        return all(wanted is None or wanted == found for wanted, found in asked)


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody won, lost and drew."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def total(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def is_decisive(self) -> bool:
        """Whether anything was won or lost."""
        return self.won + self.lost > 0


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating in a variant, as it is shown, and the tally behind it."""

    person: Person
    game_type: GameType
    scoring: Scoring
    rating: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's results in one server or private channel.

    ``colors`` and ``komi`` have what was played at all, in their order; they leave out draws that were agreed
    before there was a colour or a komi.
    """

    person: Person
    filter: Filter
    overall: Tally
    colors: Mapping[Color, Tally]
    komi: Mapping[int, Tally]
    against_asker: Tally
    ratings: Sequence[Rated]

    @property
    def frequent_komi(self) -> Mapping[int, Tally]:
        """The `MOST_KOMI` that were played most, in their order."""
        often = sorted(self.komi, key=lambda komi: (-self.komi[komi].total, komi))[:MOST_KOMI]
        return {komi: self.komi[komi] for komi in sorted(often)}


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where somebody is among all who are rated in a variant."""

    rank: int
    rating: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of the best in a variant, counted from 0; ``first_rank`` is the rank of its first.

    ``own`` is the place of whoever asks, if they have one that is not on the page.
    """

    game_type: GameType
    scoring: Scoring
    size: int | None
    page: int
    players: int
    entries: Sequence[Rated]
    own: OwnPlace | None

    @property
    def pages(self) -> int:
        return -(-self.players // PAGE_LENGTH)

    @property
    def first_rank(self) -> int:
        return self.page * PAGE_LENGTH + 1


class Standings:
    """What results come to. Nothing here shows anything of another server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, place: Place, person: Person, asker: Person, asked: Filter) -> Statistics:
        """A player's statistics where somebody asks for them."""
        async with self._database.read() as transaction:
            everything = await transaction.results.counts(place.scope_id, person.id, asker.id)
            results = [one for one in everything if asked.takes(one)]
            variants: Counter[tuple[GameType, Scoring]] = Counter()
            for one in _decided(results):
                variants[one.game_type, one.scoring] += one.count
            ratings = []
            for (game_type, scoring), _ in variants.most_common():
                variant = Variant(place.scope_id, game_type, scoring, asked.size)
                rating = await transaction.ratings.get(variant, person.id)
                assert rating is not None  # A result that counts is rated in the transaction that ends it.
                tally = Tally(rating.won, rating.lost)
                ratings.append(Rated(person, game_type, scoring, shown_rating(rating), tally))
        return _statistics(person, asker, asked, results, ratings)

    async def leaderboard(
        self,
        place: Place,
        asker: Person,
        game_type: GameType,
        scoring: Scoring,
        size: int | None,
        page: int,
    ) -> Leaderboard:
        """A page of the best, the last one for a number that is too high."""
        variant = Variant(place.scope_id, game_type, scoring, size)
        async with self._database.read() as transaction:
            players = await transaction.ratings.count(variant)
            page = max(min(page, (players - 1) // PAGE_LENGTH), 0)
            best = await transaction.ratings.best(variant, page * PAGE_LENGTH, PAGE_LENGTH)
            is_shown = asker.id in {person.id for person, _ in best}
            own = None if is_shown else await _own_place(transaction, variant, asker)
        entries = [
            Rated(person, game_type, scoring, shown_rating(rating), Tally(rating.won, rating.lost))
            for person, rating in best
        ]
        return Leaderboard(game_type, scoring, size, page, players, entries, own)


async def _own_place(transaction: Transaction, variant: Variant, person: Person) -> OwnPlace | None:
    rating = await transaction.ratings.get(variant, person.id)
    if rating is None:
        return None
    better = await transaction.ratings.count_better(variant, person.id, rating)
    return OwnPlace(better + 1, shown_rating(rating))


def _statistics(
    person: Person,
    asker: Person,
    asked: Filter,
    results: Sequence[ResultCount],
    ratings: Sequence[Rated],
) -> Statistics:
    colors = {one.color for one in results}
    komi = {one.komi for one in results if one.komi is not None}
    return Statistics(
        person=person,
        filter=asked,
        overall=_tally(results),
        colors={
            color: _tally(one for one in results if one.color is color) for color in Color if color in colors
        },
        komi={value: _tally(one for one in results if one.komi == value) for value in sorted(komi)},
        against_asker=_tally(one for one in results if one.is_against),
        ratings=ratings,
    )


def _decided(results: Iterable[ResultCount]) -> list[ResultCount]:
    return [one for one in results if one.has_won is not None]


def _tally(results: Iterable[ResultCount]) -> Tally:
    counts: Counter[bool | None] = Counter()
    for one in results:
        counts[one.has_won] += one.count
    return Tally(counts[True], counts[False], counts[None])
