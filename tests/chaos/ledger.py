"""The bot's database, read from another process while the bot writes it or is dead."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL

from bot.storage import ProposalKind
from bot.storage.addresses import is_sqlite
from engine import Game, GameOptions, GameType, Scoring
from tests.storage.contents import changing, connected

# In one statement, so that actions and match are of the same moment.
MATCHES = """
SELECT id, number, channel_id, first_id, second_id, size, game_type, scoring, takebacks, ending, winner, (
    SELECT {list}({pair}(player_id, written){order})
    FROM (SELECT ply, player_id, written FROM actions WHERE match_id = matches.id ORDER BY ply) AS played
) FROM matches
"""
SQLITE_MATCHES = MATCHES.format(list="json_group_array", pair="json_array", order="")
POSTGRESQL_MATCHES = MATCHES.format(list="json_agg", pair="json_build_array", order=" ORDER BY ply")

# What is taken back is deleted, so it is written down when it is stored, in the bot's own transaction.
WRITE_DOWN = """
INSERT INTO chaos_journal (match_id, takebacks, ply, player_id, written)
SELECT id, takebacks, NEW.ply, NEW.player_id, NEW.written FROM matches WHERE id = NEW.match_id;
"""
JOURNAL = """
CREATE TABLE IF NOT EXISTS chaos_journal (
    id {number}, match_id INTEGER, takebacks INTEGER, ply INTEGER, player_id BIGINT, written TEXT
);
"""
SQLITE_JOURNAL = f"""
{JOURNAL.format(number="INTEGER PRIMARY KEY")}
CREATE TRIGGER IF NOT EXISTS chaos_keeps_journal AFTER INSERT ON actions BEGIN {WRITE_DOWN} END;
"""
POSTGRESQL_JOURNAL = f"""
{JOURNAL.format(number="SERIAL PRIMARY KEY")}
CREATE FUNCTION chaos_writes_down() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN {WRITE_DOWN} RETURN NEW; END $$;
CREATE TRIGGER chaos_keeps_journal AFTER INSERT ON actions
FOR EACH ROW EXECUTE FUNCTION chaos_writes_down();
"""


@dataclass(frozen=True, slots=True)
class Action:
    """A stored action."""

    player_id: int
    written: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is stored, with nothing of the bot's own reading code in between."""

    id: int
    number: int
    channel_id: int
    players: tuple[int, int]
    options: GameOptions
    takebacks: int
    ending: str | None
    winner: int | None
    actions: tuple[Action, ...]

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def game(self) -> Game:
        """The replay of the stored actions. Raises IllegalAction where they don't make a game."""
        return Game.replay(self.options, [action.written for action in self.actions])


@dataclass(frozen=True, slots=True)
class StoredProposal:
    """A proposal as it is stored."""

    id: int
    match_id: int
    kind: ProposalKind
    by_id: int
    state: str
    ply: int
    takebacks: int

    def is_open_in(self, match: StoredMatch) -> bool:
        """Whether it can be answered in a match as that stands."""
        position = len(match.actions), match.takebacks
        return self.state == "open" and (self.ply, self.takebacks) == position and not match.is_over


class Ledger:
    """Reads alone, so that whatever a kill leaves behind is for the next bot to heal."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._is_sqlite = is_sqlite(url)
        self._matches = SQLITE_MATCHES if self._is_sqlite else POSTGRESQL_MATCHES

    def keep_journal(self) -> None:
        """Have all actions written down, also those that are taken back later."""
        if self._is_sqlite:
            with closing(sqlite3.connect(str(self._url.database))) as connection:
                connection.executescript(SQLITE_JOURNAL)
        else:
            with changing(self._url) as connection:
                connection.execute(POSTGRESQL_JOURNAL)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""
        if not self._is_sqlite:
            with connected(self._url) as connection:
                found: list[tuple[Any, ...]] = connection.execute(query.replace("?", "%s"), values).fetchall()
                return found
        address = f"file:{self._url.database}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=10)) as connection:
            return connection.execute(query, values).fetchall()

    def matches(self) -> list[StoredMatch]:
        """All matches, the oldest first."""
        return [_match(*row) for row in self.rows(f"{self._matches} ORDER BY id")]

    def latest(self, channel_id: int, options: GameOptions) -> StoredMatch | None:
        """The latest match with such options in a channel."""
        found = self.rows(
            f"{self._matches} WHERE (channel_id, size, game_type, scoring) = (?, ?, ?, ?)"
            " ORDER BY id DESC LIMIT 1",
            *(channel_id, options.size, options.game_type, options.scoring),
        )
        return _match(*found[0]) if found else None

    def open_challenge(self, channel_id: int, options: GameOptions) -> tuple[int, int] | None:
        """The id and the challenger of the open challenge with such options in a channel."""
        found = self.rows(
            "SELECT id, challenger_id FROM challenges"
            " WHERE (channel_id, size, game_type, scoring, state) = (?, ?, ?, ?, 'open') ORDER BY id LIMIT 1",
            *(channel_id, options.size, options.game_type, options.scoring),
        )
        return found[0] if found else None

    def proposals(self) -> list[StoredProposal]:
        """All proposals, the oldest first."""
        found = self.rows(
            "SELECT id, match_id, kind, by_id, state, ply, takebacks FROM proposals ORDER BY id"
        )
        return [
            StoredProposal(id, match_id, ProposalKind(kind), *rest) for id, match_id, kind, *rest in found
        ]

    def open_proposal(self, match: StoredMatch) -> StoredProposal | None:
        """What can be answered in a match."""
        found = (one for one in self.proposals() if one.match_id == match.id and one.is_open_in(match))
        return next(found, None)

    def journal(self) -> dict[tuple[int, int, int], list[Action]]:
        """What was ever stored as which ply of which match, after how many takebacks."""
        found: dict[tuple[int, int, int], list[Action]] = {}
        for match_id, takebacks, ply, *action in self.rows(
            "SELECT match_id, takebacks, ply, player_id, written FROM chaos_journal ORDER BY id"
        ):
            found.setdefault((match_id, takebacks, ply), []).append(Action(*action))
        return found

    @property
    def unshown(self) -> list[str]:
        """What kinds of things the outbox has."""
        return [kind for (kind,) in self.rows("SELECT kind FROM outbox")]


def _match(
    match_id: int,
    number: int,
    channel_id: int,
    first: int,
    second: int,
    size: int,
    game_type: str,
    scoring: str,
    takebacks: int,
    ending: str | None,
    winner: int | None,
    actions: str | list[tuple[int, str]] | None,
) -> StoredMatch:
    options = GameOptions(size, GameType(game_type), Scoring(scoring))
    # PostgreSQL's driver reads JSON by itself, and makes nothing of no rows.
    listed = json.loads(actions) if isinstance(actions, str) else actions or ()
    stored = tuple(Action(*row) for row in listed)
    return StoredMatch(
        match_id, number, channel_id, (first, second), options, takebacks, ending, winner, stored
    )
