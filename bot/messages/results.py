"""What is said when a match is over: who won, and how each score came about."""

from __future__ import annotations

from bot.matches import Match
from bot.messages.controls import Verb, for_match
from bot.messages.endings import early_end
from bot.messages.language import say, say_counted
from bot.messages.posts import Picture, Post
from bot.messages.series import continue_control, series_end
from bot.messages.turns import footer, last_turn
from bot.messages.words import name, with_stone
from engine import Color, GameType, Result, Score, Scoring
from rendering.words import COLORS, listed, points_text

MOST_SUMMANDS = 12


def result_post(match: Match, picture: Picture, story: Picture | None) -> Post:
    """The public message that ends a match: the board, the scores, and how it came to them.

    A match that ended before its first move has no ``story``.
    """
    controls = [continue_control(match)]
    if match.ply:
        controls.append(for_match(Verb.REPLAY, match, say("Replay")))
        controls.append(for_match(Verb.RECORD, match, say("Record")))
    series = [told_of_series] if (told_of_series := series_end(match)) else []
    details = "\n".join([*explanation(match), *series, footer(match)])
    return Post(headline(match), picture, details, story, controls)


def headline(match: Match) -> str:
    """Who won and how, with the last turn where that is what ended the game."""
    if match.early_end:
        title, how = early_end(match)
        return f"### {title}\n{how}"
    assert match.winner is not None  # A game that is played to its end has a winner.
    title = say("### {winner} wins match {number}", winner=name(match.winner), number=match.number)
    is_double = match.record.options.game_type is GameType.DOUBLE
    end = say("No turn of two stones is left.") if is_double else say("No stone can be placed any more.")
    return f"{title}\n{last_turn(match)} {end}"


def explanation(match: Match) -> list[str]:
    """How the scores came about, a line a colour, and what decided; nothing after an early end."""
    result = match.game.result
    if result is None:
        return []
    lines = [_side(match, result, color) for color in Color]
    return [*lines, _striking_off(result)] if _is_longest(result) else [*lines, _margin(result)]


def _side(match: Match, result: Result, color: Color) -> str:
    person = match.person_with(color)
    assert person is not None  # A finished game has its colours.
    score = result.breakdown[color]
    return with_stone(color, f"{name(person)}: {_sum(score)}")


def _sum(score: Score) -> str:
    """``24 stones + komi 7 + ½ for the button = **31½**``."""
    if score.scoring is Scoring.LONGEST:
        lengths = _lengths(score.lengths_with_komi)
        if not score.komi:
            return lengths
        return say("{lengths} (komi {komi} in the first)", lengths=lengths, komi=score.komi)
    if score.scoring is Scoring.SQUARE:
        parts = [_squares(score.lengths)]
    else:
        parts = [say_counted("{count} stones", "{count} stones", score.ribbon_points)]
    parts += [say("komi {komi}", komi=score.komi)] if score.komi else []
    parts += [say("½ for the button")] if score.has_button else []
    return f"{' + '.join(parts)} = **{points_text(score.points)}**"


def _squares(lengths: tuple[int, ...]) -> str:
    shown = [f"{length}²" for length in lengths[:MOST_SUMMANDS]]
    return " + ".join([*shown, "…"] if len(lengths) > MOST_SUMMANDS else shown) or "0"


def _margin(result: Result) -> str:
    black, white = result.breakdown.black, result.breakdown.white
    margin = points_text(abs(black.points - white.points))
    return say("{color} wins by **{margin}**.", color=COLORS[result.winner], margin=margin)


def _striking_off(result: Result) -> str:
    """Which pairs Longest ribbon scoring strikes off, and what then decides."""
    scores = result.breakdown
    pairs = scores.struck
    struck = say("No pair is struck off.")
    if pairs:
        struck = say("Struck off in pairs: {lengths}.", lengths=_lengths(pairs))
    return f"{struck} {_what_is_left(result)}"


def _what_is_left(result: Result) -> str:
    """What decides once the pairs are struck off."""
    winner, scores = COLORS[result.winner], result.breakdown
    longest, other = scores.left(result.winner), scores.left(result.winner.opponent)
    if not longest:
        return say("No ribbon is left, so the button decides for {color}.", color=winner)
    if not other:
        return say("The longest left is {color}'s, **{length}**.", color=winner, length=longest[0])
    return say(
        "The longest left is {color}'s, **{length}** against {other}.",
        color=winner,
        length=longest[0],
        other=other[0],
    )


def _lengths(lengths: tuple[int, ...]) -> str:
    return listed([str(length) for length in lengths]) or say("no ribbon")


def _is_longest(result: Result) -> bool:
    return result.breakdown.black.scoring is Scoring.LONGEST
