"""Where an interaction comes from, in the terms of the use cases."""

from __future__ import annotations

from typing import Any

import discord

from bot.storage import Person, Place


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Where an interaction happens."""
    assert interaction.channel_id is not None  # Commands and buttons are always in a channel.
    channel = interaction.channel
    # Without the channel's server at hand, a thread comes as something that knows its parent too.
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(interaction.guild_id, interaction.channel_id, parent_id)


def person_of(user: discord.User | discord.Member) -> Person:
    """Somebody under the name that they have everywhere: a nickname is no other server's business."""
    return Person(user.id, user.global_name or user.name)


def who(interaction: discord.Interaction[Any]) -> tuple[Place, Person]:
    """Where something was asked, and by whom."""
    return place_of(interaction), person_of(interaction.user)
