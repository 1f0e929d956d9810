"""The ways in which a use case says no. Each holds what its wording needs; `bot.messages` words it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.matches.match import Match
from bot.records import RecordError, Spot
from bot.storage import ChallengeRecord, Person, ProposalRecord
from engine import IllegalAction, NotationError


class Refusal(Exception):
    """What was asked is not allowed. Nothing was changed.

    The refusals are not frozen, since Python itself writes an exception's traceback and cause.
    """


@dataclass(eq=False)
class ActorIsABot(Refusal):
    """A bot asked for something."""


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
class CannotAskDiscord(Refusal):
    """Whether the other player can see the channel can't be learnt now."""

    opponent: Person


@dataclass(eq=False)
class OpponentIsDeleted(Refusal):
    """Somebody wanted to play on with a person who has deleted their data, whoever that was."""


@dataclass(eq=False)
class NobodyElseHere(Refusal):
    """A challenge in a conversation with nobody but the bot."""


@dataclass(eq=False)
class AlreadyChallenged(Refusal):
    """The same challenge to the same person is still open."""

    challenge: ChallengeRecord


@dataclass(eq=False)
class OfferedAlready(Refusal):
    """The other player's challenge to the same rematch is open: it has only to be accepted."""

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
    """Several matches could be meant: ``matches``, those that wait for the person first, and ``more``."""

    matches: Sequence[Match]
    more: int = 0


@dataclass(eq=False)
class NoSuchMatch(Refusal):
    """There is no such match in this channel."""


@dataclass(eq=False)
class NotWaiting(Refusal):
    """A reply can be planned only to a turn of stones of the other player, while that is due."""

    match: Match
    is_own_turn: bool


@dataclass(eq=False)
class NothingToReplyTo(Refusal):
    """Somebody wanted to plan a reply to a turn that ends the game."""

    match: Match


@dataclass(eq=False)
class TooManyReplies(Refusal):
    """A player has planned as many replies to one turn as they may."""

    match: Match
    limit: int


@dataclass(eq=False)
class HalfAReply(Refusal):
    """Somebody gave only one of the turns that a planned reply consists of."""


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
class NothingToTakeBack(Refusal):
    """A player who has not acted yet asked for a takeback."""

    match: Match


@dataclass(eq=False)
class StonesArePlaced(Refusal):
    """Somebody asked to cancel a match in which a stone is placed already."""

    match: Match


@dataclass(eq=False)
class AlreadyProposed(Refusal):
    """The same is proposed already, and the answer is due."""

    match: Match
    proposal: ProposalRecord


@dataclass(eq=False)
class AlreadyDeclined(Refusal):
    """The same was declined in this very position."""

    match: Match
    proposal: ProposalRecord


@dataclass(eq=False)
class NoSuchProposal(Refusal):
    """There is no such proposal in this channel."""


@dataclass(eq=False)
class NotTheOneAsked(Refusal):
    """Only the player to whom something was proposed may accept or decline it."""

    match: Match
    proposal: ProposalRecord


@dataclass(eq=False)
class ProposalEnded(Refusal):
    """The proposal is not open any more; its state says why."""

    match: Match
    proposal: ProposalRecord


@dataclass(eq=False)
class NobodyIsLate(Refusal):
    """Somebody asked for what only a player may who waits in a match with a time limit."""

    match: Match


@dataclass(eq=False)
class TimeNotUp(Refusal):
    """The other player still has time for their turn."""

    match: Match


@dataclass(eq=False)
class NoKomiDue(Refusal):
    """Somebody wanted to name komi, or to know a fair one, where none is to be named now."""

    match: Match


@dataclass(eq=False)
class PositionMovedOn(Refusal):
    """The button was made for another position of the match, after ``ply`` of its actions.

    ``ply`` is None where those were taken back since.
    """

    match: Match
    ply: int | None = None


@dataclass(eq=False)
class WrongStoneCount(Refusal):
    """A turn was given with more or fewer stones than are due; ``given`` says how many."""

    match: Match
    given: int


@dataclass(eq=False)
class NoStoneDue(Refusal):
    """Somebody wanted to place a stone, or to see what it would do, while a choice is due."""

    match: Match


@dataclass(eq=False)
class NotOffered(Refusal):
    """What was chosen is none of the entries that were offered."""


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


@dataclass(eq=False)
class RecordUnreadable(Refusal):
    """A file is not the record of a game."""

    problem: RecordError


@dataclass(eq=False)
class RecordedActionRefused(Refusal):
    """The rules of the game don't allow an action of a record, or can't read it; ``match`` is before it."""

    match: Match
    error: IllegalAction | NotationError
    spot: Spot


@dataclass(eq=False)
class RecordForgotten(Refusal):
    """The loaded record whose button was pressed is not kept any more."""


@dataclass(eq=False)
class FileUnavailable(Refusal):
    """An attached file can't be fetched."""


@dataclass(eq=False)
class MatchAndFile(Refusal):
    """Somebody named a match whose record they want, and attached one."""


@dataclass(eq=False)
class TooOften(Refusal):
    """Somebody lets the bot do more than one person may in so short a time."""

    again_at: datetime
