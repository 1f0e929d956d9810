"""How a game stands or ended, in sentences."""

from __future__ import annotations

from engine import Game, GameType, Phase, Player, Score, Scoring
from rendering.language import Terms, mark, say, say_counted
from rendering.view import Ending, Outcome
from rendering.words import COLORS, color_name, listed, points_text

# Each by whether White has komi, and whether it is done; it is only considered otherwise.
_SCORES = {
    (False, True): mark("Score: Black {black}, White {white}."),
    (True, True): mark("Score: Black {black}, White {white} with komi {komi}."),
    (False, False): mark("The score would be: Black {black}, White {white}."),
    (True, False): mark("The score would be: Black {black}, White {white} with komi {komi}."),
}
_LONGEST_SCORES = {
    (False, True): mark("Black's ribbons: {black}. White's ribbons: {white}."),
    (True, True): mark("Black's ribbons: {black}. White's ribbons with komi {komi}: {white}."),
    (False, False): mark("Black's ribbons would be: {black}. White's ribbons would be: {white}."),
    (True, False): mark(
        "Black's ribbons would be: {black}. White's ribbons with komi {komi} would be: {white}."
    ),
}
_LOST = {
    Ending.RESIGNED: mark("{loser} resigned: {winner} wins."),
    Ending.OUT_OF_TIME: mark("{loser} ran out of time: {winner} wins."),
}
_WITHOUT_COLORS = Terms(
    {
        (Ending.RESIGNED, Player.FIRST): mark("The second player resigned: the first player wins."),
        (Ending.RESIGNED, Player.SECOND): mark("The first player resigned: the second player wins."),
        (Ending.OUT_OF_TIME, Player.FIRST): mark("The second player ran out of time: the first player wins."),
        (Ending.OUT_OF_TIME, Player.SECOND): mark(
            "The first player ran out of time: the second player wins."
        ),
    }
)
"""How a game can end before there are colours, and who wins by it."""
_BEFORE_PLAY = Terms(
    {
        Phase.NAME_KOMI: mark("The first player is to name komi."),
        Phase.PLACE_FIRST_STONE: mark("The first player is to place a black stone."),
        Phase.CHOOSE_COLOR: mark("The second player is to choose a colour."),
    }
)


def score_told(game: Game, *, is_done: bool = True) -> str:
    """Both scores, as the scoring counts them."""
    black, white, komi = game.standing.black, game.standing.white, game.standing.white.komi
    kind = bool(komi), is_done
    if game.options.scoring is Scoring.LONGEST:
        return say(_LONGEST_SCORES[kind], black=_lengths(black), white=_lengths(white), komi=komi)
    return say(_SCORES[kind], black=points_text(black.points), white=points_text(white.points), komi=komi)


def _lengths(score: Score) -> str:
    return listed(score.lengths_with_komi) if score.lengths else say("none")


def early_end(game: Game, outcome: Outcome) -> str:
    """How a game ended without its last stone."""
    if outcome.winner is None:
        if outcome.ending is Ending.DRAWN:
            return say("Both players agreed on a draw.")
        return say("The game was cancelled.")
    winner = game.color_of(outcome.winner)
    if winner is None:
        return _WITHOUT_COLORS[outcome.ending, outcome.winner]
    return say(_LOST[outcome.ending], loser=COLORS[winner.opponent], winner=COLORS[winner])


def due(game: Game, *, is_done: bool = True) -> list[str]:
    """Whose turn it is and for what, or who has won."""
    if game.result:
        winner = COLORS[game.result.winner]
        return [say("{color} wins.", color=winner) if is_done else say("{color} would win.", color=winner)]
    if game.phase in _BEFORE_PLAY:
        return [_BEFORE_PLAY[game.phase]]
    return [_turn_due(game)] if is_done else []


def _turn_due(game: Game) -> str:
    color = color_name(game.color_to_move)
    if game.options.game_type is not GameType.DOUBLE:
        return say("{color} is to move.", color=color)
    return say_counted(
        "{color} is to place {count} stone.",
        "{color} is to place {count} stones.",
        game.stones_due,
        color=color,
    )


def button_told(game: Game) -> list[str]:
    """Where the button is, while that matters."""
    if not game.options.has_button or game.is_over:
        return []
    if game.button is None:
        return [say("The button is free.")]
    return [say("{color} has the button.", color=COLORS[game.button])]
