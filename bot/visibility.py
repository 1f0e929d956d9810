"""Who can see which channel now, as Discord says. People leave servers, and channels are hidden from them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.answers import DISCORD_FAILURES
from bot.matches import Match
from bot.storage import Person, Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

ASKED_AT_ONCE = 10
"""Servers about which Discord is asked at the same time."""

Members = dict[int, discord.Member | None]
"""Servers to what somebody is there; None where they are nobody."""

_log = logging.getLogger(__name__)


async def visible_matches(
    interaction: discord.Interaction[CatenaBot], matches: Sequence[Match]
) -> list[Match]:
    """Those of some matches whose channels the person of an interaction can see, in the same order."""
    places = [match.place for match in matches]
    members = await _members(interaction.client, interaction.user, places)
    return [match for match in matches if _sees(interaction.client, members, match)]


async def can_see(bot: CatenaBot, person: Person, place: Place) -> bool:
    """Whether somebody can see a channel, as far as the bot can know."""
    members = await _members(bot, discord.Object(person.id), [place])
    return _sees_channel(bot, members, place)


async def _members(bot: CatenaBot, user: discord.abc.Snowflake, places: Iterable[Place]) -> Members:
    """What somebody is in each of the servers that the bot is in too."""
    guilds = list({guild.id: guild for place in places if (guild := bot.guild_of(place))}.values())
    limit = asyncio.Semaphore(ASKED_AT_ONCE)

    async def member(guild: discord.Guild) -> discord.Member | None:
        async with limit:
            return await _member(guild, user)

    found = await asyncio.gather(*map(member, guilds))
    return {guild.id: one for guild, one in zip(guilds, found, strict=True)}


async def _member(guild: discord.Guild, user: discord.abc.Snowflake) -> discord.Member | None:
    if isinstance(user, discord.Member) and user.guild.id == guild.id:
        return user
    try:
        return guild.get_member(user.id) or await guild.fetch_member(user.id)
    except discord.NotFound:
        return None
    except DISCORD_FAILURES as error:
        # What can't be known now is not shown: it could have been hidden from them.
        _log.info("What %s is in server %s could not be learnt: %s", user.id, guild.id, error)
        return None


def _sees(bot: CatenaBot, members: Members, match: Match) -> bool:
    if match.record.is_homeless:
        # Whoever is in the server may continue it there.
        return match.place.guild_id not in members or members[match.place.guild_id] is not None
    return _sees_channel(bot, members, match.place)


def _sees_channel(bot: CatenaBot, members: Members, place: Place) -> bool:
    guild = bot.guild_of(place)
    if guild is None:
        # A private conversation, or a place to which somebody brought the bot as their own.
        return True
    # A thread is seen by those who see the channel that it belongs to. What the bot doesn't know of is shown.
    member, channel = members[guild.id], guild.get_channel(place.parent_id or place.channel_id)
    return member is not None and (channel is None or channel.permissions_for(member).view_channel)
