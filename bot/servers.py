"""The servers that the bot is in, as its shards hear of them, or else as Discord says when it is asked.

A process hears of the servers of its own shards alone, but does what is due in all of them, and one player's
matches may be in any. That it hears nothing of a server does not mean that the bot was removed from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.abc import GuildChannel

from bot.storage import Place

if TYPE_CHECKING:
    from bot.client import CatenaBot


async def server_of(bot: CatenaBot, place: Place) -> discord.Guild | None:
    """The server of a place, if the bot is in it. Raises DISCORD_FAILURES where that can't be known now."""
    if place.guild_id is None:
        return None
    heard = bot.get_guild(place.guild_id)
    if heard is None and bot.hears_of(place.guild_id):
        return None
    # While Discord has an outage, its shard knows that there is such a server, and nothing of it.
    return heard if heard and not heard.unavailable else await _asked_for(bot, place.guild_id)


async def _asked_for(bot: CatenaBot, guild_id: int) -> discord.Guild | None:
    try:
        return await bot.fetch_guild(guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return None


async def language_in(bot: CatenaBot, place: Place) -> str | None:
    """The language of what everybody in a channel sees, outside of any interaction."""
    guild = await server_of(bot, place)
    return guild.preferred_locale.value if guild else None


async def channels_of(bot: CatenaBot, guild: discord.Guild) -> dict[int, GuildChannel]:
    """The channels of a server by their ids, without its threads."""
    channels = guild.channels if _is_heard(bot, guild) else await guild.fetch_channels()
    return {channel.id: channel for channel in channels}


async def has_channel(bot: CatenaBot, guild: discord.Guild, channel_id: int) -> bool:
    """Whether a channel or thread is there, as far as is known: archived threads are not heard of."""
    if _is_heard(bot, guild):
        return guild.get_channel_or_thread(channel_id) is not None
    try:
        await guild.fetch_channel(channel_id)
    except discord.NotFound:
        return False
    except discord.Forbidden:
        return True
    return True


async def own_member(bot: CatenaBot, guild: discord.Guild) -> discord.Member:
    """What the bot is in a server."""
    assert bot.user is not None  # Known since the login.
    return guild.get_member(bot.user.id) or await guild.fetch_member(bot.user.id)


def _is_heard(bot: CatenaBot, guild: discord.Guild) -> bool:
    return bot.get_guild(guild.id) is guild
