"""Calling players as each of them prefers: where everybody sees it, directly, or not at all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.answers import DISCORD_FAILURES, is_final
from bot.leaving import leave_if_closed
from bot.matches import Call, CallKind, Match
from bot.messages import Post, call_post, speaking, turn_call_post, unreached_post
from bot.sending import send_directly, send_message, write_directly
from bot.storage import CalledBy, Place, PlayerPreferences

if TYPE_CHECKING:
    from bot.client import CatenaBot

SECONDS_TO_CALL = 25
"""discord.py goes on trying for longer than that while Discord is down, and others wait to be called."""

_log = logging.getLogger(__name__)


async def call_to_turn(
    bot: CatenaBot,
    match: Match,
    preferences: PlayerPreferences,
    message_id: int,
    send_public: Callable[[Post], Awaitable[object]],
) -> None:
    """Write to the player to act directly, if they prefer that to being mentioned in the match's message.

    Where no direct message reaches them they are mentioned after all, so that no call is lost.
    """
    called = match.to_act
    if called is None or preferences.called_by is not CalledBy.DIRECT_MESSAGE:
        return
    with speaking(language_of(bot, match.place, preferences)):
        post = turn_call_post(match, called, message_id)
    if not await send_directly(bot, called, post):
        await send_public(unreached_post(match, called))


async def make_call(bot: CatenaBot, call: Call) -> None:
    """Tell a player something about the time of a turn, in one way or the other if that can be.

    Who wants to be mentioned is written to where the channel takes no messages, who wants to be written to is
    mentioned where no direct message reaches them. Who doesn't want to be called is not called in public.
    While Discord is down, they are called later.
    """
    is_refused = True
    for way in _ways(call):
        try:
            async with asyncio.timeout(SECONDS_TO_CALL):
                await way(bot, call)
        except DISCORD_FAILURES as error:
            _log.info("Player %s could not be called: %r", call.called.id, error)
            is_refused &= is_final(error)
        else:
            return
    if not is_refused:
        await bot.clocks.call_again(call)


def _ways(call: Call) -> tuple[Callable[[CatenaBot, Call], Awaitable[None]], ...]:
    """How a player may be called, the way that they prefer first."""
    match call.preferences.called_by:
        case CalledBy.MENTION:
            return _call_in_channel, _call_directly
        case CalledBy.DIRECT_MESSAGE:
            return _call_directly, _call_in_channel
        case CalledBy.QUIET:
            return (_call_directly,)


async def _call_in_channel(bot: CatenaBot, call: Call) -> None:
    match = call.match
    with speaking(bot.language_in(match.place)):
        post = call_post(call, in_channel=True)
    try:
        await send_message(bot, match.place, post)
    except DISCORD_FAILURES as error:
        has_left = await leave_if_closed(bot, match, error)
        # Where a match goes on, its board calls the player to act; without a place no time runs.
        if not (has_left and (call.kind is CallKind.REMINDER or match.place.parent_id is None)):
            raise


async def _call_directly(bot: CatenaBot, call: Call) -> None:
    with speaking(language_of(bot, call.match.place, call.preferences)):
        post = call_post(call, in_channel=False)
    await write_directly(bot, call.called, post)


def language_of(bot: CatenaBot, place: Place, preferences: PlayerPreferences) -> str | None:
    """The language of what the bot writes to a player about a match, as far as it is known."""
    return preferences.language or bot.language_in(place)
