"""A match as it stands: what is stored of it, and the game that its actions replay to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.matches.series import SeriesScore
from bot.storage import Ending, MatchMessage, MatchRecord, Person, Place, StoredAction, Transaction
from engine import Cell, Color, Game, Player
from rendering import Ending as DrawnEnding
from rendering import Outcome

_EARLY = {
    Ending.RESIGNED: DrawnEnding.RESIGNED,
    Ending.OUT_OF_TIME: DrawnEnding.OUT_OF_TIME,
    Ending.DRAWN: DrawnEnding.DRAWN,
    Ending.CANCELLED: DrawnEnding.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class Match:
    """A match and its game. The game is the replay of the stored actions; treat it as read-only.

    ``before`` are the games before it in its series, if it is of one. ``planned`` are the plies
    of actions in turns that were planned as replies to the turns before them.
    """

    record: MatchRecord
    game: Game
    before: tuple[MatchRecord, ...] = ()
    planned: frozenset[int] = frozenset()

    @classmethod
    async def load(cls, transaction: Transaction, record: MatchRecord) -> Match:
        actions = await transaction.matches.actions_of(record.id)
        games = await transaction.matches.of_series(record.series.series_id) if record.series else []
        return cls._of(record, actions, games)

    @classmethod
    async def load_all(cls, transaction: Transaction, records: Sequence[MatchRecord]) -> list[Match]:
        """Several matches, for which no more is asked than for one."""
        actions = await transaction.matches.actions_of_each([record.id for record in records])
        of_series = {record.series.series_id for record in records if record.series}
        games = await transaction.matches.of_each_series(list(of_series))
        return [
            cls._of(record, actions[record.id], games[record.series.series_id] if record.series else [])
            for record in records
        ]

    @classmethod
    def _of(cls, record: MatchRecord, actions: Sequence[StoredAction], games: Sequence[MatchRecord]) -> Match:
        game = Game.replay(record.options, [action.written for action in actions])
        planned = frozenset(ply for ply, action in enumerate(actions) if action.is_planned)
        before = games[: record.series.number - 1] if record.series else []
        return cls(record, game, tuple(before), planned)

    @classmethod
    async def get(cls, transaction: Transaction, match_id: int) -> Match:
        """The match with an id that is known to be one's."""
        record = await transaction.matches.get(match_id)
        assert record is not None  # Matches are never deleted.
        return await cls.load(transaction, record)

    @property
    def number(self) -> int:
        return self.record.number

    @property
    def place(self) -> Place:
        return self.record.place

    @property
    def ply(self) -> int:
        """How many actions have been played. A button carries it to say which position it was made for."""
        return len(self.game.actions)

    @property
    def takebacks(self) -> int:
        """How often actions were taken back. A button carries it beside the ply, which comes again then."""
        return self.record.takebacks

    @property
    def replied_to(self) -> Match | None:
        """The match before its last turn, if that was planned as a reply to the turn before."""
        before_last = self.ply - len(self.game.last_turn)
        return self.at(before_last) if before_last in self.planned else None

    @property
    def board(self) -> MatchMessage | None:
        """The message that shows the match as it stands, if it is known."""
        message = self.record.message
        return message if message and message.ply == self.ply else None

    @property
    def has_stones(self) -> bool:
        """Whether anybody has placed a stone."""
        return any(isinstance(action, Cell) for action in self.game.actions)

    @property
    def is_over(self) -> bool:
        return self.record.ending is not None

    @property
    def people(self) -> tuple[Person, Person]:
        return self.record.first, self.record.second

    @property
    def to_act(self) -> Person | None:
        """Whose turn it is; None once the match is over."""
        if self.is_over or self.game.player_to_act is None:
            return None
        return self.person(self.game.player_to_act)

    def is_turn_of(self, person_id: int) -> bool:
        """Whether somebody is the player to act."""
        return self.to_act is not None and self.to_act.id == person_id

    @property
    def deadline(self) -> datetime | None:
        """Till when the turn that is due has to be made; None without a limit, and once the match is over."""
        return self.record.clock.deadline

    @property
    def winner(self) -> Person | None:
        return self.record.winner and self.person(self.record.winner)

    @property
    def series(self) -> SeriesScore | None:
        """How its series stands, itself counted once it is over; None for a single match."""
        return SeriesScore.of((*self.before, self.record)) if self.record.series else None

    @property
    def early_end(self) -> Outcome | None:
        """How the match ended if not with the game's last stone."""
        early = _EARLY.get(self.record.ending) if self.record.ending else None
        return early and Outcome(early, self.record.winner)

    def person(self, player: Player) -> Person:
        return self.record.person(player)

    def person_with(self, color: Color) -> Person | None:
        """Who plays a colour; None until it is chosen."""
        player = self.game.player_of(color)
        return player and self.person(player)

    def player(self, person_id: int) -> Player | None:
        """Which player somebody is in this match; None for everybody else."""
        return next((player for player in Player if self.person(player).id == person_id), None)

    def opponent_of(self, person_id: int) -> Person:
        """The player who is not this person."""
        return next(person for person in self.people if person.id != person_id)

    def color_of(self, person: Person) -> Color | None:
        player = self.player(person.id)
        return player and self.game.color_of(player)

    def at(self, ply: int) -> Match:
        """The match as it was after ``ply`` actions, still running; itself where it has no more."""
        if ply >= self.ply:
            return self
        earlier = Game.replay(self.record.options, self.game.actions[:ply])
        return replace(self, record=replace(self.record, ending=None, winner=None), game=earlier)


@dataclass(frozen=True, slots=True)
class Replay:
    """A match gone through again: how it stood at one point, of ``last_ply`` at the most."""

    shown: Match
    last_ply: int


def in_turn_order(matches: Sequence[Match], person_id: int) -> list[Match]:
    """Matches that wait for a person first, then the others, each group in the given order."""
    return sorted(matches, key=lambda match: not match.is_turn_of(person_id))


def in_inbox_order(matches: Sequence[Match], person_id: int) -> list[Match]:
    """Matches that wait for a person first, then the others; in each group the longest wait on top."""
    return in_turn_order(sorted(matches, key=_waits_since), person_id)


def _waits_since(match: Match) -> float:
    began_at = match.record.clock.began_at
    return began_at.timestamp() if began_at else 0
