"""What is told about the two colours beside the board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine import Color, Game, GameType, Phase, Player, Score, Scoring
from rendering.language import Terms, mark, say, say_counted
from rendering.view import Ending, Outcome
from rendering.words import points_text

_LOST = Terms({Ending.RESIGNED: mark("resigned"), Ending.OUT_OF_TIME: mark("out of time")})
_DUE = Terms(
    {Phase.NAME_KOMI: mark("1st player\nnames komi"), Phase.CHOOSE_COLOR: mark("2nd player\npicks colour")}
)
_LOST_WITHOUT_COLORS = Terms(
    {
        (Ending.RESIGNED, Player.FIRST): mark("1st player\nresigned"),
        (Ending.RESIGNED, Player.SECOND): mark("2nd player\nresigned"),
        (Ending.OUT_OF_TIME, Player.FIRST): mark("1st player\nout of time"),
        (Ending.OUT_OF_TIME, Player.SECOND): mark("2nd player\nout of time"),
    }
)
"""How a game can end before there are colours, and whom it ends for."""


@dataclass(frozen=True, slots=True)
class Side:
    """What is shown of one colour."""

    color: Color
    score: tuple[str, ...]
    """One number, or in Longest ribbon scoring the lengths, the most important first."""
    komi: str
    status: str
    """Whether this side is to move, what it would gain, or that it has won."""
    loss: str
    """How the game ended for this side if it did not win it."""
    pending: str
    """How many of its stones are in open ribbons."""
    has_button: bool


def sides_of(game: Game, outcome: Outcome | None, before: Game | None = None) -> tuple[Side, Side]:
    """Black's and White's side. ``before`` is the game that ``game`` is only considered to go on from."""
    standing = game.standing
    open_stones = (cell for ribbon in game.ribbons if not ribbon.owner for cell in ribbon.cells)
    pending = Counter(map(game.stone_at, open_stones))

    def side(color: Color) -> Side:
        score = standing[color]
        won, loss = _end(game, color, outcome)
        gain = _gain(before.standing[color], score) if before else ""
        return Side(
            color=color,
            score=_score_text(score),
            komi=_komi_text(game.komi, score) if game.komi and color is Color.WHITE else "",
            status=won or gain or ("" if before else _turn(game, color, outcome)),
            loss=loss,
            pending=_pending_text(pending[color]),
            has_button=score.has_button,
        )

    return side(Color.BLACK), side(Color.WHITE)


def caption_of(game: Game, outcome: Outcome | None) -> str:
    """What is due or how the game ended, as far as no colour can be told for it; in two lines at most."""
    if outcome is None:
        return _DUE.get(game.phase, "")
    if outcome.ending is Ending.CANCELLED:
        return say("cancelled")
    if outcome.winner and not game.color_of(outcome.winner):
        return _LOST_WITHOUT_COLORS[outcome.ending, outcome.winner.opponent]
    return ""


def _score_text(score: Score) -> tuple[str, ...]:
    if score.scoring is Scoring.LONGEST:
        return tuple(map(str, score.lengths_with_komi)) or ("0",)
    return (points_text(score.points),)


def _komi_text(komi: int, score: Score) -> str:
    # In Longest ribbon scoring komi counts only once White has a ribbon.
    return say("with komi {komi}", komi=komi) if score.komi else say("komi {komi}", komi=komi)


def _pending_text(stones: int) -> str:
    return say_counted("{count} open", "{count} open", stones) if stones else ""


def _gain(before: Score, after: Score) -> str:
    """What a side has more than before, in the terms of the scoring."""
    if after.scoring is not Scoring.LONGEST:
        gained = after.points - before.points
        return f"+{points_text(gained)}" if gained else ""
    longer = Counter(after.lengths) - Counter(before.lengths)
    lengths = "·".join(map(str, sorted(longer.elements(), reverse=True)))
    return f"+{lengths}" if lengths else ""


def _end(game: Game, color: Color, outcome: Outcome | None) -> tuple[str, str]:
    """That a side won, and how the game ended for it otherwise; empty where that is not (yet) so."""
    if outcome is None:
        return (say("wins") if game.result and game.result.winner is color else ""), ""
    if outcome.ending is Ending.DRAWN:
        return "", say("draw")
    winner = game.color_of(outcome.winner) if outcome.winner else None
    if winner is None:
        return "", ""
    return (say("wins"), "") if color is winner else ("", _LOST[outcome.ending])


def _turn(game: Game, color: Color, outcome: Outcome | None) -> str:
    if outcome or game.color_to_move is not color:
        return ""
    if game.options.game_type is not GameType.DOUBLE:
        return say("to move")
    return say_counted("{count} stone", "{count} stones", game.stones_due)
