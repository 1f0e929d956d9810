"""`/preferences` of a person, and `/settings` of a channel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answer_to
from bot.commands.options import ThemeOption
from bot.matches.refusals import NotAModerator
from bot.messages import preferences_post, settings_post
from bot.origin import person_of, place_of, viewer_of
from rendering import ExampleName

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]

SAMPLE = ExampleName.CLAIM_AFTER
"""A picture with everything in it that a theme changes."""


@app_commands.command(extras={"is_private": True})
@app_commands.describe(theme="How boards look that only you see")
async def preferences(interaction: Interaction, theme: ThemeOption | None = None) -> None:
    """See or change how boards look to you."""
    bot = interaction.client
    if theme:
        await bot.preferences.choose(person_of(interaction.user), lambda chosen: replace(chosen, theme=theme))
    current = theme or viewer_of(interaction).theme
    post = preferences_post(current, await bot.images.example(SAMPLE, current))
    await answer_to(interaction).send(post, private=True)


@app_commands.command(extras={"is_private": True})
@app_commands.default_permissions(manage_guild=True)
@app_commands.describe(theme="How the boards look that everybody here sees")
async def settings(interaction: Interaction, theme: ThemeOption | None = None) -> None:
    """See or change how boards look in this channel."""
    bot, place = interaction.client, place_of(interaction)
    # Servers can open a command to others than Discord's default; what it changes stays the moderators'.
    if interaction.guild_id and not interaction.permissions.manage_guild:
        raise NotAModerator
    if theme:
        await bot.preferences.set_up(place, lambda chosen: replace(chosen, theme=theme), is_moderator=True)
    current = (await bot.preferences.settings_in(place)).theme
    post = settings_post(current, await bot.images.example(SAMPLE, current))
    await answer_to(interaction).send(post, private=True)
