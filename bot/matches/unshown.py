"""Keeping in mind, in the transaction that changes something, that the change has to be shown."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from bot.matches.finding import MatchId
from bot.matches.match import Match
from bot.storage import (
    ChallengeRecord,
    MatchMessage,
    OutboxEntry,
    OutboxKind,
    ProposalRecord,
    Transaction,
)

GRACE = timedelta(seconds=30)
"""How long whoever changed something has to show it, before it is taken for left undone."""
AT_ONCE = timedelta(0)
"""The same where nobody is about to show it, so that there is nothing to wait for."""


async def to_show(
    transaction: Transaction, entry: OutboxEntry, now: datetime, grace: timedelta = GRACE
) -> None:
    """Have something shown by whoever finds it, if that is not done within ``grace``."""
    if entry.kind is OutboxKind.MATCH:
        await _to_look_for_strays(transaction, entry, now)
    await transaction.outbox.put(entry, now, now + grace)


async def _to_look_for_strays(transaction: Transaction, entry: OutboxEntry, now: datetime) -> None:
    """Have the buttons taken from boards that nobody noted, if there may be any.

    The turn before may have been shown without being noted: nobody knows then by which message.
    """
    before = await transaction.outbox.find(OutboxKind.MATCH, entry.subject_id)
    if before is None or before.entry.state == entry.state:
        return
    known = await transaction.outbox.find(OutboxKind.STRAY, entry.subject_id)
    stray = OutboxEntry(OutboxKind.STRAY, entry.subject_id, entry.state)
    # Were it put off by each turn, it would never be its turn in a bot that is killed again and again.
    await transaction.outbox.put(stray, before.since, known.due_at if known else now + GRACE)


def match_entry(match: Match) -> OutboxEntry:
    """A match as it stands."""
    state = f"{MatchId.of(match).written}{' over' if match.is_over else ''}"
    return OutboxEntry(OutboxKind.MATCH, match.record.id, state)


def outdated_entry(match: Match, message: MatchMessage) -> OutboxEntry:
    """A message that shows an earlier position of a match, or what was taken back."""
    shown = MatchId(match.record.id, message.ply, match.takebacks)
    return OutboxEntry(OutboxKind.OUTDATED, message.id, shown.written)


def call_entry(match: Match, kind: StrEnum) -> OutboxEntry:
    """Something that is told about the time of a turn, named by how often something was by then."""
    told = f"{match.ply}.{match.takebacks} {kind} {match.record.clock.calls}"
    return OutboxEntry(OutboxKind.CALL, match.record.id, told)


def time_entry(match: Match) -> OutboxEntry:
    """The board of a match that is to tell till when its turn is due now."""
    return OutboxEntry(OutboxKind.TIME, match.record.id, str(match.deadline and match.deadline.timestamp()))


def challenge_entry(challenge: ChallengeRecord) -> OutboxEntry:
    return OutboxEntry(OutboxKind.CHALLENGE, challenge.id, challenge.state)


def proposal_entry(proposal: ProposalRecord) -> OutboxEntry:
    return OutboxEntry(OutboxKind.PROPOSAL, proposal.id, proposal.state)
