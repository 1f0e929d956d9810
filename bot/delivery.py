"""Showing what is stored but was not shown: a process was killed in between, or Discord did not take it.

What was shown without being noted, the process having died right after, is found in the channel and not sent
again, as far as the bot may read there.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING

import discord

from bot.answers import DISCORD_FAILURES, is_final
from bot.calling import call_to_turn, language_of
from bot.leaving import leave_if_closed
from bot.matches import Announced, Arrived, Astray, Homeless, Match, MatchId, Proposal, Unshown
from bot.messages import (
    Post,
    Press,
    Verb,
    arrival_sentence,
    challenge_post,
    homeless_post,
    noted,
    proposal_post,
    result_announced_post,
    speaking,
)
from bot.publishing import LONGEST_TRY, match_post, retire_message
from bot.sending import change_message, send_directly, send_message
from bot.storage import ChallengeRecord, ChallengeState, MatchMessage, Place, ProposalState

if TYPE_CHECKING:
    from bot.client import CatenaBot

LOOKED_AT = 100
"""Messages of a channel, back from its latest."""
ON_EVERY_BOARD = frozenset({Verb.MORE, Verb.REMATCH, Verb.NEXT_GAME})
"""Of these buttons, each public message about a match as it stands has one."""

_log = logging.getLogger(__name__)


async def deliver(bot: CatenaBot, unshown: Unshown) -> None:
    """Show something as it stands now. What Discord refuses for good is given up; the rest comes again."""
    try:
        with speaking(bot.language_in(unshown.place)):
            async with asyncio.timeout(LONGEST_TRY.total_seconds()):
                await _show(bot, unshown)
    except DISCORD_FAILURES as error:
        _log.info("%s could not be shown: %r", unshown.entry, error)
        if is_final(error):
            await bot.outbox.done(unshown)


async def _show(bot: CatenaBot, unshown: Unshown) -> None:
    match unshown.subject:
        case Match() as match:
            await _deliver_match(bot, match, unshown)
        case Proposal() as proposal:
            await _deliver_proposal(bot, proposal)
        case ChallengeRecord() as challenge:
            await _deliver_challenge(bot, challenge)
        case Arrived(match, why):
            await _deliver_match(bot, match, unshown, arrival_sentence(match, why))
            await bot.outbox.done(unshown)
        case Announced(match):
            await send_message(bot, _announced_in(match), result_announced_post(match))
            await bot.outbox.done(unshown)
        case Astray(match):
            if await _retire_earlier(bot, match, unshown):
                await bot.outbox.done(unshown)
        case Homeless(match):
            await _tell_players(bot, match)
            await bot.outbox.done(unshown)


async def _deliver_match(bot: CatenaBot, match: Match, unshown: Unshown, note: str = "") -> None:
    called = await bot.preferences.viewer(match.to_act, match.place)
    try:
        message_id = await _sent_already(bot, match.place, lambda press: _shows(press, match))
        if message_id is None:
            message_id = await send_message(
                bot, match.place, noted(await match_post(bot, match, called), note)
            )
    except DISCORD_FAILURES as error:
        await leave_if_closed(bot, match, error)
        raise
    await bot.play.set_message(match, message_id)
    if unshown.entry.outdated is None or await retire_message(bot, match, unshown.entry.outdated):
        await bot.outbox.retired(match)
    send = functools.partial(send_message, bot, match.place)
    await call_to_turn(bot, match, called.preferences, message_id, send)


async def _retire_earlier(bot: CatenaBot, match: Match, unshown: Unshown) -> bool:
    """Take the buttons from the boards that show a match as it stood before; False where some are left."""
    recent = _recent_buttons(bot, match.place)
    earlier = {message_id: press.ply async for message_id, press in recent if _is_earlier(press, match)}
    if outdated := unshown.entry.outdated:
        earlier[outdated.id] = outdated.ply
    outdated_messages = [MatchMessage(message_id, ply) for message_id, ply in earlier.items()]
    return all([await retire_message(bot, match, one) for one in outdated_messages])


def _announced_in(match: Match) -> Place:
    """The channel of the thread in which a match ended."""
    return Place(match.place.guild_id, match.place.settings_id)


async def _tell_players(bot: CatenaBot, match: Match) -> None:
    """Tell the players of a match directly that its channel is gone, as far as Discord lets that through."""
    guild = bot.guild_of(match.place)
    if guild is None:
        return
    for person in match.people:
        with speaking(language_of(bot, match.place, await bot.preferences.of(person))):
            await send_directly(bot, person, homeless_post(match, person, guild.name))


async def _deliver_challenge(bot: CatenaBot, challenge: ChallengeRecord) -> None:
    message_id = challenge.message_id or await _sent_already(
        bot, challenge.place, lambda press: (press.verb, press.subject) == (Verb.WITHDRAW, challenge.id)
    )
    is_open = challenge.state is ChallengeState.OPEN
    message_id = await _shown(bot, challenge.place, message_id, challenge_post(challenge), is_open=is_open)
    if message_id:
        await bot.challenges.set_message(challenge, message_id)
    else:
        await bot.outbox.shown(challenge)


async def _deliver_proposal(bot: CatenaBot, proposal: Proposal) -> None:
    record, place = proposal.record, proposal.match.place
    message_id = record.message_id or await _sent_already(
        bot, place, lambda press: (press.verb, press.subject) == (Verb.AGREE, record.id)
    )
    is_open = record.state is ProposalState.OPEN
    message_id = await _shown(bot, place, message_id, proposal_post(proposal), is_open=is_open)
    if message_id:
        await bot.proposals.set_message(proposal, message_id)
    else:
        await bot.outbox.shown(proposal)


async def _shown(
    bot: CatenaBot, place: Place, message_id: int | None, post: Post, *, is_open: bool
) -> int | None:
    """Bring a message up to date. One that was never sent is worth sending while it can be answered."""
    if message_id:
        await change_message(bot, place, message_id, post)
    elif is_open:
        message_id = await send_message(bot, place, post)
    return message_id


async def _sent_already(bot: CatenaBot, place: Place, is_it: Callable[[Press], bool]) -> int | None:
    """The latest message of the bot's in a channel with a certain button, as far as the bot can see."""
    async for message_id, press in _recent_buttons(bot, place):
        if is_it(press):
            return message_id
    return None


async def _recent_buttons(bot: CatenaBot, place: Place) -> AsyncIterator[tuple[int, Press]]:
    """What the buttons of the bot's latest messages in a channel would do, and the messages' ids."""
    channel = bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    try:
        async for message in channel.history(limit=LOOKED_AT):
            if message.author == bot.user:
                for press in _presses(message):
                    yield message.id, press
    except discord.Forbidden as error:
        _log.info("What was sent to channel %s can't be read: %s", place.channel_id, error)


def _presses(message: discord.Message) -> Iterator[Press]:
    """What the buttons of a message would do."""
    for item in discord.ui.LayoutView.from_message(message, timeout=None).walk_children():
        if isinstance(item, discord.ui.Button) and (press := Press.parse(item.custom_id or "")):
            yield press


def _is_earlier(press: Press, match: Match) -> bool:
    """Whether a button belongs to a public message that shows a match as it stood before.

    What was taken back is left out: such a message can't be told from the match any more.
    """
    is_of_match = (press.subject, press.takebacks) == (match.record.id, match.takebacks)
    return press.verb is Verb.MORE and is_of_match and (press.ply, False) < (match.ply, match.is_over)


def _shows(press: Press, match: Match) -> bool:
    """Whether a button belongs to the public message that shows a match as it stands."""
    is_of_end = press.verb is not Verb.MORE
    is_of_board = press.verb in ON_EVERY_BOARD and is_of_end == match.is_over
    return is_of_board and press.match_id == MatchId.of(match)
