"""Showing what is stored but was not shown: a process was killed in between, or Discord did not take it.

What was shown without being noted, the process having died right after, is found in the channel and not sent
again, as far as the bot may read there.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.answers import DISCORD_FAILURES, is_final
from bot.calling import call_to_turn, make_call, say_once, speaking_as_they_do
from bot.leaving import leave_if_closed
from bot.matches import (
    Announced,
    Arrived,
    Astray,
    Call,
    Homeless,
    Match,
    MatchId,
    Outdated,
    Proposal,
    Retimed,
    Settled,
    Unshown,
)
from bot.messages import (
    Post,
    Press,
    Verb,
    arrival_sentence,
    challenge_post,
    homeless_post,
    left_behind_post,
    noted,
    proposal_post,
    result_announced_post,
    speaking,
)
from bot.messages.words import match_link
from bot.publishing import match_post, time_post
from bot.sending import change_message, direct_channel, edit_message, send_message
from bot.servers import language_in, server_of
from bot.sightings import Sightings
from bot.storage import ChallengeRecord, ChallengeState, Place, ProposalState
from bot.tidying import note_board

if TYPE_CHECKING:
    from bot.client import CatenaBot

ON_EVERY_BOARD = frozenset({Verb.MORE, Verb.REMATCH, Verb.NEXT_GAME})
"""Of these buttons, each public message about a match as it stands has one."""

LONGEST_DELIVERY = timedelta(seconds=35)
"""Less than an entry is kept for whoever has taken it.

By a request that is given up at the wrong moment discord.py loses count of a rate limit, and it waits half
a minute before it counts anew. Were it never given that long, nothing of the kind would get through any more.
"""

_log = logging.getLogger(__name__)


async def deliver(bot: CatenaBot, sightings: Sightings, unshown: Unshown) -> bool:
    """Show something as it stands now. What Discord refuses for good is given up; the rest comes again.

    False where Discord could not be reached, so that there is no use in trying anything else now.
    """
    try:
        async with asyncio.timeout(LONGEST_DELIVERY.total_seconds()):
            with speaking(await language_in(bot, unshown.place)):
                is_done = await _show(bot, sightings, unshown)
    except DISCORD_FAILURES as error:
        _log.info("%s could not be shown: %r", unshown.entry, error)
        is_done = is_final(error)
    except Exception:
        await bot.outbox.put_off(unshown)
        raise
    await (bot.outbox.done if is_done else bot.outbox.put_off)(unshown)
    return is_done


async def _show(bot: CatenaBot, sightings: Sightings, unshown: Unshown) -> bool:
    """Show something. Returns False where a part of it could not be shown now."""
    match unshown.subject:
        case Match() as match:
            await _deliver_match(bot, sightings, unshown, match)
        case Proposal() as proposal:
            await _deliver_proposal(bot, sightings, unshown, proposal)
        case ChallengeRecord() as challenge:
            await _deliver_challenge(bot, sightings, unshown, challenge)
        case Arrived(match, why):
            # A board that is noted was shown since it arrived.
            if match.record.message is None:
                await _deliver_match(bot, sightings, unshown, match, arrival_sentence(match, why))
        case Announced(match):
            await _announce(bot, sightings, unshown, match)
        case Astray(match):
            return await _retire_strays(bot, sightings, unshown, match)
        case Outdated(match, message_id, position):
            await change_message(bot, match.place, message_id, left_behind_post(match, position))
        case Retimed(match, board):
            await change_message(bot, match.place, board.id, await time_post(bot, match))
        case Homeless(match):
            await _tell_players(bot, sightings, unshown, match)
        case Call() as call:
            return await make_call(bot, sightings, unshown, call)
        case Settled():
            pass
    return True


async def _deliver_match(
    bot: CatenaBot, sightings: Sightings, unshown: Unshown, match: Match, note: str = ""
) -> None:
    called = await bot.preferences.viewer(match.to_act, match.place)
    try:
        found = await sightings.of(unshown)
        message_id = next((one.message_id for one in found if _shows(one.presses, match)), None)
        if message_id is None:
            post = noted(await match_post(bot, match, called), note)
            message_id = await send_message(bot, match.place, post)
    except DISCORD_FAILURES as error:
        await leave_if_closed(bot, match, error)
        raise
    await note_board(bot, match, message_id)
    send = functools.partial(send_message, bot, match.place)
    await call_to_turn(bot, match, called.preferences, message_id, send)


async def _retire_strays(bot: CatenaBot, sightings: Sightings, unshown: Unshown, match: Match) -> bool:
    """Take the buttons from the boards that nobody noted and of earlier positions; whether none is left."""
    found = await sightings.of(unshown)
    strays = [(one.message_id, press) for one in found for press in one.presses if _is_earlier(press, match)]
    posts = [(message_id, left_behind_post(match, press.match_id)) for message_id, press in strays]
    return all([await edit_message(bot, match.place, message_id, post) for message_id, post in posts])


async def _announce(bot: CatenaBot, sightings: Sightings, unshown: Unshown, match: Match) -> None:
    """Tell the channel of the thread in which a match ended."""
    channel = Place(match.place.guild_id, match.place.settings_id)
    if not any(match_link(match) in one.text for one in await sightings.of(unshown, channel)):
        await send_message(bot, channel, result_announced_post(match))


async def _tell_players(bot: CatenaBot, sightings: Sightings, unshown: Unshown, match: Match) -> None:
    """Tell the players of a match directly that its channel is gone, as far as Discord lets that through."""
    guild = await server_of(bot, match.place)
    if guild is None:
        return
    for person in match.people:
        with speaking_as_they_do(await bot.preferences.of(person)):
            post = homeless_post(match, person, guild.name)
        try:
            await say_once(bot, sightings, unshown, await direct_channel(bot, person), post)
        except DISCORD_FAILURES as error:
            # They don't take messages from the bot; `/matches` lists the match.
            _log.info("Player %s could not be written to: %r", person.id, error)


async def _deliver_challenge(
    bot: CatenaBot, sightings: Sightings, unshown: Unshown, challenge: ChallengeRecord
) -> None:
    press, post = Press(Verb.WITHDRAW, challenge.id), challenge_post(challenge)
    message_id = challenge.message_id or await _sent_with(press, sightings, unshown)
    is_open = challenge.state is ChallengeState.OPEN
    message_id = await _shown(bot, challenge.place, message_id, post, is_open=is_open)
    if message_id:
        await bot.challenges.set_message(challenge, message_id)


async def _deliver_proposal(
    bot: CatenaBot, sightings: Sightings, unshown: Unshown, proposal: Proposal
) -> None:
    record, post = proposal.record, proposal_post(proposal)
    message_id = record.message_id or await _sent_with(Press(Verb.AGREE, record.id), sightings, unshown)
    is_open = record.state is ProposalState.OPEN
    message_id = await _shown(bot, unshown.place, message_id, post, is_open=is_open)
    if message_id:
        await bot.proposals.set_message(proposal, message_id)


async def _sent_with(press: Press, sightings: Sightings, unshown: Unshown) -> int | None:
    """The message with a certain button that was sent without being noted."""
    found = await sightings.of(unshown)
    return next((one.message_id for one in found if press in one.presses), None)


async def _shown(
    bot: CatenaBot, place: Place, message_id: int | None, post: Post, *, is_open: bool
) -> int | None:
    """Bring a message up to date. One that was never sent is worth sending while it can be answered."""
    if message_id:
        await change_message(bot, place, message_id, post)
    elif is_open:
        message_id = await send_message(bot, place, post)
    return message_id


def _is_earlier(press: Press, match: Match) -> bool:
    """Whether a button belongs to a public message that shows a match as it stood before."""
    if press.verb is not Verb.MORE or press.subject != match.record.id:
        return False
    shown = (press.takebacks, press.ply, False)
    return shown < (match.takebacks, match.ply, match.is_over)


def _shows(presses: tuple[Press, ...], match: Match) -> bool:
    """Whether buttons are those of the public message that shows a match as it stands."""
    verbs = {press.verb for press in presses if press.match_id == MatchId.of(match)} & ON_EVERY_BOARD
    return bool(verbs) and (Verb.MORE not in verbs) == match.is_over
