"""The message in which a match is gone through, step by step.

Steps are all actions, the naming of komi and the choice of colours among them; moves are turns on the board.
"""

from __future__ import annotations

from bot.matches import Match, Replay
from bot.messages.controls import Verb, for_match
from bot.messages.posts import Picture, Post
from bot.messages.turns import last_turn, score_lines
from bot.messages.words import name, terms


def replay_post(replay: Replay, picture: Picture) -> Post:
    """One position of a match, with the buttons that lead to the others."""
    shown, last_ply = replay.shown, replay.last_ply
    first, second = map(name, shown.people)
    agreed = terms(shown.record.options, shown.record.pace)
    footer = f"-# Match {shown.number} · {agreed} · step {shown.ply} of {last_ply}"
    heading = last_turn(shown) if shown.ply else f"{first} against {second}"
    is_first, is_last = shown.ply == 0, shown.ply == last_ply
    steps = [
        for_match(Verb.REPLAY_START, shown, "⏮", enabled=not is_first),
        for_match(Verb.REPLAY_BACK, shown, "◀", enabled=not is_first),
        for_match(Verb.REPLAY_ON, shown, "▶", enabled=not is_last),
        for_match(Verb.REPLAY_END, shown, "⏭", enabled=not is_last),
        for_match(Verb.REPLAY_JUMP, shown, "Go to …"),
    ]
    animate = for_match(Verb.ANIMATE, shown, "Animate")
    details = "\n".join([*score_lines(shown), footer])
    return Post(heading, picture, details, controls=steps, more_controls=[animate])


def animation_post(match: Match, animation: Picture) -> Post:
    """The whole match as one moving picture."""
    first, second = map(name, match.people)
    return Post(f"Match {match.number}, {first} against {second}, move by move:", animation)
