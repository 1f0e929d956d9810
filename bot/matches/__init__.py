"""The use cases: what people may do with challenges and matches. Knows neither Discord nor SQL."""

from bot.matches.challenges import DAYS_OPEN, OPEN_CHALLENGES_EACH, Accepted, Challenges, Terms
from bot.matches.match import Match, Replay
from bot.matches.play import MatchId, MatchName, MatchNumber, Play
from bot.matches.preferences import Preferences
from bot.matches.prospects import Prospect, prospect, prospects
from bot.matches.refusals import Refusal

__all__ = [
    "DAYS_OPEN",
    "OPEN_CHALLENGES_EACH",
    "Accepted",
    "Challenges",
    "Match",
    "MatchId",
    "MatchName",
    "MatchNumber",
    "Play",
    "Preferences",
    "Prospect",
    "Refusal",
    "Replay",
    "Terms",
    "prospect",
    "prospects",
]
