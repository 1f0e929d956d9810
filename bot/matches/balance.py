"""Which komi would be fair between two players, by the games that they have played against each other.

The board at the end of a game tells from which komi on White would have won it: its turning point. With the
middle one (the median) of the turning points of several games as komi, half of them would have gone to White.
So that is what is proposed. Of an even number of games the middle is the mean of the two in the middle,
rounded down. A board that no komi would have turned counts as if it took one more than can be named, and no
more than can be named is proposed. How the games would have gone with another komi in mind nobody knows, but
this much anybody can check.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from bot.matches.finding import MatchName, own_komi
from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.storage import Database, Person, Place
from engine import Color, Game, Standing

MOST_GAMES = 20
"""The latest games between two players that count; what they played before is another strength."""


@dataclass(eq=False)
class NoGamesToBalance(Refusal):
    """The two have not finished a game in this variant from which a fair komi could be told."""

    match: Match


@dataclass(frozen=True, slots=True)
class Balance:
    """The proposed komi of a match, and the turning points that it lies in the middle of, in order."""

    match: Match
    turning_points: tuple[int, ...]

    @property
    def komi(self) -> int:
        """The middle, a half rounded down, and never more than can be named."""
        return min(int(self.middle), self.largest_komi)

    @property
    def middle(self) -> float:
        """The median of the turning points: of an even number of them the mean of the two in the middle."""
        return median(self.turning_points)

    @property
    def largest_komi(self) -> int:
        """The most that can be named."""
        return _largest_komi(self.match.game)

    @property
    def reached(self) -> tuple[int, ...]:
        """The turning points that can be named; the other boards no komi would have turned."""
        return tuple(point for point in self.turning_points if point <= self.largest_komi)


class Balances:
    """Fair komi. Only who is to name komi asks, and nothing is changed by it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def proposed(self, place: Place, person: Person, name: MatchName) -> Balance:
        """The komi that the pair's own games in this variant propose for the match that is meant."""
        async with self._database.read() as transaction:
            match = await own_komi(transaction, place, person, name)
            records = await transaction.matches.played_between(match.record, MOST_GAMES)
            games = [played.game for played in await Match.load_all(transaction, records)]
        if not games:
            raise NoGamesToBalance(match)
        return Balance(match, turning_points(games))


def turning_points(games: Sequence[Game]) -> tuple[int, ...]:
    """Those of finished games, in order."""
    return tuple(sorted(map(turning_point, games)))


def turning_point(game: Game) -> int:
    """The least komi with which White would have won a finished game by its last board.

    It is one more than the largest that can be named where none of those would have done.
    """
    assert game.result is not None  # The game is finished.
    scores = game.result.breakdown
    can_be_named = range(_largest_komi(game) + 1)
    # A larger komi never takes the win from White, in whichever scoring, so halving finds it.
    return bisect_left(can_be_named, 1, key=lambda komi: _is_whites(scores, komi))


def _largest_komi(game: Game) -> int:
    largest = game.options.largest_komi
    assert largest is not None  # It is a game with komi.
    return largest


def _is_whites(scores: Standing, komi: int) -> bool:
    white = scores.white
    # Without a ribbon White receives no komi in Longest ribbon scoring, and `Score` knows none to give.
    return Standing(scores.black, replace(white, komi=komi)).leader is Color.WHITE
