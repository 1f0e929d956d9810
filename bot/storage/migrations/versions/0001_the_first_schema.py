"""The first schema: players, challenges, matches and their actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("theme", sa.String(16)),
        sa.Column("called_by", sa.String(16), nullable=False, server_default="mention"),
        sa.Column("shows_legal_cells", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("confirms_typed_turns", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("language", sa.String(16)),
        sa.Column("time_zone", sa.String(64)),
        sa.Column("reminded_from", sa.Integer),
        sa.Column("reminded_until", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("theme", sa.String(16), nullable=False),
        *_option_columns(),
        sa.Column("first", sa.String(16), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("days_open", sa.Integer, nullable=False),
        sa.Column("opens_threads", sa.Boolean, nullable=False),
        sa.Column("announces_results", sa.Boolean, nullable=False),
        sa.Column("is_off", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
    )
    op.create_table(
        "synced_commands",
        sa.Column("application_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("application_id", name="pk_synced_commands"),
    )
    _create_challenges()
    op.create_table(
        "series",
        sa.Column("id", row_id, nullable=False),
        sa.Column("best_of", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
    )
    _create_matches()
    op.create_table(
        "actions",
        sa.Column("match_id", row_id, nullable=False),
        sa.Column("ply", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.Column("written", sa.String(16), nullable=False),
        sa.Column("is_planned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("acted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_actions_match_id_matches"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_actions_player_id_players"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_actions"),
    )
    op.create_index("ix_actions_of_player", "actions", ["player_id"])
    _create_planned_replies()
    _create_outbox()
    _create_proposals()
    op.create_table(
        "loaded_records",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("written", sa.Text, nullable=False),
        sa.Column("loaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_loaded_records"),
    )
    op.create_index("ix_loaded_records_age", "loaded_records", ["loaded_at"])
    op.create_table(
        "ratings",
        sa.Column("scope_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game_type", sa.String(16), nullable=False),
        sa.Column("scoring", sa.String(16), nullable=False),
        sa.Column("size", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("worth", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id_players"),
        sa.PrimaryKeyConstraint("scope_id", "game_type", "scoring", "size", "player_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_of_player", "ratings", ["player_id"])
    variant = ["scope_id", "game_type", "scoring", "size"]
    op.create_index("ix_ratings_best", "ratings", [*variant, "worth", "player_id"])


def _create_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", row_id, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("parent_id", sa.BigInteger),
        sa.Column("challenger_id", sa.BigInteger, nullable=False),
        sa.Column("opponent_id", sa.BigInteger),
        *_option_columns(),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("first", sa.String(16), nullable=False),
        sa.Column("best_of", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.ForeignKeyConstraint(
            ["challenger_id"], ["players.id"], name="fk_challenges_challenger_id_players"
        ),
        sa.ForeignKeyConstraint(["opponent_id"], ["players.id"], name="fk_challenges_opponent_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_open_in_channel", "challenges", ["channel_id", "state", "id"])
    op.create_index("ix_challenges_open_by_challenger", "challenges", ["challenger_id", "state", "id"])
    op.create_index("ix_challenges_open_to_opponent", "challenges", ["opponent_id", "state", "id"])
    op.create_index("ix_challenges_due", "challenges", ["state", "expires_at", "id"])


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", row_id, nullable=False),
        sa.Column("scope_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("parent_id", sa.BigInteger),
        sa.Column("is_homeless", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("first_id", sa.BigInteger, nullable=False),
        sa.Column("second_id", sa.BigInteger, nullable=False),
        *_option_columns(),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("series_id", row_id),
        sa.Column("series_game", sa.Integer),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("ending", sa.String(16)),
        sa.Column("winner", sa.Integer),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("message_ply", sa.Integer),
        sa.Column("takebacks", sa.Integer, nullable=False, server_default="0"),
        sa.Column("turn_began_at", sa.DateTime(timezone=True)),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("calls", sa.Integer, nullable=False, server_default="0"),
        sa.Column("call_at", sa.DateTime(timezone=True)),
        sa.Column("is_decided", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("named_komi", sa.String(16)),
        sa.Column("choice", sa.String(8)),
        sa.CheckConstraint("(ending IS NULL) = (ended_at IS NULL)", name=op.f("ck_matches_ended_once")),
        sa.CheckConstraint(
            "ending IS NULL OR call_at IS NULL", name=op.f("ck_matches_calls_nobody_at_the_end")
        ),
        sa.CheckConstraint(
            "(ending IS NULL OR ending IN ('drawn', 'cancelled')) = (winner IS NULL)",
            name=op.f("ck_matches_won_or_not"),
        ),
        sa.ForeignKeyConstraint(["first_id"], ["players.id"], name="fk_matches_first_id_players"),
        sa.ForeignKeyConstraint(["second_id"], ["players.id"], name="fk_matches_second_id_players"),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name="fk_matches_series_id_series"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("scope_id", "number", name="uq_matches_scope_id"),
        sa.UniqueConstraint("series_id", "series_game", name="uq_matches_series_id"),
    )
    running = sa.column("ended_at").is_(None)
    _create_partial_index("ix_matches_running_first", ["first_id", "ended_at", "channel_id", "id"], running)
    _create_partial_index("ix_matches_running_second", ["second_id", "ended_at", "channel_id", "id"], running)
    _create_partial_index("ix_matches_running_in_channel", ["channel_id", "id"], running)
    _create_partial_index("ix_matches_running_in_threads", ["parent_id", "id"], running)
    _create_partial_index("ix_matches_due", ["call_at", "id"], sa.column("call_at").is_not(None))
    variant = ["scope_id", "game_type", "scoring"]
    _create_partial_index(
        "ix_matches_decided", [*variant, "ended_at", "id"], sa.column("is_decided", sa.Boolean) == sa.true()
    )
    op.create_index("ix_matches_in_channel", "matches", ["channel_id", "ended_at", "id"])
    op.create_index("ix_matches_between", "matches", ["first_id", "second_id", "scope_id", "ended_at", "id"])
    counted = [*variant, "size", "winner", "named_komi", "choice", "is_decided", "ending"]
    op.create_index("ix_matches_results_of_first", "matches", ["first_id", *counted, "second_id"])
    op.create_index("ix_matches_results_of_second", "matches", ["second_id", *counted, "first_id"])


def _create_partial_index(name: str, columns: list[str], where: sa.ColumnElement[bool]) -> None:
    """An index of those matches alone for which a condition holds."""
    op.create_index(name, "matches", columns, sqlite_where=where, postgresql_where=where)


def _create_planned_replies() -> None:
    op.create_table(
        "planned_replies",
        sa.Column("match_id", row_id, nullable=False),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.Column("ply", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("takebacks", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("expected", sa.String(16), nullable=False),
        sa.Column("reply", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_planned_replies_match_id_matches"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_planned_replies_player_id_players"),
        sa.PrimaryKeyConstraint(
            "match_id", "player_id", "ply", "takebacks", "expected", name="pk_planned_replies"
        ),
    )
    op.create_index("ix_planned_replies_of_player", "planned_replies", ["player_id"])


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("kind", "subject_id", name="pk_outbox"),
    )
    op.create_index("ix_outbox_due", "outbox", ["due_at", "since", "kind", "subject_id"])


def _create_proposals() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", row_id, nullable=False),
        sa.Column("match_id", row_id, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_proposals_match_id_matches"),
        sa.ForeignKeyConstraint(["by_id"], ["players.id"], name="fk_proposals_by_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_proposals"),
    )
    op.create_index("ix_proposals_of_match", "proposals", ["match_id", "state", "id"])
    op.create_index("ix_proposals_of_player", "proposals", ["by_id"])


def _option_columns() -> tuple[sa.Column[int], sa.Column[str], sa.Column[str]]:
    return (
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("game_type", sa.String(16), nullable=False),
        sa.Column("scoring", sa.String(16), nullable=False),
    )
