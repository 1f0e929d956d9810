"""Who can see which channel now, as Discord says. People leave servers, and channels are hidden from them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord
from discord.abc import GuildChannel

from bot.answers import DISCORD_FAILURES
from bot.matches import Match
from bot.matches.refusals import CannotAskDiscord
from bot.servers import channels_of, server_of
from bot.storage import Person, Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

ASKED_AT_ONCE = 10
"""Servers about which Discord is asked at the same time."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Server:
    """A server that the bot is in; ``member`` is what somebody is there, None where they are nobody."""

    name: str = ""
    member: discord.Member | None = None
    channels: Mapping[int, GuildChannel] = field(default_factory=dict)

    def shows(self, place: Place) -> bool:
        """Whether they see a channel. A thread is seen by those who see the channel that it belongs to."""
        channel = self.channels.get(place.parent_id or place.channel_id)
        # What the bot doesn't know of is shown.
        return self.member is not None and (
            channel is None or channel.permissions_for(self.member).view_channel
        )


_UNKNOWN = _Server()
"""What can't be known now is not shown: it could have been hidden from them."""


async def visible_matches(
    interaction: discord.Interaction[CatenaBot], matches: Sequence[Match]
) -> tuple[list[Match], dict[int, str]]:
    """Those of some matches whose channels the person of an interaction can see, in the same order.

    With them come the names of their servers that the bot is in, by their ids.
    """
    servers = await _servers(interaction.client, interaction.user, [match.place for match in matches])
    visible = [match for match in matches if _sees(servers, match)]
    ids = {match.place.guild_id for match in visible}
    return visible, {id: server.name for id, server in servers.items() if id in ids}


async def can_see(bot: CatenaBot, person: Person, place: Place) -> bool:
    """Whether somebody can see a channel, as far as the bot can know. Raises CannotAskDiscord."""
    server = await _asked_server(bot, person, place)
    return server is None or server.shows(place)


async def is_kept_out(bot: CatenaBot, person: Person, place: Place) -> bool:
    """Whether somebody is in the server of a channel that they can't see. Raises CannotAskDiscord."""
    server = await _asked_server(bot, person, place)
    return server is not None and server.member is not None and not server.shows(place)


async def _asked_server(bot: CatenaBot, person: Person, place: Place) -> _Server | None:
    try:
        return await _server(bot, discord.Object(person.id), place)
    except DISCORD_FAILURES as error:
        raise CannotAskDiscord(person) from error


async def _servers(
    bot: CatenaBot, user: discord.abc.Snowflake, places: Iterable[Place]
) -> dict[int, _Server]:
    """The servers of some places that the bot is in too, as somebody sees them."""
    some_place = {place.guild_id: place for place in places if place.guild_id}
    limit = asyncio.Semaphore(ASKED_AT_ONCE)

    async def server(place: Place) -> _Server | None:
        async with limit:
            return await _server_or_unknown(bot, user, place)

    found = await asyncio.gather(*map(server, some_place.values()))
    return {id: one for id, one in zip(some_place, found, strict=True) if id and one}


async def _server_or_unknown(bot: CatenaBot, user: discord.abc.Snowflake, place: Place) -> _Server | None:
    try:
        return await _server(bot, user, place)
    except DISCORD_FAILURES as error:
        _log.info("What %s sees in server %s could not be learnt: %s", user.id, place.guild_id, error)
        return _UNKNOWN


async def _server(bot: CatenaBot, user: discord.abc.Snowflake, place: Place) -> _Server | None:
    """The server of a place as somebody sees it; None for no server that the bot is in."""
    guild = await server_of(bot, place)
    if guild is None:
        return None
    member = await _member(guild, user)
    return _Server(guild.name, member, await channels_of(bot, guild) if member else {})


async def _member(guild: discord.Guild, user: discord.abc.Snowflake) -> discord.Member | None:
    if isinstance(user, discord.Member) and user.guild.id == guild.id:
        return user
    try:
        return guild.get_member(user.id) or await guild.fetch_member(user.id)
    except discord.NotFound:
        return None


def _sees(servers: Mapping[int, _Server], match: Match) -> bool:
    # Else it is a private conversation, or a place to which somebody brought the bot as their own.
    server = servers.get(match.place.guild_id or 0)
    if server is None:
        return True
    # Whoever is in the server may continue there what has lost its channel.
    return server.member is not None if match.record.is_homeless else server.shows(match.place)
