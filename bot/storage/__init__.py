"""What is kept: challenges, matches and their actions, in SQLite."""

from bot.storage.database import Database, DatabaseUnusable
from bot.storage.outbox import OutboxEntry, OutboxKind
from bot.storage.records import (
    CalledBy,
    ChallengeRecord,
    ChallengeState,
    ChannelSettings,
    Ending,
    FirstPlayer,
    MatchMessage,
    MatchRecord,
    Pace,
    Person,
    Place,
    PlannedReply,
    PlayerPreferences,
    ProposalKind,
    ProposalRecord,
    ProposalState,
    ReminderHours,
    SeriesGame,
    TurnClock,
)
from bot.storage.statistics import RatingRecord, Result, Variant
from bot.storage.stores import Transaction

__all__ = [
    "CalledBy",
    "ChallengeRecord",
    "ChallengeState",
    "ChannelSettings",
    "Database",
    "DatabaseUnusable",
    "Ending",
    "FirstPlayer",
    "MatchMessage",
    "MatchRecord",
    "OutboxEntry",
    "OutboxKind",
    "Pace",
    "Person",
    "Place",
    "PlannedReply",
    "PlayerPreferences",
    "ProposalKind",
    "ProposalRecord",
    "ProposalState",
    "RatingRecord",
    "ReminderHours",
    "Result",
    "SeriesGame",
    "Transaction",
    "TurnClock",
    "Variant",
]
