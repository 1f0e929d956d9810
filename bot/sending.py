"""The bot's own messages, outside of any interaction."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.answers import DISCORD_FAILURES, is_final
from bot.messages import Post
from bot.storage import Person, Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

_log = logging.getLogger(__name__)


async def send_message(bot: CatenaBot, place: Place, post: Post) -> int:
    """Send a message of the bot's own, outside of any interaction; return its id. Raises DISCORD_FAILURES."""
    channel = bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    message = await channel.send(view=post.view(), files=post.files(), allowed_mentions=post.allowed_mentions)
    return message.id


async def change_message(bot: CatenaBot, place: Place, message_id: int, post: Post) -> None:
    """Edit one of the bot's messages outside of any interaction. Raises DISCORD_FAILURES."""
    channel = bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    message = channel.get_partial_message(message_id)
    await message.edit(view=post.view(), allowed_mentions=discord.AllowedMentions.none())


async def edit_message(bot: CatenaBot, place: Place, message_id: int, post: Post) -> bool:
    """The same as `change_message`, if Discord lets it; False where it may let it later."""
    try:
        await change_message(bot, place, message_id, post)
    except DISCORD_FAILURES as error:
        # The message or channel is gone, or the bot is not in it (it was installed by a user, say). What the
        # message's buttons can do is decided from the database, so old ones do no harm.
        _log.info("Message %s was left as it was: %r", message_id, error)
        return is_final(error)
    return True


async def direct_channel(bot: CatenaBot, person: Person) -> Place:
    """Where somebody is written to alone. Raises DISCORD_FAILURES."""
    channel = await bot.create_dm(discord.Object(person.id))
    return Place(None, channel.id)


async def send_directly(bot: CatenaBot, person: Person, post: Post) -> bool:
    """Write to somebody alone; False where Discord lets nothing through to them."""
    try:
        await send_message(bot, await direct_channel(bot, person), post)
    except DISCORD_FAILURES as error:
        # They don't take messages from the bot. The match is where it was, and `/matches` lists it.
        _log.info("Player %s could not be written to: %s", person.id, error)
        return False
    return True
