"""The buttons that ask the other player for something, and those that answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot.messages import Press
from bot.origin import who
from bot.publishing import publish_answer, publish_proposal, publish_proposal_end
from bot.storage import ProposalKind

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]
    PressHandler = Callable[[Interaction, Press], Awaitable[None]]


def propose(kind: ProposalKind) -> PressHandler:
    """The handler of a button that makes a proposal."""

    async def handler(interaction: Interaction, press: Press) -> None:
        proposal = await interaction.client.proposals.propose(*who(interaction), press.match_id, kind)
        await publish_proposal(interaction, proposal)

    return handler


async def agree(interaction: Interaction, press: Press) -> None:
    answered = await interaction.client.proposals.accept(*who(interaction), press.subject)
    await publish_answer(interaction, answered)


async def disagree(interaction: Interaction, press: Press) -> None:
    proposal = await interaction.client.proposals.decline(*who(interaction), press.subject)
    await publish_proposal_end(interaction, proposal)
