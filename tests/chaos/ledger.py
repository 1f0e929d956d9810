"""The bot's database, read from another process while the bot writes it or is dead."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.storage import ProposalKind
from engine import Game, GameOptions, GameType, Scoring

# In one statement, so that actions and match are of the same moment.
MATCHES = """
SELECT id, number, channel_id, first_id, second_id, size, game_type, scoring, takebacks, ending, winner, (
    SELECT json_group_array(json_array(player_id, written))
    FROM (SELECT player_id, written FROM actions WHERE match_id = matches.id ORDER BY ply)
) FROM matches
"""

# What is taken back is deleted, so it is written down when it is stored, in the bot's own transaction.
JOURNAL = """
CREATE TABLE IF NOT EXISTS chaos_journal (
    match_id INTEGER, takebacks INTEGER, ply INTEGER, player_id INTEGER, written TEXT
);
CREATE TRIGGER IF NOT EXISTS chaos_keeps_journal AFTER INSERT ON actions BEGIN
    INSERT INTO chaos_journal SELECT id, takebacks, NEW.ply, NEW.player_id, NEW.written
    FROM matches WHERE id = NEW.match_id;
END;
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

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep_journal(self) -> None:
        """Have all actions written down, also those that are taken back later."""
        with closing(sqlite3.connect(self._path)) as connection:
            connection.executescript(JOURNAL)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(query, values).fetchall()

    def matches(self) -> list[StoredMatch]:
        """All matches, the oldest first."""
        return [_match(*row) for row in self.rows(f"{MATCHES} ORDER BY id")]

    def latest(self, channel_id: int, options: GameOptions) -> StoredMatch | None:
        """The latest match with such options in a channel."""
        found = self.rows(
            f"{MATCHES} WHERE (channel_id, size, game_type, scoring) = (?, ?, ?, ?) ORDER BY id DESC LIMIT 1",
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
        for match_id, takebacks, ply, *action in self.rows("SELECT * FROM chaos_journal ORDER BY rowid"):
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
    actions: str,
) -> StoredMatch:
    options = GameOptions(size, GameType(game_type), Scoring(scoring))
    stored = tuple(Action(*row) for row in json.loads(actions))
    return StoredMatch(
        match_id, number, channel_id, (first, second), options, takebacks, ending, winner, stored
    )
