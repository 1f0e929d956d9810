"""How a game went: the scores over its moves, and its moments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import Cell, Claim, Color, Game, Played, Ribbon, Scoring, Standing, TakeButton
from engine.scoring import standing
from rendering.describe import early_end
from rendering.sides import points_text
from rendering.view import Outcome
from rendering.words import color_name, counted

LONGEST_TEXT = 300


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the game: after how many moves, and the last of them."""

    move: int
    action: Cell | TakeButton


@dataclass(frozen=True, slots=True)
class Values:
    """What decides between the colours: points, or the longest ribbon left after striking off."""

    black: float
    white: float

    def __getitem__(self, color: Color) -> float:
        return self.black if color is Color.BLACK else self.white


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game. A move is a stone or taking the button.

    ``claimed`` and ``expected`` begin before the first move. What is expected is what would count if all open
    ribbons were claimed as they are, those with as many stones of each colour by nobody.
    """

    claimed: tuple[Values, ...]
    expected: tuple[Values, ...]
    leader: Color | None
    """Who leads in the end."""
    lead: Moment | None
    """Since when; None for the whole game, or where nobody leads."""
    claim: Claim | None
    """The one with the most stones."""
    claim_made: Moment | None

    @property
    def moves(self) -> int:
        return len(self.claimed) - 1

    @property
    def highest(self) -> float:
        """The highest value of either colour."""
        return max(max(values.black, values.white) for values in self.claimed + self.expected)


def course_of(game: Game) -> Course:
    """Follow a game from its beginning."""
    replayed = Game(game.options)
    claimed, expected, leaders, moves = [], [], [], []
    for played in game.history:
        if _is_move(played):
            claimed.append(_values(replayed.standing))
            expected.append(_values(_expected(replayed)))
            leaders.append(replayed.standing.leader)
            moves.append(played)
        replayed.play(played.action)
    claimed.append(_values(game.standing))
    expected.append(_values(_expected(game)))
    leaders.append(game.standing.leader)
    # White has its komi as soon as it is named, so that what came before the first move is as it is then.
    claim, claim_made = _biggest_claim(moves)
    return Course(tuple(claimed), tuple(expected), leaders[-1], _lead(leaders, moves), claim, claim_made)


def story_text(game: Game, course: Course, outcome: Outcome | None = None) -> str:
    """The result, since when its leader led, and the biggest claim: at most 300 characters."""
    sentences = [_result(game, course, outcome)]
    if course.leader and course.lead:
        since = f"{course.lead.action} on, move {course.lead.move} of {course.moves}"
        sentences.append(f"{color_name(course.leader)} led from {since}.")
    elif course.leader and course.moves:
        sentences.append(f"{color_name(course.leader)} was never behind.")
    if course.claim and course.claim_made:
        sentences.append(f"Biggest claim: {claim_text(course.claim)} by {_at(course.claim_made)}.")
    return " ".join(sentences)


def claim_text(claim: Claim) -> str:
    """How many stones a claim gave to whom."""
    turned = f" ({len(claim.flipped)} turned)" if claim.flipped else ""
    return f"{counted(len(claim.cells), 'stone')} to {color_name(claim.color)}{turned}"


def _at(moment: Moment) -> str:
    return f"{moment.action}, move {moment.move}"


def _result(game: Game, course: Course, outcome: Outcome | None) -> str:
    values = course.claimed[-1]
    score = f"Black {points_text(values.black)}, White {points_text(values.white)}"
    if game.options.scoring is Scoring.LONGEST:
        score = f"longest ribbon left: {score}"
    if outcome:
        return f"{early_end(game, outcome)} The score was {score}."
    return f"{color_name(game.result.winner)} won ({score})." if game.result else f"So far {score}."


def _is_move(played: Played) -> bool:
    return isinstance(played.action, Cell | TakeButton)


def _values(scores: Standing) -> Values:
    def value(color: Color) -> float:
        if scores[color].scoring is Scoring.LONGEST:
            return max(scores.left(color), default=0)
        return scores[color].points

    return Values(value(Color.BLACK), value(Color.WHITE))


def _expected(game: Game) -> Standing:
    lengths = ((_favoured(game, ribbon), len(ribbon.cells)) for ribbon in game.ribbons)
    owned = ((color, length) for color, length in lengths if color)
    return standing(game.options, owned, game.komi or 0, game.button)


def _favoured(game: Game, ribbon: Ribbon) -> Color | None:
    """Who owns a ribbon or has more stones in it."""
    black = sum(game.stone_at(cell) is Color.BLACK for cell in ribbon.cells)
    lead = 2 * black - len(ribbon.cells)
    return ribbon.owner or (None if lead == 0 else Color.BLACK if lead > 0 else Color.WHITE)


def _lead(leaders: list[Color | None], moves: list[Played]) -> Moment | None:
    """Since when the last leader has led."""
    since = len(leaders) - 1
    while since > 0 and leaders[since - 1] is leaders[-1]:
        since -= 1
    return _moment(since, moves) if since and leaders[-1] else None


def _biggest_claim(moves: list[Played]) -> tuple[Claim | None, Moment | None]:
    claims = list(_numbered_claims(moves))
    if not claims:
        return None, None
    # Of equals the first.
    move, claim = max(claims, key=lambda each: (len(each[1].cells), -each[0]))
    return claim, _moment(move, moves)


def _numbered_claims(moves: Iterable[Played]) -> Iterator[tuple[int, Claim]]:
    for move, played in enumerate(moves, 1):
        for claim in played.claims:
            yield move, claim


def _moment(move: int, moves: list[Played]) -> Moment:
    action = moves[move - 1].action
    assert isinstance(action, Cell | TakeButton)  # Other actions are no moves.
    return Moment(move, action)
