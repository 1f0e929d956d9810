"""Channels that have threads, lock them, hide themselves, and go away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.matches import Preferences
from bot.matches.unshown import GRACE
from bot.scheduler import ROUND
from bot.storage import Place
from tests.bot.shown import Shown
from tests.bot.test_failures import CALLBACKS
from tests.bot.world import World


async def set_up(world: World, channel: ChannelHandle | None = None, **settings: Any) -> None:
    """Change what moderators have chosen for a channel."""
    place = Place(world.guild.id, (channel or world.channel).id)
    preferences = Preferences(world.database)
    await preferences.set_up(place, lambda chosen: replace(chosen, **settings), is_moderator=True)


async def start_in_thread(world: World, **options: Any) -> tuple[ChannelHandle, Shown]:
    """A match of Alice, who is first, and Bob in a thread of its own; the thread, and the match's message."""
    await set_up(world, opens_threads=True)
    await world.start_match(**options)
    thread = world.channel.threads[-1]
    (board,) = world.messages_in(thread)
    return thread, board


async def deliver(world: World) -> None:
    """Let the time pass after which the bot shows what is in its outbox."""
    await world.env.advance_time(ROUND.total_seconds() + 1)


async def deliver_late(world: World) -> None:
    """The same for what somebody else should have shown."""
    world.clock.advance(seconds=GRACE.total_seconds() + 1)
    await deliver(world)


def deny(
    world: World, *permissions: str, who: int | None = None, channel: ChannelHandle | None = None
) -> None:
    """Take permissions in a channel from everybody, or from one member."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    kind = OverwriteType.MEMBER if who else OverwriteType.ROLE
    overwrite = Overwrite(target_id=who or world.guild.id, type=kind, deny=denied)
    world.env.backend.set_overwrite((channel or world.channel).id, overwrite)


def close(world: World, thread: ChannelHandle, code: int, *more: str, status: int = 403) -> None:
    """Let Discord take no message of the bot's own in a thread any more, nor the next answer."""
    assert world.guild.me is not None
    deny(world, "manage_threads", *more, who=world.guild.me.id)
    world.env.inject_error("POST", CALLBACKS, status=500)
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=status, code=code, times=None)


def vanish(world: World, channel: ChannelHandle) -> None:
    """Delete a channel without the bot being told."""
    backend = world.env.backend
    emit, backend.emit = backend.emit, lambda *_arguments, **_options: None
    try:
        backend.delete_channel(channel.id)
    finally:
        backend.emit = emit


def boards_in(world: World, channel: ChannelHandle) -> list[Shown]:
    """The messages of a channel that show a board."""
    return [one for one in world.messages_in(channel) if one.alt_text]


def told(world: World) -> list[Shown]:
    """What the bot has written directly to anybody."""
    backend = world.env.backend
    found = [one for id in backend.dm_channels.values() for one in backend.messages[id].values()]
    return [Shown(world.env, one) for one in found]
