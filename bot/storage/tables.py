"""The tables. Migrations bring a database to this shape; a test holds the two together."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    column,
    false,
    true,
)
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; naive moments are refused, since nobody could tell what they mean."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


# SQLite numbers rows by itself only in a column of type INTEGER, which holds 64 bits there.
RowId = BigInteger().with_variant(Integer, "sqlite")
DiscordId = BigInteger

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _partial_index(name: str, *columns: str, where: ColumnElement[bool]) -> Index:
    """An index of the rows that a condition holds for, which a query has to state in the same words."""
    return Index(name, *columns, sqlite_where=where, postgresql_where=where)


players = Table(
    "players",
    metadata,
    Column("id", DiscordId, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("theme", String(16)),
    Column("called_by", String(16), nullable=False, server_default="mention"),
    Column("shows_legal_cells", Boolean, nullable=False, server_default=true()),
    Column("confirms_typed_turns", Boolean, nullable=False, server_default=false()),
    Column("language", String(16)),
    Column("time_zone", String(64)),
    Column("reminded_from", Integer),
    Column("reminded_until", Integer),
)

# A thread has the settings of the channel that it belongs to.
channels = Table(
    "channels",
    metadata,
    Column("id", DiscordId, primary_key=True, autoincrement=False),
    Column("theme", String(16), nullable=False),
    Column("size", Integer, nullable=False),
    Column("game_type", String(16), nullable=False),
    Column("scoring", String(16), nullable=False),
    Column("first", String(16), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("days_open", Integer, nullable=False),
    Column("opens_threads", Boolean, nullable=False),
    Column("announces_results", Boolean, nullable=False),
    Column("is_off", Boolean, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", DiscordId),
    Column("channel_id", DiscordId, nullable=False),
    Column("parent_id", DiscordId),
    Column("challenger_id", ForeignKey("players.id"), nullable=False),
    Column("opponent_id", ForeignKey("players.id")),
    Column("size", Integer, nullable=False),
    Column("game_type", String(16), nullable=False),
    Column("scoring", String(16), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("first", String(16), nullable=False),
    Column("best_of", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("message_id", DiscordId),
    Index("ix_challenges_open_in_channel", "channel_id", "state", "id"),
    Index("ix_challenges_open_by_challenger", "challenger_id", "state", "id"),
    Index("ix_challenges_open_to_opponent", "opponent_id", "state", "id"),
    Index("ix_challenges_due", "state", "expires_at", "id"),
)

# The games of a series are matches of their own; whose they are and how it stands follows from them.
series = Table(
    "series",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("best_of", Integer, nullable=False),
)

_RUNS = column("ended_at").is_(None)
_COUNTED = (
    *("scope_id", "game_type", "scoring", "size"),
    *("winner", "named_komi", "choice", "is_decided", "ending"),
)
_IS_DECIDED = column("is_decided", Boolean) == true()

matches = Table(
    "matches",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("scope_id", DiscordId, nullable=False),
    Column("number", Integer, nullable=False),
    Column("guild_id", DiscordId),
    Column("channel_id", DiscordId, nullable=False),
    Column("parent_id", DiscordId),
    Column("is_homeless", Boolean, nullable=False, server_default=false()),
    Column("first_id", ForeignKey("players.id"), nullable=False),
    Column("second_id", ForeignKey("players.id"), nullable=False),
    Column("size", Integer, nullable=False),
    Column("game_type", String(16), nullable=False),
    Column("scoring", String(16), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("series_id", ForeignKey("series.id")),
    Column("series_game", Integer),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("ending", String(16)),
    Column("winner", Integer),
    Column("message_id", DiscordId),
    Column("message_ply", Integer),
    Column("takebacks", Integer, nullable=False, server_default="0"),
    Column("turn_began_at", UtcDateTime),
    Column("deadline", UtcDateTime),
    Column("calls", Integer, nullable=False, server_default="0"),
    Column("call_at", UtcDateTime),
    # What statistics ask the actions of a match that is over: `recompute-ratings` asks them anew.
    Column("is_decided", Boolean, nullable=False, server_default=false()),
    Column("named_komi", String(16)),
    Column("choice", String(8)),
    UniqueConstraint("scope_id", "number"),
    UniqueConstraint("series_id", "series_game"),
    CheckConstraint("(ending IS NULL) = (ended_at IS NULL)", name="ended_once"),
    CheckConstraint("ending IS NULL OR call_at IS NULL", name="calls_nobody_at_the_end"),
    CheckConstraint(
        "(ending IS NULL OR ending IN ('drawn', 'cancelled')) = (winner IS NULL)", name="won_or_not"
    ),
    # Few matches run of all that there are. What the condition is about is among the columns as well: else
    # SQLite takes the larger index of a player's matches.
    _partial_index("ix_matches_running_first", "first_id", "ended_at", "channel_id", "id", where=_RUNS),
    _partial_index("ix_matches_running_second", "second_id", "ended_at", "channel_id", "id", where=_RUNS),
    _partial_index("ix_matches_running_in_channel", "channel_id", "id", where=_RUNS),
    _partial_index("ix_matches_running_in_threads", "parent_id", "id", where=_RUNS),
    _partial_index("ix_matches_due", "call_at", "id", where=column("call_at").is_not(None)),
    _partial_index(
        "ix_matches_decided", "scope_id", "game_type", "scoring", "ended_at", "id", where=_IS_DECIDED
    ),
    Index("ix_matches_in_channel", "channel_id", "ended_at", "id"),
    Index("ix_matches_between", "first_id", "second_id", "scope_id", "ended_at", "id"),
    # All that statistics count: the matches themselves, thousands of one player, are not looked at.
    Index("ix_matches_results_of_first", "first_id", *_COUNTED, "second_id"),
    Index("ix_matches_results_of_second", "second_id", *_COUNTED, "first_id"),
)

# The primary key is what makes two actions for the same ply impossible, from whichever process they come.
actions = Table(
    "actions",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("written", String(16), nullable=False),
    Column("is_planned", Boolean, nullable=False, server_default=false()),
    Column("acted_at", UtcDateTime, nullable=False),
    # Whoever deletes their data is looked for among all actions.
    Index("ix_actions_of_player", "player_id"),
)

# What a player wants played when the other plays ``expected`` in exactly one position.
planned_replies = Table(
    "planned_replies",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("takebacks", Integer, primary_key=True, autoincrement=False),
    Column("expected", String(16), primary_key=True),
    Column("reply", String(16), nullable=False),
    Index("ix_planned_replies_of_player", "player_id"),
)

# What is stored but perhaps not yet shown. A row is written with what it is about, and goes once it is shown.
outbox = Table(
    "outbox",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
    Column("state", String(32), nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("due_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Index("ix_outbox_due", "due_at", "since", "kind", "subject_id"),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("by_id", ForeignKey("players.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("takebacks", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("message_id", DiscordId),
    Index("ix_proposals_of_match", "match_id", "state", "id"),
    Index("ix_proposals_of_player", "by_id"),
)

loaded_records = Table(
    "loaded_records",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("written", Text, nullable=False),
    Column("loaded_at", UtcDateTime, nullable=False),
    Index("ix_loaded_records_age", "loaded_at"),
)

# Nothing here is more than a digest of matches: `recompute-ratings` fills it anew.
ratings = Table(
    "ratings",
    metadata,
    Column("scope_id", DiscordId, primary_key=True, autoincrement=False),
    Column("game_type", String(16), primary_key=True),
    Column("scoring", String(16), primary_key=True),
    Column("size", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    # By mu and sigma; a column of its own, so that the best are found by an index.
    Column("worth", Double, nullable=False),
    Index("ix_ratings_of_player", "player_id"),
    Index("ix_ratings_best", "scope_id", "game_type", "scoring", "size", "worth", "player_id"),
)

synced_commands = Table(
    "synced_commands",
    metadata,
    Column("application_id", DiscordId, primary_key=True, autoincrement=False),
    Column("fingerprint", String(64), nullable=False),
)
