"""`/preferences` of a person, and `/settings` of a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answer_to
from bot.commands.options import DataOption
from bot.commands.worded import command
from bot.matches.refusals import NotAModerator
from bot.messages import DataRequest, deletion_post, export_post
from bot.origin import is_moderator, person_of, viewer_of
from bot.showing import shown_preferences, shown_settings

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


@command("preferences", is_private=True)
async def preferences(interaction: Interaction, data: DataOption | None = None) -> None:
    """Choose how boards look to you and how you are called to your turn, or get or delete your data."""
    match data:
        case DataRequest.EXPORT:
            post = export_post(await interaction.client.privacy.everything(person_of(interaction.user)))
        case DataRequest.DELETE:
            post = deletion_post()
        case None:
            post = await shown_preferences(interaction)
    await answer_to(interaction).send(post, private=True)


@command("settings", is_private=True)
@app_commands.default_permissions(manage_guild=True)
async def settings(interaction: Interaction) -> None:
    """Choose how boards look in this channel, and what challenges leave out."""
    # Servers can open a command to others than Discord's default; what it changes stays the moderators'.
    if not is_moderator(interaction):
        raise NotAModerator
    post = await shown_settings(interaction, viewer_of(interaction).settings)
    await answer_to(interaction).send(post, private=True)
