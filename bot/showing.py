"""Private posts whose pictures have to be drawn first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.matches import Match, Replay
from bot.messages import RULES, Picture, Post, replay_post, rules_post
from bot.origin import person_of, place_of
from rendering import ThemeName

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def private_theme(interaction: Interaction) -> ThemeName:
    """How pictures look that only the person of this interaction sees."""
    person, place = person_of(interaction.user), place_of(interaction)
    return await interaction.client.preferences.theme_for(person, place)


async def private_board(interaction: Interaction, match: Match) -> Picture:
    """A match's board for the person of this interaction alone."""
    return await interaction.client.images.board(match, await private_theme(interaction))


async def shown_replay(interaction: Interaction, replay: Replay) -> Post:
    """One position of a match gone through again."""
    return replay_post(replay, await private_board(interaction, replay.shown))


async def shown_rules(interaction: Interaction, number: int) -> Post:
    """A page of the rules, counted from 0; the last one for a number that is too high."""
    images, theme = interaction.client.images, await private_theme(interaction)
    number = min(number, len(RULES) - 1)
    page = RULES[number]
    second = await images.example(page.second_example, theme) if page.second_example else None
    return rules_post(number, await images.example(page.example, theme), second)
