"""Matches whose channel or thread is gone, or closed to the bot: whether they have to leave it.

Nothing is shown here. What a departure has to show is in the outbox, and delivered from there.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.matches import Departure, Match
from bot.servers import channels_of, has_channel, own_member, server_of
from bot.storage import Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

UNKNOWN_CHANNEL = 10003
THREAD_CLOSED = frozenset({50083, 160005})
"""Discord's codes for an archived thread and for a locked one."""
NOT_ALLOWED = frozenset({50001, 50013})
"""Its codes for a missing access and for a missing permission."""

_log = logging.getLogger(__name__)


async def leave_if_closed(bot: CatenaBot, match: Match, failure: Exception) -> bool:
    """Let a match leave where a message was refused, if it could not go on there; whether it did.

    From a thread it goes to the thread's channel, with all others of that thread. Without any channel it
    waits for its players to continue it elsewhere. Raises DISCORD_FAILURES where that can't be known now.
    """
    if not isinstance(failure, discord.HTTPException) or match.record.is_homeless:
        return False
    if failure.code == UNKNOWN_CHANNEL:
        return not await _is_there(bot, match.place) and await leave_deleted(bot, match.place)
    if failure.code in THREAD_CLOSED | NOT_ALLOWED and (why := await _why_closed(bot, match.place)):
        await bot.places.leave_thread(match.place, why)
        _log.info("The matches of thread %s left it: %s", match.place.channel_id, why)
        return True
    return False


async def leave_deleted(bot: CatenaBot, place: Place) -> bool:
    """Let the matches leave a channel or thread that was deleted; False where the bot can't know that."""
    guild = await server_of(bot, place)
    if guild is None:
        return False
    if await _parent(bot, guild, place):
        moved = await bot.places.leave_thread(place, Departure.DELETED)
    else:
        # A post of a forum leaves no channel behind that takes messages.
        moved = await bot.places.lose_channel(place.channel_id)
    if moved:
        _log.info("Channel %s was deleted, and %d matches left it", place.channel_id, len(moved))
    return True


async def _is_there(bot: CatenaBot, place: Place) -> bool:
    """Whether the channel is one of those that Discord lists; archived threads are not among them."""
    guild = await server_of(bot, place)
    return guild is not None and await has_channel(bot, guild, place.channel_id)


async def _why_closed(bot: CatenaBot, place: Place) -> Departure | None:
    """What the bot lacks in a thread, if it may at least show boards in the thread's channel."""
    guild = await server_of(bot, place) if place.parent_id else None
    parent = await _parent(bot, guild, place) if guild else None
    if guild is None or parent is None:
        return None
    may = parent.permissions_for(await own_member(bot, guild))
    if not (may.view_channel and may.send_messages and may.attach_files):
        return None
    if not may.send_messages_in_threads:
        return Departure.MUTED
    return None if may.manage_threads else Departure.CLOSED


async def _parent(bot: CatenaBot, guild: discord.Guild, place: Place) -> discord.TextChannel | None:
    if place.parent_id is None:
        return None
    parent = (await channels_of(bot, guild)).get(place.parent_id)
    return parent if isinstance(parent, discord.TextChannel) else None
