"""What is stored, as values: the shapes in which rows enter and leave the database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine import GameOptions, Player


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user and the name they were last seen under (raw: escape it before showing it)."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was agreed: a channel, and its server unless it is a private conversation."""

    guild_id: int | None
    channel_id: int

    @property
    def scope_id(self) -> int:
        """What matches are numbered in: the server, or the private channel itself."""
        return self.guild_id or self.channel_id


class FirstPlayer(StrEnum):
    """Who names komi or places the first stone, from the challenger's side."""

    RANDOM = "random"
    CHALLENGER = "challenger"
    OPPONENT = "opponent"


class ChallengeState(StrEnum):
    """A challenge is open until exactly one of the others ends it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class ChallengeRecord:
    """A challenge; ``opponent`` is None where anybody may accept it."""

    id: int
    place: Place
    challenger: Person
    opponent: Person | None
    options: GameOptions
    first: FirstPlayer
    state: ChallengeState
    expires_at: datetime
    message_id: int | None


class Ending(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    """The game went to its end."""
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class MatchMessage:
    """A public message about a match, and after how many actions it shows it."""

    id: int
    ply: int


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match without its actions. ``ending`` and ``winner`` are None while it runs.

    ``message`` is the latest about it, the one that carries its buttons.
    """

    id: int
    number: int
    place: Place
    first: Person
    second: Person
    options: GameOptions
    ending: Ending | None
    winner: Player | None
    message: MatchMessage | None
