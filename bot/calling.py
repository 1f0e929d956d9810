"""Calling players as each of them prefers: where everybody sees it, directly, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from bot.answers import DISCORD_FAILURES, is_final
from bot.leaving import leave_if_closed
from bot.matches import Call, CallKind, Match, Unshown
from bot.messages import Post, call_post, speaking, turn_call_post, unreached_post
from bot.sending import direct_channel, send_directly, send_message
from bot.sightings import Sightings, text_of
from bot.storage import CalledBy, Place, PlayerPreferences

if TYPE_CHECKING:
    from bot.client import CatenaBot

_log = logging.getLogger(__name__)

Way = Callable[["CatenaBot", Sightings, Unshown, Call], Awaitable[None]]


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
    plans = await bot.replies.of(match, called)
    with speaking_as_they_do(preferences):
        post = turn_call_post(plans, message_id)
    if not await send_directly(bot, called, post):
        await send_public(unreached_post(match, called))


async def make_call(bot: CatenaBot, sightings: Sightings, unshown: Unshown, call: Call) -> bool:
    """Tell a player something about the time of a turn, in one way or the other if that can be.

    Who wants to be mentioned is written to where the channel takes no messages, who wants to be written to is
    mentioned where no direct message reaches them. Who doesn't want to be called is not called in public.
    False where Discord could not be reached, so that they have to be called later.
    """
    is_refused = True
    for way in _ways(call):
        try:
            await way(bot, sightings, unshown, call)
        except DISCORD_FAILURES as error:
            _log.info("Player %s could not be called: %r", call.called.id, error)
            is_refused &= is_final(error)
        else:
            return True
    return is_refused


def _ways(call: Call) -> tuple[Way, ...]:
    """How a player may be called, the way that they prefer first."""
    match call.preferences.called_by:
        case CalledBy.MENTION:
            return _call_in_channel, _call_directly
        case CalledBy.DIRECT_MESSAGE:
            return _call_directly, _call_in_channel
        case CalledBy.QUIET:
            return (_call_directly,)


async def _call_in_channel(bot: CatenaBot, sightings: Sightings, unshown: Unshown, call: Call) -> None:
    match, post = call.match, call_post(call, in_channel=True)
    try:
        await say_once(bot, sightings, unshown, match.place, post)
    except DISCORD_FAILURES as error:
        has_left = await leave_if_closed(bot, match, error)
        # Where a match goes on, its board calls the player to act; without a place no time runs.
        if not (has_left and (call.kind is CallKind.REMINDER or match.place.parent_id is None)):
            raise


async def _call_directly(bot: CatenaBot, sightings: Sightings, unshown: Unshown, call: Call) -> None:
    with speaking_as_they_do(call.preferences):
        post = call_post(call, in_channel=False)
    await say_once(bot, sightings, unshown, await direct_channel(bot, call.called), post)


async def say_once(bot: CatenaBot, sightings: Sightings, unshown: Unshown, place: Place, post: Post) -> None:
    """Send a message, unless a process did that before it died."""
    text = text_of(post.view())
    if not any(one.text == text for one in await sightings.of(unshown, place)):
        await send_message(bot, place, post)


def speaking_as_they_do(preferences: PlayerPreferences) -> AbstractContextManager[None]:
    """Speak a player's language, as far as it is known, else what is spoken."""
    return speaking(preferences.language) if preferences.language else nullcontext()
