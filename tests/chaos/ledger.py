"""The bot's database, read from another process while the bot writes it or is dead."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import Game, GameOptions, GameType, Scoring

MATCH = "id, number, channel_id, first_id, second_id, size, game_type, scoring, ending IS NOT NULL"


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
    is_over: bool
    actions: tuple[Action, ...]

    @property
    def game(self) -> Game:
        """The replay of the stored actions. Raises IllegalAction where they don't make a game."""
        return Game.replay(self.options, [action.written for action in self.actions])


class Ledger:
    """Reads alone, so that whatever a kill leaves behind is for the next bot to heal."""

    def __init__(self, path: Path) -> None:
        self._address = f"file:{path}?mode=ro"

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds; nothing while there is no database yet."""
        try:
            with closing(sqlite3.connect(self._address, uri=True, timeout=5)) as connection:
                return connection.execute(query, values).fetchall()
        except sqlite3.OperationalError:
            return []

    def matches(self) -> list[StoredMatch]:
        """All matches, the oldest first."""
        return [self._match(*row) for row in self.rows(f"SELECT {MATCH} FROM matches ORDER BY id")]

    def latest(self, channel_id: int, options: GameOptions) -> StoredMatch | None:
        """The latest match with such options in a channel."""
        found = self.rows(
            f"SELECT {MATCH} FROM matches WHERE (channel_id, size, game_type, scoring) = (?, ?, ?, ?)"
            " ORDER BY id DESC LIMIT 1",
            *(channel_id, options.size, options.game_type, options.scoring),
        )
        return self._match(*found[0]) if found else None

    def open_challenge(self, channel_id: int, options: GameOptions) -> tuple[int, int] | None:
        """The id and the challenger of the open challenge with such options in a channel."""
        found = self.rows(
            "SELECT id, challenger_id FROM challenges"
            " WHERE (channel_id, size, game_type, scoring, state) = (?, ?, ?, ?, 'open') ORDER BY id LIMIT 1",
            *(channel_id, options.size, options.game_type, options.scoring),
        )
        return found[0] if found else None

    @property
    def unshown(self) -> int:
        """How many entries the outbox has."""
        return len(self.rows("SELECT kind FROM outbox"))

    def _match(
        self,
        match_id: int,
        number: int,
        channel_id: int,
        first: int,
        second: int,
        size: int,
        game_type: str,
        scoring: str,
        is_over: int,
    ) -> StoredMatch:
        actions = self.rows(
            "SELECT player_id, written FROM actions WHERE match_id = ? ORDER BY ply", match_id
        )
        return StoredMatch(
            match_id,
            number,
            channel_id,
            (first, second),
            GameOptions(size, GameType(game_type), Scoring(scoring)),
            bool(is_over),
            tuple(Action(*row) for row in actions),
        )
