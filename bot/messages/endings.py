"""How matches end, in words."""

from __future__ import annotations

from bot.matches import Match
from bot.messages.language import say
from bot.messages.words import name
from bot.storage import Ending


def outcome(match: Match) -> str:
    """Who won a match that is over, as part of a sentence: ``Alice won``, ``it is a draw``."""
    if match.record.ending is Ending.CANCELLED:
        return say("it was cancelled")
    return say("{winner} won", winner=name(match.winner)) if match.winner else say("it is a draw")


def early_end(match: Match) -> tuple[str, str]:
    """The headline of a match that ended without the game's last stone, and how that came about."""
    number = match.number
    if match.record.ending is Ending.CANCELLED:
        how = say("No stone was placed, and it counts for nobody.")
        return say("Match {number} is cancelled", number=number), how
    if match.winner is None:
        first, second = map(name, match.people)
        how = say("{first} and {second} agreed on it.", first=first, second=second)
        return say("Match {number} is a draw", number=number), how
    loser = name(match.opponent_of(match.winner.id))
    resigned, late = say("{loser} resigned.", loser=loser), say("{loser} ran out of time.", loser=loser)
    how = resigned if match.record.ending is Ending.RESIGNED else late
    return say("{winner} wins match {number}", winner=name(match.winner), number=number), how
