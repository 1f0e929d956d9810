"""What is said about proposals: who asks for what, and what became of it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Proposal
from bot.messages.controls import Control, Press, Verb
from bot.messages.posts import Post
from bot.messages.words import mention, name
from bot.storage import ProposalKind, ProposalState

ASKED = {
    ProposalKind.TAKEBACK: "asks to take their last turn back",
    ProposalKind.DRAW: "offers a draw",
    ProposalKind.CANCEL: "asks to cancel the match without a result",
}
"""What somebody does who proposes each kind."""


def proposal_post(proposal: Proposal) -> Post:
    """The public message of a proposal in whichever state it is; only an open one has buttons."""
    record, match = proposal.record, proposal.match
    deed = f"{name(record.by)} {ASKED[record.kind]}."
    if record.state is not ProposalState.OPEN:
        return Post(f"~~{deed}~~\n{fate(proposal)}", details=f"-# Match {match.number}")
    controls = [
        Control.make(Press(Verb.AGREE, record.id), "Accept", ButtonStyle.success),
        Control.make(Press(Verb.DISAGREE, record.id), "Decline"),
    ]
    details = f"-# Match {match.number} · It falls away with the next turn."
    return Post(
        f"{mention(proposal.asked)}, {deed}", details=details, controls=controls, called=proposal.asked
    )


def fate(proposal: Proposal) -> str:
    """What became of a proposal, as a sentence."""
    match proposal.record.state:
        case ProposalState.ACCEPTED:
            return f"{name(proposal.asked)} accepted."
        case ProposalState.DECLINED:
            return f"{name(proposal.asked)} declined."
        case ProposalState.LAPSED:
            over = proposal.match.is_over
            return f"It fell away: the match {'is over' if over else 'went on'}."
        case ProposalState.OPEN:
            return f"{name(proposal.asked)} has yet to answer."
