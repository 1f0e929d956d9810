"""What is stored, as values: the shapes in which rows enter and leave the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from engine import GameOptions, Player
from rendering import ThemeName


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user and the name they were last seen under (raw: escape it before showing it)."""

    id: int
    name: str

    @property
    def is_deleted(self) -> bool:
        """Whether this is the nameless player who has taken the place of somebody."""
        return not self.name


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was agreed: a channel, and its server unless it is a private conversation.

    ``parent_id`` is the channel that a thread belongs to, unless it is a private one.
    """

    guild_id: int | None
    channel_id: int
    parent_id: int | None = field(default=None, compare=False)

    @property
    def scope_id(self) -> int:
        """What matches are numbered in: the server, or the private channel itself."""
        return self.guild_id or self.channel_id

    @property
    def settings_id(self) -> int:
        """The channel whose settings apply: a thread has those of the channel that it belongs to."""
        return self.parent_id or self.channel_id


class FirstPlayer(StrEnum):
    """Who names komi or places the first stone, from the challenger's side."""

    RANDOM = "random"
    CHALLENGER = "challenger"
    OPPONENT = "opponent"


class Pace(StrEnum):
    """How many days a player has for each turn."""

    NO_LIMIT = "none"
    ONE_DAY = "1"
    THREE_DAYS = "3"
    WEEK = "7"

    @property
    def per_turn(self) -> timedelta | None:
        return None if self is Pace.NO_LIMIT else timedelta(days=int(self))


@dataclass(frozen=True, slots=True)
class TurnClock:
    """How the time of the turn that is due runs: till when, and when which player is next told about it.

    ``calls`` counts how often somebody was told in this turn; ``call_at`` is None where nobody will be.
    ``began_at`` is None once the match is over.
    """

    deadline: datetime | None = None
    calls: int = 0
    call_at: datetime | None = None
    began_at: datetime | None = None


class CalledBy(StrEnum):
    """How a player wants to be called to their turn."""

    MENTION = "mention"
    """By being mentioned under the board."""
    DIRECT_MESSAGE = "direct"
    """By a message of the bot's, and in the channel only where Discord lets none through."""
    QUIET = "quiet"
    """Not at all: they look by themselves."""


@dataclass(frozen=True, slots=True)
class ReminderHours:
    """The hours of a day in which a player wants to be reminded, from the start of one to that of another.

    ``time_zone`` is an IANA name. Hours that end before they begin go on into the next day; those that end
    when they begin are the whole day.
    """

    time_zone: str = "UTC"
    from_hour: int = 0
    until_hour: int = 0

    @property
    def are_all(self) -> bool:
        """Whether the player may be reminded at any time."""
        return self.from_hour == self.until_hour


@dataclass(frozen=True, slots=True)
class PlayerPreferences:
    """What a player has chosen for themselves; None follows the channel's theme and Discord's language."""

    theme: ThemeName | None = None
    called_by: CalledBy = CalledBy.MENTION
    shows_legal_cells: bool = True
    confirms_typed_turns: bool = False
    language: str | None = None
    hours: ReminderHours | None = None


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """What moderators have chosen for a channel; the rest of a challenge that leaves it out."""

    theme: ThemeName = ThemeName.WOOD
    options: GameOptions = field(default_factory=GameOptions)
    first: FirstPlayer = FirstPlayer.RANDOM
    pace: Pace = Pace.NO_LIMIT
    days_open: int = 7
    """How long a challenge stays open."""
    opens_threads: bool = False
    """Whether each match gets a thread of its own."""
    announces_results: bool = True
    """Whether the channel is told how a match in one of its threads ended."""
    is_off: bool = False
    """Whether no match can be begun here."""


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
    pace: Pace = Pace.NO_LIMIT
    best_of: int = 1
    days_open: int = 7


class Ending(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    """The game went to its end."""
    RESIGNED = "resigned"
    OUT_OF_TIME = "out-of-time"
    """The waiting player claimed the win when the other's time was up."""
    DRAWN = "drawn"
    """Both agreed on a draw."""
    CANCELLED = "cancelled"
    """Both agreed to drop it before either had placed a stone."""

    @property
    def has_winner(self) -> bool:
        return self not in (Ending.DRAWN, Ending.CANCELLED)


class ProposalKind(StrEnum):
    """What a player may ask the other for."""

    TAKEBACK = "takeback"
    """Back to before the asker's last turn."""
    DRAW = "draw"
    CANCEL = "cancel"


class ProposalState(StrEnum):
    """A proposal is open until exactly one of the others ends it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    LAPSED = "lapsed"
    """The match went on, or ended, before it was answered."""


@dataclass(frozen=True, slots=True)
class ProposalRecord:
    """A proposal in a match, for the position after ``ply`` actions that followed ``takebacks`` takebacks."""

    id: int
    match_id: int
    kind: ProposalKind
    by: Person
    ply: int
    takebacks: int
    state: ProposalState
    message_id: int | None


@dataclass(frozen=True, slots=True)
class StoredAction:
    """An action of a match in its written form, and whether its turn was planned in advance."""

    written: str
    is_planned: bool


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """Which game of which series a match is, counted from 1; a series of ``best_of`` games at the most."""

    series_id: int
    number: int
    best_of: int


@dataclass(frozen=True, slots=True)
class PlannedReply:
    """What a player wants played when the other plays ``expected``, both as written turns.

    It holds for the position after ``ply`` actions that followed ``takebacks`` takebacks, and for no other.
    """

    match_id: int
    player_id: int
    ply: int
    takebacks: int
    expected: str
    reply: str


@dataclass(frozen=True, slots=True)
class MatchMessage:
    """A public message about a match, and after how many actions it shows it."""

    id: int
    ply: int


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match without its actions. ``ending`` is None while it runs, ``winner`` also where nobody won.

    ``message`` is the latest about it, the one that carries its buttons. ``takebacks`` counts how often
    actions were taken back: with the number of actions it tells any two positions of the match apart.
    A match is homeless whose channel was deleted.
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
    takebacks: int = 0
    pace: Pace = Pace.NO_LIMIT
    clock: TurnClock = TurnClock()
    series: SeriesGame | None = None
    is_homeless: bool = False

    def person(self, player: Player) -> Person:
        return self.first if player is Player.FIRST else self.second
