"""Where an interaction comes from and from whom, in the terms of the use cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.allowances import Effort
from bot.matches import Viewer
from bot.matches.refusals import ActorIsABot
from bot.messages import speak
from bot.storage import ChannelSettings, Person, Place, PlayerPreferences

if TYPE_CHECKING:
    from bot.client import CatenaBot

_KEY = "catena_viewer"


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Where an interaction happens."""
    assert interaction.channel_id is not None  # Commands and buttons are always in a channel.
    channel = interaction.channel
    if interaction.guild_id and isinstance(channel, discord.Thread):
        return thread_place(interaction.guild_id, channel.id, channel.parent_id, channel.type)
    return Place(interaction.guild_id, interaction.channel_id)


def thread_place(guild_id: int, thread_id: int, parent_id: int, kind: discord.ChannelType) -> Place:
    """Where a thread is. A private one is like a channel: others see the channel that it belongs to."""
    return Place(guild_id, thread_id, None if kind is discord.ChannelType.private_thread else parent_id)


def person_of(user: discord.User | discord.Member) -> Person:
    """Somebody under the name that they have everywhere: a nickname is no other server's business."""
    return Person(user.id, user.global_name or user.name)


def who(interaction: discord.Interaction[Any]) -> tuple[Place, Person]:
    """Where something was asked, and by whom."""
    return place_of(interaction), person_of(interaction.user)


async def admit(interaction: discord.Interaction[CatenaBot], effort: Effort) -> None:
    """Meet the person of an interaction. Raises TooOften where they let the bot do too much."""
    await meet(interaction)
    interaction.client.allowances.spend(interaction.user.id, effort)


async def meet(interaction: discord.Interaction[CatenaBot]) -> None:
    """Learn what the person of an interaction prefers, and speak their language from now on.

    Every interaction comes through here. Raises ActorIsABot.
    """
    place, person = who(interaction)
    # Until the database has answered, whatever goes wrong is said in the language of their Discord.
    speak(interaction.locale.value)
    interaction.extras[_KEY] = await interaction.client.preferences.viewer(person, place)
    speak(private_language(interaction))
    if interaction.user.bot:
        raise ActorIsABot


def prefer(interaction: discord.Interaction[Any], preferences: PlayerPreferences) -> None:
    """Show everything from now on as the person of an interaction has just chosen, and in that language."""
    interaction.extras[_KEY] = replace(viewer_of(interaction), preferences=preferences)
    speak(private_language(interaction))


def viewer_of(interaction: discord.Interaction[Any]) -> Viewer:
    """What the person of an interaction prefers, and what applies here; the defaults where `meet` failed."""
    unknown = Viewer(PlayerPreferences(), ChannelSettings())
    viewer: Viewer = interaction.extras.get(_KEY, unknown)
    return viewer


def private_language(interaction: discord.Interaction[Any]) -> str:
    """The language of what only one person sees: as they chose, else that of their Discord."""
    return viewer_of(interaction).preferences.language or interaction.locale.value


def public_language(interaction: discord.Interaction[Any]) -> str:
    """The language of what everybody in a channel sees: the server's, where there is none the person's."""
    return (interaction.guild_locale or interaction.locale).value


def is_moderator(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person may choose what applies in the channel; in a private one everybody may."""
    return interaction.guild_id is None or interaction.permissions.manage_guild
