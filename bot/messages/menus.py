"""The private menus behind a match's buttons."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Match
from bot.messages.controls import Control, Press, Verb, for_match
from bot.messages.posts import Post
from bot.messages.turns import waiting_for
from bot.messages.words import COLORS, name
from bot.storage import Person


def more_post(match: Match, viewer: Person) -> Post:
    """What a player may do in a match besides their turn."""
    color = match.color_of(viewer)
    role = f"You play {COLORS[color]}. " if color else ""
    heading = f"### Match {match.number}\n{role}{waiting_for(match, viewer)}"
    controls = [
        for_match(Verb.REPLAY, match, "Replay"),
        Control.make(Press(Verb.RULES_PAGE, 0), "Rules"),
        for_match(Verb.RESIGN, match, "Resign", ButtonStyle.danger),
    ]
    return Post(heading, controls=controls)


def resign_post(match: Match, viewer: Person) -> Post:
    """Asks once more before a player gives a match up."""
    opponent = next(person for person in match.people if person.id != viewer.id)
    controls = [
        for_match(Verb.RESIGN_SURELY, match, f"Resign match {match.number}", ButtonStyle.danger),
        for_match(Verb.KEEP_PLAYING, match, "Keep playing"),
    ]
    return Post(f"Resign match {match.number}? {name(opponent)} then wins it.", controls=controls)
