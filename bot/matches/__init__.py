"""The use cases: what people may do with challenges and matches. Knows neither Discord nor SQL."""

from bot.matches.balance import Balance, Balances
from bot.matches.challenges import OPEN_CHALLENGES_EACH, Accepted, Challenges, Terms
from bot.matches.checking import Finding, Report, check
from bot.matches.clocks import Call, CallKind, Clocks
from bot.matches.finding import WRITTEN_MATCH_ID, MatchId, MatchName, MatchNumber
from bot.matches.match import Match, Replay
from bot.matches.outbox import (
    Announced,
    Arrived,
    Astray,
    Homeless,
    Outbox,
    Outdated,
    Retimed,
    Settled,
    Unshown,
)
from bot.matches.places import Departure, Moved, Places
from bot.matches.play import Play
from bot.matches.preferences import ChannelIsOff, Preferences, Viewer
from bot.matches.privacy import Deleted, Privacy
from bot.matches.proposals import Answered, Choices, Proposal, Proposals
from bot.matches.prospects import Prospect, prospect, prospects
from bot.matches.ratings import recompute_ratings
from bot.matches.records import Records
from bot.matches.refusals import Refusal
from bot.matches.replies import Plans, Replies
from bot.matches.series import SeriesScore
from bot.matches.statistics import Filter, Leaderboard, OwnPlace, Rated, Standings, Statistics, Tally
from bot.matches.time_zones import NoSuchTimeZone, find_time_zone
from bot.matches.turn import play_turn
from bot.matches.unshown import GRACE
from bot.matches.whatif import Pick, WhatIf, what_if

__all__ = [
    "GRACE",
    "OPEN_CHALLENGES_EACH",
    "WRITTEN_MATCH_ID",
    "Accepted",
    "Announced",
    "Answered",
    "Arrived",
    "Astray",
    "Balance",
    "Balances",
    "Call",
    "CallKind",
    "Challenges",
    "ChannelIsOff",
    "Choices",
    "Clocks",
    "Deleted",
    "Departure",
    "Filter",
    "Finding",
    "Homeless",
    "Leaderboard",
    "Match",
    "MatchId",
    "MatchName",
    "MatchNumber",
    "Moved",
    "NoSuchTimeZone",
    "Outbox",
    "Outdated",
    "OwnPlace",
    "Pick",
    "Places",
    "Plans",
    "Play",
    "Preferences",
    "Privacy",
    "Proposal",
    "Proposals",
    "Prospect",
    "Rated",
    "Records",
    "Refusal",
    "Replay",
    "Replies",
    "Report",
    "Retimed",
    "SeriesScore",
    "Settled",
    "Standings",
    "Statistics",
    "Tally",
    "Terms",
    "Unshown",
    "Viewer",
    "WhatIf",
    "check",
    "find_time_zone",
    "play_turn",
    "prospect",
    "prospects",
    "recompute_ratings",
    "what_if",
]
