"""The buttons about the time of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.messages import Press
from bot.origin import who
from bot.publishing import publish_claimed_win, publish_given_time

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def give_time(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.clocks.give_time(*who(interaction), press.match_id)
    await publish_given_time(interaction, match)


async def claim_win(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.clocks.claim_win(*who(interaction), press.match_id)
    await publish_claimed_win(interaction, match)
