"""What is kept: challenges, matches and their actions, in SQLite or PostgreSQL."""

from bot.storage.addresses import DatabaseAddress, DatabaseUnusable, url_of
from bot.storage.copies import CopyRefused, back_up, restore
from bot.storage.database import Database
from bot.storage.durability import Durability
from bot.storage.failures import StorageFailed
from bot.storage.moving import MovedTable, copy_contents
from bot.storage.outbox import OutboxEntry, OutboxKind, Waiting
from bot.storage.ratings import RatingRecord
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
    StoredAction,
    TurnClock,
)
from bot.storage.results import Result, ResultCount, Variant
from bot.storage.stores import Transaction

__all__ = [
    "CalledBy",
    "ChallengeRecord",
    "ChallengeState",
    "ChannelSettings",
    "CopyRefused",
    "Database",
    "DatabaseAddress",
    "DatabaseUnusable",
    "Durability",
    "Ending",
    "FirstPlayer",
    "MatchMessage",
    "MatchRecord",
    "MovedTable",
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
    "ResultCount",
    "SeriesGame",
    "StorageFailed",
    "StoredAction",
    "Transaction",
    "TurnClock",
    "Variant",
    "Waiting",
    "back_up",
    "copy_contents",
    "restore",
    "url_of",
]
