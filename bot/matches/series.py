"""Series: several games between the same two, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.storage import Ending, MatchRecord, Person


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """How a series of ``best_of`` games stands after those that count.

    A win is one point, a draw half a point for each. A cancelled game doesn't count and is played again.
    ``half_points`` are twice the points of ``people``, in their order; ``games`` how many counted.
    ``number`` says which game of those that count the last one given is, or would have been.
    """

    best_of: int
    people: tuple[Person, Person]
    half_points: tuple[int, int]
    games: int
    number: int

    @classmethod
    def of(cls, games: Sequence[MatchRecord]) -> SeriesScore:
        """The score after the given games of one series, running ones among them; at least one."""
        first = games[0]
        assert first.series is not None  # The games are of a series.
        people = first.first, first.second
        counted = [game for game in games if _counts(game)]
        number = len(counted) + (not _counts(games[-1]))
        half_points = [sum(_half_points(person, game) for game in counted) for person in people]
        return cls(first.series.best_of, people, (half_points[0], half_points[1]), len(counted), number)

    @property
    def is_over(self) -> bool:
        """Whether somebody can't be caught up with any more, or all games are played."""
        return max(self.half_points) > self.best_of or self.games >= self.best_of

    @property
    def leader(self) -> Person | None:
        """Who has more points; None where both have as many."""
        one, other = self.half_points
        if one == other:
            return None
        return self.people[0] if one > other else self.people[1]


def roles_of_next(game: MatchRecord) -> tuple[Person, Person]:
    """Who is first and who second in the game after this: the roles swap, unless it is played again."""
    if game.ending is Ending.CANCELLED:
        return game.first, game.second
    return game.second, game.first


def _counts(game: MatchRecord) -> bool:
    return game.ending not in (None, Ending.CANCELLED)


def _half_points(person: Person, game: MatchRecord) -> int:
    if game.winner is None:
        return 1
    return 2 if game.person(game.winner).id == person.id else 0
