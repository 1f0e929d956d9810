"""Keeping in mind, in the transaction that changes something, that the change has to be shown."""

from __future__ import annotations

from datetime import datetime, timedelta

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
        before = await transaction.outbox.state_of(entry.kind, entry.subject_id)
        if before not in (None, entry.state):
            # The turn before may have been shown without being noted: nobody knows then by which message.
            stray = OutboxEntry(OutboxKind.STRAY, entry.subject_id, state="")
            await transaction.outbox.put(stray, now + GRACE)
    await transaction.outbox.put(entry, now + grace)


async def to_retire(transaction: Transaction, match: Match, outdated: MatchMessage, now: datetime) -> None:
    """The same for taking the buttons from the message that showed a match as it stood before."""
    if await transaction.outbox.state_of(OutboxKind.STRAY, match.record.id) is None:
        await transaction.outbox.put(stray_entry(match, outdated), now + GRACE)


def match_entry(match: Match, outdated: MatchMessage | None = None) -> OutboxEntry:
    """A match as it stands; ``outdated`` is the message that shows it as it stood before."""
    state = f"{MatchId.of(match).written}{' over' if match.is_over else ''}"
    return OutboxEntry(OutboxKind.MATCH, match.record.id, state, outdated=outdated)


def stray_entry(match: Match, outdated: MatchMessage | None = None) -> OutboxEntry:
    """That another message than the one about a match as it stands may have buttons."""
    return OutboxEntry(OutboxKind.STRAY, match.record.id, MatchId.of(match).written, outdated=outdated)


def challenge_entry(challenge: ChallengeRecord) -> OutboxEntry:
    return OutboxEntry(OutboxKind.CHALLENGE, challenge.id, challenge.state)


def proposal_entry(proposal: ProposalRecord) -> OutboxEntry:
    return OutboxEntry(OutboxKind.PROPOSAL, proposal.id, proposal.state)
