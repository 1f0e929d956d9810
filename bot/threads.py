"""Opening threads for matches."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.answers import DISCORD_FAILURES
from bot.matches import Match, Moved
from bot.messages import NoThread, Permission, thread_name
from bot.storage import Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

NEEDED = (
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES_IN_THREADS,
    # Nobody has asked for the first board of a thread, so it is no answer, which would need no permission.
    Permission.ATTACH_FILES,
)

_log = logging.getLogger(__name__)


async def open_thread(bot: CatenaBot, match: Match) -> Moved | NoThread | None:
    """Open a thread for a new match and let the match go on in it, where its channel's settings say so.

    None where no thread is wanted, as for a match that was agreed in a thread of people's own. One that was
    agreed in the thread of another match, as a rematch is, gets its own beside that.
    """
    place = match.place
    if place.guild_id is None or not (await bot.preferences.settings_in(place)).opens_threads:
        return None
    # It is opened for somebody in the server, so this process hears of it.
    guild = bot.get_guild(place.guild_id)
    if place.parent_id is not None and not _is_of_a_match(guild, place):
        return None
    channel = guild.get_channel(place.settings_id) if guild else None
    if not isinstance(channel, discord.TextChannel):
        return NoThread(is_possible=False)
    if missing := _missing(channel):
        return NoThread(missing)
    try:
        thread = await _create(channel, thread_name(match))
    except DISCORD_FAILURES as error:
        _log.info("No thread could be opened in channel %s: %s", channel.id, error)
        return NoThread()
    return await bot.places.enter_thread(match, thread.id)


def _is_of_a_match(guild: discord.Guild | None, place: Place) -> bool:
    """Whether the bot opened a thread: it opens them for matches alone."""
    thread = guild.get_thread(place.channel_id) if guild else None
    return thread is not None and thread.owner_id == thread.guild.me.id


def _missing(channel: discord.TextChannel) -> tuple[Permission, ...]:
    may = channel.permissions_for(channel.guild.me)
    if not may.view_channel:
        # Nothing else is allowed in a channel that can't be seen, so what else is missing can't be known.
        return (Permission.VIEW_CHANNEL,)
    return tuple(one for one in NEEDED if not getattr(may, one))


async def _create(channel: discord.TextChannel, name: str) -> discord.Thread:
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    return await channel.create_thread(name=name, type=kind)
