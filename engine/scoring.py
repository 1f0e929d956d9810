"""What each colour's ribbons are worth, and who wins by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.options import Color, GameOptions, Scoring

BUTTON_POINTS = 0.5


@dataclass(frozen=True, slots=True)
class Score:
    """What one colour has, part by part.

    ``lengths`` are those of its ribbons, longest first, in stones; ``komi`` is what it receives of it (in
    Longest ribbon scoring White receives none while it owns no ribbon).
    """

    scoring: Scoring
    lengths: tuple[int, ...]
    komi: int
    has_button: bool

    @property
    def ribbon_points(self) -> int:
        """Stones owned, in Square scoring the squares of the ribbons' lengths."""
        return sum(length**2 if self.scoring is Scoring.SQUARE else length for length in self.lengths)

    @property
    def points(self) -> float:
        """All points: of ribbons, komi and button. In Longest ribbon scoring they decide nothing."""
        return self.ribbon_points + self.komi + BUTTON_POINTS * self.has_button

    @property
    def lengths_with_komi(self) -> tuple[int, ...]:
        """What Longest ribbon scoring compares, longest first: komi lengthens one of the longest."""
        if not self.lengths:
            return ()
        return (self.lengths[0] + self.komi, *self.lengths[1:])


@dataclass(frozen=True, slots=True)
class Standing:
    """Both colours' scores."""

    black: Score
    white: Score

    def __getitem__(self, color: Color) -> Score:
        return self.black if color is Color.BLACK else self.white

    @property
    def struck(self) -> tuple[int, ...]:
        """The lengths that Longest ribbon scoring strikes off in pairs, longest first, one entry a pair."""
        pairs = Counter(self.black.lengths_with_komi) & Counter(self.white.lengths_with_komi)
        return tuple(sorted(pairs.elements(), reverse=True))

    def left(self, color: Color) -> tuple[int, ...]:
        """A colour's lengths that are left after striking off, longest first."""
        rest = Counter(self[color].lengths_with_komi) - Counter(self[color.opponent].lengths_with_komi)
        return tuple(sorted(rest.elements(), reverse=True))

    @property
    def leader(self) -> Color | None:
        """Who would win if this were the end; None where nothing decides yet."""
        black, white = self._compared(Color.BLACK), self._compared(Color.WHITE)
        if black != white:
            return Color.BLACK if black > white else Color.WHITE
        if self.black.has_button:
            return Color.BLACK
        return Color.WHITE if self.white.has_button else None

    def _compared(self, color: Color) -> float:
        """The number that decides between the colours before the button does."""
        if self[color].scoring is Scoring.LONGEST:
            return max(self.left(color), default=0)
        return self[color].points


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: the winner and the scores that make it so."""

    winner: Color
    breakdown: Standing

    @property
    def score(self) -> tuple[float, float] | tuple[tuple[int, ...], tuple[int, ...]]:
        """Black's and White's score as the scoring counts it: points, or lengths with komi."""
        black, white = self.breakdown.black, self.breakdown.white
        if black.scoring is Scoring.LONGEST:
            return black.lengths_with_komi, white.lengths_with_komi
        return black.points, white.points


def standing(
    options: GameOptions, lengths: Iterable[tuple[Color, int]], komi: int, button: Color | None
) -> Standing:
    """Add up the ribbons given by owner and length. ``button`` is its holder."""
    owned: dict[Color, list[int]] = {Color.BLACK: [], Color.WHITE: []}
    for owner, length in lengths:
        owned[owner].append(length)

    def score(color: Color) -> Score:
        longest_first = tuple(sorted(owned[color], reverse=True))
        receives_komi = color is Color.WHITE and (longest_first or options.scoring is not Scoring.LONGEST)
        return Score(options.scoring, longest_first, komi if receives_komi else 0, button is color)

    return Standing(score(Color.BLACK), score(Color.WHITE))
