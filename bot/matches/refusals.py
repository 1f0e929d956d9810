"""The ways in which a use case says no. Each holds what its wording needs; `bot.messages` words it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.match import Match
from bot.storage import ChallengeRecord, Person
from engine import IllegalAction, NotationError


class Refusal(Exception):
    """What was asked is not allowed. Nothing was changed.

    The refusals are not frozen, since Python itself writes an exception's traceback and cause.
    """


@dataclass(eq=False)
class OpponentIsYourself(Refusal):
    """Somebody challenged themselves."""


@dataclass(eq=False)
class OpponentIsABot(Refusal):
    """Somebody challenged a bot."""


@dataclass(eq=False)
class OpponentCannotSee(Refusal):
    """Somebody challenged a person who can't see the channel."""

    opponent: Person


@dataclass(eq=False)
class NobodyElseHere(Refusal):
    """A challenge in a conversation with nobody but the bot."""


@dataclass(eq=False)
class AlreadyChallenged(Refusal):
    """The same challenge to the same person is still open."""

    challenge: ChallengeRecord


@dataclass(eq=False)
class TooManyChallenges(Refusal):
    """A person has as many open challenges as they may."""

    limit: int


@dataclass(eq=False)
class NoSuchChallenge(Refusal):
    """There is no such challenge in this channel."""


@dataclass(eq=False)
class ChallengeEnded(Refusal):
    """The challenge is not open any more; its state says how it ended."""

    challenge: ChallengeRecord


@dataclass(eq=False)
class NotTheOpponent(Refusal):
    """Only the person challenged may accept or decline."""

    challenge: ChallengeRecord


@dataclass(eq=False)
class NotTheChallenger(Refusal):
    """Only the challenger may withdraw."""

    challenge: ChallengeRecord


@dataclass(eq=False)
class OwnChallenge(Refusal):
    """A challenger tried to accept their own open challenge."""

    challenge: ChallengeRecord


@dataclass(eq=False)
class NotAModerator(Refusal):
    """Somebody without the right to manage the server tried to change a channel's settings."""


@dataclass(eq=False)
class NoMatchHere(Refusal):
    """The person has no running match in this channel."""


@dataclass(eq=False)
class WhichMatch(Refusal):
    """Several matches could be meant; ``matches`` are they, those that wait for the person first."""

    matches: Sequence[Match]


@dataclass(eq=False)
class NoSuchMatch(Refusal):
    """There is no such match in this channel."""


@dataclass(eq=False)
class NotAPlayer(Refusal):
    """Somebody who doesn't play in the match tried to act in it."""

    match: Match


@dataclass(eq=False)
class NotYourTurn(Refusal):
    """A player tried to act while it is the other's turn."""

    match: Match


@dataclass(eq=False)
class MatchOver(Refusal):
    """The match has ended."""

    match: Match


@dataclass(eq=False)
class MatchNotOver(Refusal):
    """The match still runs, so there can be no rematch of it yet."""

    match: Match


@dataclass(eq=False)
class PositionMovedOn(Refusal):
    """The button was made for an earlier position of the match."""

    match: Match


@dataclass(eq=False)
class WrongStoneCount(Refusal):
    """A turn was given with more or fewer stones than are due; ``given`` says how many."""

    match: Match
    given: int


@dataclass(eq=False)
class NoSuchPosition(Refusal):
    """The match doesn't have that many actions: it has ``last_ply``."""

    last_ply: int


@dataclass(eq=False)
class ActionRefused(Refusal):
    """The rules of the game don't allow the action, or can't read it.

    ``match`` is as it stood when the action was refused: after the first stone if it was the second's turn.
    """

    match: Match
    error: IllegalAction | NotationError
