"""What is kept: challenges, matches and their actions, in SQLite."""

from bot.storage.database import Database, DatabaseUnusable
from bot.storage.records import (
    ChallengeRecord,
    ChallengeState,
    Ending,
    FirstPlayer,
    MatchMessage,
    MatchRecord,
    Pace,
    Person,
    Place,
    ProposalKind,
    ProposalRecord,
    ProposalState,
    TurnClock,
)
from bot.storage.statistics import RatingRecord, Result, Variant
from bot.storage.stores import Transaction

__all__ = [
    "ChallengeRecord",
    "ChallengeState",
    "Database",
    "DatabaseUnusable",
    "Ending",
    "FirstPlayer",
    "MatchMessage",
    "MatchRecord",
    "Pace",
    "Person",
    "Place",
    "ProposalKind",
    "ProposalRecord",
    "ProposalState",
    "RatingRecord",
    "Result",
    "Transaction",
    "TurnClock",
    "Variant",
]
