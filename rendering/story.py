"""How a game went: the scores over its moves, and its moments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import Cell, Claim, Color, Game, Played, Ribbon, Scoring, Standing, TakeButton
from engine.scoring import standing
from rendering.language import mark, mark_counted, say, say_counted
from rendering.standings import early_end
from rendering.view import Outcome
from rendering.words import COLORS, action_name, points_text

LONGEST_TEXT = 300
# Each by whether the longest ribbon left decides; points do otherwise.
_WON = {
    False: mark("{winner} won (Black {black}, White {white})."),
    True: mark("{winner} won (longest ribbon left: Black {black}, White {white})."),
}
_SCORE_WAS = {
    False: mark("The score was Black {black}, White {white}."),
    True: mark("The longest ribbon left was Black {black}, White {white}."),
}
_SCORE_SO_FAR = {
    False: mark("So far Black {black}, White {white}."),
    True: mark("Longest ribbon left so far: Black {black}, White {white}."),
}
_CLAIM = mark_counted("{count} stone to {color}", "{count} stones to {color}")
_CLAIM_TURNED = mark_counted(
    "{count} stone to {color} ({turned} turned)", "{count} stones to {color} ({turned} turned)"
)


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
    """The result, since when its leader led, and the biggest claim: in English at most 300 characters."""
    sentences = [early_end(game, outcome)] if outcome else []
    sentences.append(_score(game, course, is_cut_short=outcome is not None))
    if course.leader and course.lead:
        sentences.append(_lead_told(course.leader, course.lead, course.moves))
    elif course.leader and course.moves:
        sentences.append(say("{color} was never behind.", color=COLORS[course.leader]))
    if course.claim and course.claim_made:
        made = course.claim_made
        sentences.append(
            say(
                "Biggest claim: {claim} by {action}, move {move}.",
                claim=claim_text(course.claim),
                action=action_name(made.action),
                move=made.move,
            )
        )
    return " ".join(sentences)


def claim_text(claim: Claim) -> str:
    """How many stones a claim gave to whom."""
    forms = _CLAIM_TURNED if claim.flipped else _CLAIM
    return say_counted(*forms, len(claim.cells), color=COLORS[claim.color], turned=len(claim.flipped))


def _lead_told(leader: Color, since: Moment, moves: int) -> str:
    return say(
        "{color} led from {action} on, move {move} of {moves}.",
        color=COLORS[leader],
        action=action_name(since.action),
        move=since.move,
        moves=moves,
    )


def _score(game: Game, course: Course, *, is_cut_short: bool) -> str:
    values = course.claimed[-1]
    parts = {"black": points_text(values.black), "white": points_text(values.white)}
    is_longest = game.options.scoring is Scoring.LONGEST
    if game.result and not is_cut_short:
        return say(_WON[is_longest], winner=COLORS[game.result.winner], **parts)
    return say(_SCORE_WAS[is_longest] if is_cut_short else _SCORE_SO_FAR[is_longest], **parts)


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
