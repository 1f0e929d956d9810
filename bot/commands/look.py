"""The commands that only show: `/board`, `/matches`, `/rules`, `/help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answer_to
from bot.commands.options import MatchOption, MoveCountOption, suggest_matches
from bot.messages import help_post, match_list_post, position_post, rules_posts
from bot.publishing import person_of, place_of

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]

PRIVATE = {"is_private": True}


@app_commands.command(extras=PRIVATE)
@app_commands.describe(
    match="Which match of this channel, running or over",
    move="Show it after this many moves; 0 is the start",
)
@app_commands.autocomplete(match=suggest_matches)
async def board(
    interaction: Interaction,
    match: MatchOption | None = None,
    move: MoveCountOption | None = None,
) -> None:
    """Look at a match of this channel."""
    bot, viewer = interaction.client, person_of(interaction.user)
    found = await bot.play.seen(place_of(interaction), viewer, match, move)
    picture = await bot.images.picture(found)
    await answer_to(interaction).send(position_post(found, picture, viewer), private=True)


@app_commands.command(extras=PRIVATE)
async def matches(interaction: Interaction) -> None:
    """List your matches in every channel, those that wait for you first."""
    viewer = person_of(interaction.user)
    found = await interaction.client.play.running_with(viewer)
    await answer_to(interaction).send(match_list_post(found, viewer), private=True)


@app_commands.command(extras=PRIVATE)
async def rules(interaction: Interaction) -> None:
    """Read how Catena is played."""
    for post in rules_posts():
        await answer_to(interaction).send(post, private=True)


@app_commands.command(name="help", extras=PRIVATE)
async def show_help(interaction: Interaction) -> None:
    """See what the bot can do."""
    await answer_to(interaction).send(help_post(), private=True)
