"""A person's running matches as they can see them now, wherever they ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.messages import Inbox, Post, boards_post, match_list_post
from bot.origin import viewer_of, who
from bot.visibility import visible_matches
from rendering import MOST_BOARDS

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def shown_inbox(interaction: Interaction) -> Post:
    """The list of a person's matches."""
    return match_list_post(await _inbox(interaction))


async def shown_boards(interaction: Interaction) -> Post:
    """The boards of the first matches of that list; the list itself where none is left."""
    inbox = await _inbox(interaction)
    first = inbox.matches[:MOST_BOARDS]
    if not first:
        return match_list_post(inbox)
    theme = viewer_of(interaction).theme
    return boards_post(await interaction.client.images.overview(first, inbox.viewer, theme))


async def _inbox(interaction: Interaction) -> Inbox:
    bot, (here, viewer) = interaction.client, who(interaction)
    running = await bot.play.running_with(viewer)
    visible, names = await visible_matches(interaction, running)
    return Inbox(viewer, here, visible, len(running) - len(visible), names)
