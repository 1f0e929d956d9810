"""The message in which a match is gone through, step by step.

Steps are all actions, the naming of komi and the choice of colours among them; moves are turns on the board.
"""

from __future__ import annotations

from bot.matches import Match, Replay
from bot.messages.controls import Verb, for_match
from bot.messages.language import say
from bot.messages.posts import Picture, Post
from bot.messages.turns import last_turn, score_lines
from bot.messages.words import name, terms


def replay_post(replay: Replay, picture: Picture) -> Post:
    """One position of a match, with the buttons that lead to the others."""
    shown, last_ply = replay.shown, replay.last_ply
    first, second = map(name, shown.people)
    agreed = terms(shown.record.options, shown.record.pace)
    match = say("Match {number}", number=shown.number)
    step = say("step {number} of {last}", number=shown.ply, last=last_ply)
    footer = f"-# {match} · {agreed} · {step}"
    heading = say("{first} against {second}", first=first, second=second)
    if shown.ply:
        heading = last_turn(shown)
    is_first, is_last = shown.ply == 0, shown.ply == last_ply
    steps = [
        for_match(Verb.REPLAY_START, shown, "⏮", enabled=not is_first),
        for_match(Verb.REPLAY_BACK, shown, "◀", enabled=not is_first),
        for_match(Verb.REPLAY_ON, shown, "▶", enabled=not is_last),
        for_match(Verb.REPLAY_END, shown, "⏭", enabled=not is_last),
    ]
    others = [
        for_match(Verb.REPLAY_JUMP, shown, say("Go to …")),
        for_match(Verb.ANIMATE, shown, say("Animate")),
    ]
    details = "\n".join([*score_lines(shown), footer])
    return Post(heading, picture, details, controls=steps, more_controls=others)


def animation_post(match: Match, animation: Picture) -> Post:
    """The whole match as one moving picture."""
    first, second = map(name, match.people)
    heading = say(
        "Match {number}, {first} against {second}, move by move:",
        number=match.number,
        first=first,
        second=second,
    )
    return Post(heading, animation)
