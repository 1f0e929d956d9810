"""The buttons that turn the pages of a leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.matches.refusals import NotOffered
from bot.messages import Press, leaderboard_post, variant_of
from bot.origin import who

if TYPE_CHECKING:
    from bot.client import CatenaBot


async def turn_page(interaction: discord.Interaction[CatenaBot], press: Press) -> None:
    variant = variant_of(press)
    if variant is None:
        raise NotOffered
    place, asker = who(interaction)
    found = await interaction.client.standings.leaderboard(place, asker, *variant, page=press.ply)
    await answer_to(interaction).show(leaderboard_post(found))
