"""What is said about proposals: who asks for what, and what became of it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Proposal
from bot.messages.controls import Control, Press, Verb
from bot.messages.language import mark, say
from bot.messages.posts import Post
from bot.messages.words import mention, name
from bot.storage import ProposalKind, ProposalState
from engine import Action, Color
from rendering.words import COLORS, listed

ASKED = {
    ProposalKind.TAKEBACK: mark("{name} asks to take their last turn back."),
    ProposalKind.DRAW: mark("{name} offers a draw."),
    ProposalKind.CANCEL: mark("{name} asks to cancel the match without a result."),
}
"""What somebody does who proposes each kind."""


def proposal_post(proposal: Proposal) -> Post:
    """The public message of a proposal in whichever state it is; only an open one has buttons."""
    record, match = proposal.record, proposal.match
    deed = say(ASKED[record.kind], name=name(record.by))
    if record.state is not ProposalState.OPEN:
        return Post(f"~~{deed}~~\n{fate(proposal)}", details=say("-# Match {number}", number=match.number))
    controls = [
        Control.make(Press(Verb.AGREE, record.id), say("Accept"), ButtonStyle.success),
        Control.make(Press(Verb.DISAGREE, record.id), say("Decline")),
    ]
    if record.kind is ProposalKind.TAKEBACK:
        gone = listed(map(_action, proposal.taken_back))
        deed = say("{proposal} With it {actions} would go.", proposal=deed, actions=gone)
    text = say("{called}, {proposal}", called=mention(proposal.asked), proposal=deed)
    details = say("-# Match {number} · It falls away with the next turn.", number=match.number)
    return Post(text, details=details, controls=controls, called=proposal.asked)


def _action(action: Action) -> str:
    return (
        say("the choice of **{color}**", color=COLORS[action])
        if isinstance(action, Color)
        else f"**{action}**"
    )


def fate(proposal: Proposal) -> str:
    """What became of a proposal, as a sentence."""
    asked = name(proposal.asked)
    match proposal.record.state:
        case ProposalState.ACCEPTED:
            return say("{name} accepted.", name=asked)
        case ProposalState.DECLINED:
            return say("{name} declined.", name=asked)
        case ProposalState.LAPSED if proposal.match.is_over:
            return say("It fell away: the match is over.")
        case ProposalState.LAPSED:
            return say("It fell away: the match went on.")
        case ProposalState.OPEN:
            return say("{name} has yet to answer.", name=asked)
