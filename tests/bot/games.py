"""Whole games for the bot to go through, and what their results have to say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.matches import Match
from engine import Color, Game, Score, Scoring
from tests.engine.vectors import options_of, read_lines

STONES = {Color.BLACK: "⚫", Color.WHITE: "⚪"}


def random_turn(game: Game, rng: Random) -> str:
    """A legal turn of stones in its written form."""
    first = rng.choice(game.legal_placements())
    if game.stones_due == 1:
        return str(first)
    after = game.copy()
    after.play(first)
    return f"{first} {rng.choice(after.legal_placements())}"


def edge_game(note: str) -> dict[str, Any]:
    """The game of ``edge.jsonl`` in which that rare event happens."""
    return next(record for record in read_lines("edge.jsonl") if record["note"] == note)


def turns_of(record: dict[str, Any]) -> list[str]:
    """The actions of a game, those of a turn together."""
    turns: list[str] = []
    game = Game(options_of(record))
    starts_turn = True
    for action in record["actions"]:
        turns[len(turns) - (not starts_turn) :] = [action if starts_turn else f"{turns[-1]} {action}"]
        starts_turn = game.play(action).ends_turn
    return turns


def options_to_challenge(record: dict[str, Any]) -> dict[str, Any]:
    """The options of ``/challenge`` for a game."""
    return {"size": record["size"], "game": record["type"], "scoring": record["scoring"]}


def explanation(match: Match) -> Iterator[str]:
    """What the result message has to say about a finished game, straight from the engine."""
    result = match.game.result
    assert result is not None
    for color in Color:
        person = match.person_with(color)
        assert person is not None
        yield f"{STONES[color]} **{person.name}**: {_sum(result.breakdown[color])}"
    yield _decision(match.game)


def _sum(score: Score) -> str:
    if score.scoring is Scoring.LONGEST:
        lengths = [*score.lengths]
        if lengths and score.komi:
            return f"{listed([lengths[0] + score.komi, *lengths[1:]])} (komi {score.komi} in the first)"
        return listed(lengths) or "no ribbon"
    if score.scoring is Scoring.SQUARE:
        stones = " + ".join(f"{length}²" for length in score.lengths)
        total = sum(length * length for length in score.lengths)
    else:
        total = sum(score.lengths)
        stones = f"{total} stones"
    komi = f" + komi {score.komi}" if score.komi else ""
    button = " + ½ for the button" if score.has_button else ""
    return f"{stones}{komi}{button} = **{total + score.komi}{'½' if score.has_button else ''}**"


def _decision(game: Game) -> str:
    assert game.result is not None
    winner, scores = game.result.winner.capitalize(), game.result.breakdown
    if game.options.scoring is not Scoring.LONGEST:
        halves = round(2 * abs(scores.black.points - scores.white.points))
        whole = str(halves // 2) if halves > 1 else ""
        return f"{winner} wins by **{whole}{'½' if halves % 2 else ''}**."
    black, white = list(scores.black.lengths_with_komi), list(scores.white.lengths_with_komi)
    struck = [length for length in black if length in white and not white.remove(length)]
    left = {Color.BLACK: black.copy(), Color.WHITE: white}
    for length in struck:
        left[Color.BLACK].remove(length)
    pairs = f"Struck off in pairs: {listed(struck)}. " if struck else "No pair is struck off. "
    own, others = left[game.result.winner], left[game.result.winner.opponent]
    if not own:
        return f"{pairs}No ribbon is left, so the button decides for {winner}."
    against = f" against {others[0]}" if others else ""
    return f"{pairs}The longest left is {winner}'s, **{own[0]}**{against}."


def listed(numbers: list[int]) -> str:
    *others, last = map(str, numbers or [""])
    return f"{', '.join(others)} and {last}" if others else last
