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


async def shown_boards(interaction: Interaction, page: int) -> Post:
    """A page of its boards, counted from 0, the last one for a number that is too high.

    The list itself where no match is left.
    """
    inbox = await _inbox(interaction)
    if not inbox.matches:
        return match_list_post(inbox)
    pages = -(-len(inbox.matches) // MOST_BOARDS)
    page = min(page, pages - 1)
    shown = inbox.matches[page * MOST_BOARDS : (page + 1) * MOST_BOARDS]
    picture = await interaction.client.images.overview(shown, inbox.viewer, viewer_of(interaction).theme)
    return boards_post(picture, page, pages)


async def _inbox(interaction: Interaction) -> Inbox:
    bot, (here, viewer) = interaction.client, who(interaction)
    running = await bot.play.running_with(viewer)
    visible, names = await visible_matches(interaction, running)
    return Inbox(viewer, here, visible, len(running) - len(visible), names)
