"""How matches end, in words."""

from __future__ import annotations

from bot.matches import Match
from bot.messages.words import name
from bot.storage import Ending


def outcome(match: Match) -> str:
    """Who won a match that is over, as part of a sentence: ``Alice won``, ``it is a draw``."""
    if match.record.ending is Ending.CANCELLED:
        return "it was cancelled"
    return f"{name(match.winner)} won" if match.winner else "it is a draw"


def early_end(match: Match) -> tuple[str, str]:
    """The headline of a match that ended without the game's last stone, and how that came about."""
    first, second = map(name, match.people)
    if match.winner is None:
        if match.record.ending is Ending.CANCELLED:
            return f"Match {match.number} is cancelled", "No stone was placed, and it counts for nobody."
        return f"Match {match.number} is a draw", f"{first} and {second} agreed on it."
    how = "resigned" if match.record.ending is Ending.RESIGNED else "ran out of time"
    loser = name(match.opponent_of(match.winner.id))
    return f"{name(match.winner)} wins match {match.number}", f"{loser} {how}."
