"""A game with what belongs to it: who played, when, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from engine import Action, Game, GameOptions, Player

LONGEST_NAME = 100
LARGEST_NUMBER = 10**10 - 1


class End(StrEnum):
    """How a game ended."""

    PLAYED = "played"
    """It went to its last stone."""
    RESIGNED = "resigned"
    OUT_OF_TIME = "out of time"
    DRAWN = "drawn"
    CANCELLED = "cancelled"

    @property
    def has_winner(self) -> bool:
        return self not in (End.DRAWN, End.CANCELLED)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record of a game.

    ``actions`` make whole turns. ``first`` and ``second`` are the players' raw names, of 1 to `LONGEST_NAME`
    characters. ``end`` and ``winner`` are None while the game goes on. ``number`` is the match's where it was
    played. Moments are in UTC and of whole seconds. Raises ValueError for what can't be.
    """

    options: GameOptions
    actions: tuple[Action, ...]
    first: str
    second: str
    end: End | None = None
    winner: Player | None = None
    number: int | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None

    def __post_init__(self) -> None:
        for name in (self.first, self.second):
            if not is_name(name):
                raise ValueError(f"not a player's name: {name[:40]!r}")
        for moment in (self.started_at, self.ended_at):
            if moment and moment != whole_seconds(moment):
                raise ValueError(f"not a moment of whole seconds: {moment!r}")
        if self.number is not None and not 1 <= self.number <= LARGEST_NUMBER:
            raise ValueError(f"not a match's number: {self.number}")
        game = self.game
        if not is_at_turn_end(game):
            raise ValueError("the last turn is not complete")
        if not is_result_of(game, self.end, self.winner):
            raise ValueError(f"not how this game ended: {self.end}, {self.winner}")

    @property
    def game(self) -> Game:
        """The game as its actions replay it, at each call."""
        return Game.replay(self.options, self.actions)


def is_name(name: str) -> bool:
    """Whether a text can be a player's name. Halves of surrogate pairs are no text at all."""
    return 1 <= len(name) <= LONGEST_NAME and not any("\ud800" <= sign <= "\udfff" for sign in name)


def is_at_turn_end(game: Game) -> bool:
    """Whether no turn is half done."""
    return not game.actions or game.last_turn[-1].ends_turn


def is_result_of(game: Game, end: End | None, winner: Player | None) -> bool:
    """Whether a game can have ended like this where it stands."""
    if game.result:
        return end is End.PLAYED and winner is game.player_of(game.result.winner)
    if end is End.PLAYED:
        return False
    return (winner is not None) == (end is not None and end.has_winner)


def whole_seconds(moment: datetime) -> datetime:
    """A moment as precise as records tell it."""
    return moment.astimezone(UTC).replace(microsecond=0)
