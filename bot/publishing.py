"""Showing a channel what happened: the new message, and the one before it without its buttons."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Concatenate, ParamSpec

import discord

from bot.answers import DISCORD_FAILURES, answer_to
from bot.calling import call_to_turn
from bot.leaving import leave_if_closed
from bot.matches import GRACE, Accepted, Answered, Match, Moved, Proposal, Viewer
from bot.messages import (
    Post,
    challenge_post,
    no_thread_sentence,
    not_shown_post,
    noted,
    proposal_post,
    result_post,
    say,
    shown_apart_post,
    speaking,
    thread_opened_post,
    time_given_post,
    turn_post,
    updated_post,
    win_claimed_post,
)
from bot.origin import private_language, public_language
from bot.sending import edit_message, send_message
from bot.storage import ChallengeRecord, Place, StorageFailed
from bot.threads import open_thread
from bot.tidying import note_board, note_done, retire_message, update_pressed, update_proposal
from rendering import View

if TYPE_CHECKING:
    from bot.client import CatenaBot

LONGEST_TRY = GRACE - timedelta(seconds=10)
"""discord.py goes on trying for longer while Discord is down. The rest is for what is on its way."""
SECONDS_TO_TELL = 5
SHORTEST_STORY = 10
"""Steps of a match."""

_log = logging.getLogger(__name__)

P = ParamSpec("P")
Published = Callable[Concatenate[discord.Interaction["CatenaBot"], P], Awaitable[None]]


def in_public(publish: Published[P]) -> Published[P]:
    """Let what a function publishes be said in the language of the server, and soon or not here.

    What Discord does not take in time is left to the outbox. Both trying at once would show it twice.
    """

    @functools.wraps(publish)
    async def wrapper(
        interaction: discord.Interaction[CatenaBot], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        try:
            with speaking(public_language(interaction)):
                async with asyncio.timeout(LONGEST_TRY.total_seconds()):
                    await publish(interaction, *args, **kwargs)
        except TimeoutError:
            _log.info("%s took too long and is left to the outbox", publish.__name__)
            await _tell_that_it_counted(interaction)
        except StorageFailed as error:
            _log.error("%s is left to the outbox: %s", publish.__name__, error)
            await _tell_that_it_counted(interaction)

    return wrapper


async def _tell_that_it_counted(interaction: discord.Interaction[CatenaBot]) -> None:
    """Tell somebody privately that what they did is shown later, unless it is shown by now."""
    if not answer_to(interaction).has_sent_in_public:
        await _tell(interaction, not_shown_post)


async def _tell(interaction: discord.Interaction[CatenaBot], post: Callable[[], Post]) -> None:
    """Tell somebody privately what became of what they did, as far as Discord lets that through."""
    try:
        with speaking(private_language(interaction)):
            async with asyncio.timeout(SECONDS_TO_TELL):
                await answer_to(interaction).send(post(), private=True)
    except DISCORD_FAILURES as error:
        _log.info("A player could not be told what became of what they did: %r", error)


@in_public
async def publish_challenge(interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord) -> None:
    """Show a new challenge."""
    message_id = await _send_public(interaction, challenge.place, challenge_post(challenge))
    if message_id is not None:
        await interaction.client.challenges.set_message(challenge, message_id)


@in_public
async def publish_challenge_end(
    interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord
) -> None:
    """Show how a challenge ended, or tell at least who ended it where its message is gone."""
    if not await _show_end(interaction, challenge):
        await _tell(interaction, functools.partial(challenge_post, challenge))


@in_public
async def publish_start(interaction: discord.Interaction[CatenaBot], accepted: Accepted) -> None:
    """Show that a challenge was accepted, and the match that it became."""
    await _show_end(interaction, accepted.challenge)
    await publish_begun(interaction, accepted.match)


@in_public
async def publish_begun(interaction: discord.Interaction[CatenaBot], match: Match) -> None:
    """Show a match that begins here: in a thread of its own where that is wanted and Discord lets it be."""
    bot = interaction.client
    opened = await open_thread(bot, match)
    if not isinstance(opened, Moved):
        await publish_match(interaction, match, no_thread_sentence(opened) if opened else "")
        return
    await _send_public(interaction, match.place, thread_opened_post(opened.after))
    await _show_apart(bot, opened.after)
    if left := opened.before.record.message:
        await retire_message(bot, opened.before, left)


async def _show_apart(bot: CatenaBot, match: Match) -> None:
    """Show a match where nobody has asked for it yet."""
    called = await bot.preferences.viewer(match.to_act, match.place)
    message_id = await _send_apart(bot, match.place, await match_post(bot, match, called), match)
    if message_id is None:
        return
    await note_board(bot, match, message_id)
    send = functools.partial(_send_apart, bot, match.place)
    await call_to_turn(bot, match, called.preferences, message_id, send)


async def match_post(bot: CatenaBot, match: Match, called: Viewer) -> Post:
    """The public message about a match as it stands now; ``called`` is the player to act, as a viewer."""
    theme = called.settings.theme
    picture = await bot.images.board(match, theme, _view(match))
    if not match.is_over:
        return turn_post(match, picture, pings=called.is_pinged)
    # A match given up at its beginning has no story worth a picture.
    has_story = len(match.game.ribbons) > 0 and match.ply >= SHORTEST_STORY
    return result_post(match, picture, await bot.images.story(match, theme) if has_story else None)


def _view(match: Match) -> View | None:
    """What a public board points out: the last turn, or both numbered where it was a planned reply."""
    before = match.replied_to
    return View(since=before.ply - len(before.game.last_turn)) if before else None


@in_public
async def publish_match(interaction: discord.Interaction[CatenaBot], match: Match, note: str = "") -> None:
    """Show a match as it stands now; the message about it before loses its buttons.

    ``note`` is a sentence on how the match came to be here.
    """
    bot, answer = interaction.client, answer_to(interaction)
    called = await bot.preferences.viewer(match.to_act, match.place)
    post = noted(await match_post(bot, match, called), note)
    before = match.record.message
    is_pressed = before is not None and before.id == answer.pressed_message_id
    if is_pressed:
        await answer.acknowledge()
    message_id = await _send_public(interaction, match.place, post, match)
    if message_id is None:
        return
    await note_board(bot, match, message_id, answer if is_pressed else None)
    send = functools.partial(_send_public, interaction, match.place)
    await call_to_turn(bot, match, called.preferences, message_id, send)


@in_public
async def publish_turn(interaction: discord.Interaction[CatenaBot], match: Match, told: Post) -> None:
    """Show a match as it stands now; ``told`` takes the place of the private message that led to that."""
    # The private message may be dismissed by now; everybody else is to see the turn all the same.
    await update_pressed(answer_to(interaction), told)
    await publish_match(interaction, match)


@in_public
async def publish_proposal(interaction: discord.Interaction[CatenaBot], proposal: Proposal) -> None:
    """Show a new proposal."""
    bot = interaction.client
    message_id = await _send_public(interaction, proposal.match.place, proposal_post(proposal))
    if message_id is None:
        return
    current = await bot.proposals.set_message(proposal, message_id)
    if current.record.state is not proposal.record.state:
        await update_proposal(bot, current)


@in_public
async def publish_proposal_end(interaction: discord.Interaction[CatenaBot], proposal: Proposal) -> None:
    """Show what became of a proposal, or tell at least who answered it where its message is gone."""
    if not await _show_end(interaction, proposal):
        await _tell(interaction, functools.partial(proposal_post, proposal))


@in_public
async def publish_answer(interaction: discord.Interaction[CatenaBot], answered: Answered) -> None:
    """Show that a proposal was accepted, and the match as it is by that."""
    await _show_end(interaction, answered.proposal)
    await publish_match(interaction, answered.match)
    before = answered.before
    if answered.match.takebacks != before.takebacks and before.record.message:
        await retire_message(interaction.client, before, before.record.message, _taken_back(answered))


def _taken_back(answered: Answered) -> str:
    """What became of the latest message: all that it tells was taken back, or the planned reply alone."""
    replied_to = answered.before.replied_to
    is_reply_alone = replied_to is not None and replied_to.ply == answered.match.ply
    return say("The reply was taken back:") if is_reply_alone else say("Taken back:")


@in_public
async def publish_given_time(interaction: discord.Interaction[CatenaBot], match: Match) -> None:
    """Show that a player gave the other more time, and the new deadline under the board."""
    answer, post = answer_to(interaction), time_given_post(match)
    is_shown = await update_pressed(answer, post)
    if answer.is_pressed_in_private or not is_shown:
        await _send_public(interaction, match.place, post)
    bot = interaction.client
    if match.board and await edit_message(bot, match.place, match.board.id, await time_post(bot, match)):
        await note_done(bot.outbox.retimed(match))


async def time_post(bot: CatenaBot, match: Match) -> Post:
    """The latest message of a match with the deadline as it is now."""
    called = await bot.preferences.viewer(match.to_act, match.place)
    return updated_post(match, pings=called.is_pinged)


@in_public
async def publish_claimed_win(interaction: discord.Interaction[CatenaBot], match: Match) -> None:
    """Show that a match was ended because the other's time was up."""
    await update_pressed(answer_to(interaction), win_claimed_post(match))
    await publish_match(interaction, match)


async def _send_public(
    interaction: discord.Interaction[CatenaBot], place: Place, post: Post, match: Match | None = None
) -> int | None:
    """Send a new public message, if the interaction can't any more then as the bot's own; return its id.

    None where Discord lets neither through. What happened is stored, and `/board` shows it. Where the message
    is the board of a ``match`` that can't go on here, the match leaves.
    """
    try:
        return await answer_to(interaction).send(post, private=False)
    except discord.HTTPException as error:
        _log.info("An interaction could not be answered: %s", error)
    except DISCORD_FAILURES as error:
        # The connection failed: it may have arrived, and the outbox looks before it sends it once more.
        _log.info("Discord could not be reached: %r", error)
        return None
    message_id = await _send_apart(interaction.client, place, post, match)
    await _tell(interaction, not_shown_post if message_id is None else shown_apart_post)
    return message_id


async def _send_apart(bot: CatenaBot, place: Place, post: Post, match: Match | None = None) -> int | None:
    """Send a message of the bot's own; None where Discord does not let it now."""
    try:
        return await send_message(bot, place, post)
    except DISCORD_FAILURES as error:
        # It stays in the outbox, from which it is tried again.
        _log.warning("A public message could not be sent to channel %s: %s", place.channel_id, error)
        if match:
            # What can't be known now is left to the outbox with the rest.
            with contextlib.suppress(*DISCORD_FAILURES):
                await leave_if_closed(bot, match, error)
        return None


async def _show_end(interaction: discord.Interaction[CatenaBot], ended: ChallengeRecord | Proposal) -> bool:
    """Show how a challenge or proposal ended in its own message and in the one whose button was pressed.

    Returns whether the message with the button is still there.
    """
    answer = answer_to(interaction)
    if isinstance(ended, Proposal):
        place, message_id, post = ended.match.place, ended.record.message_id, proposal_post(ended)
    else:
        place, message_id, post = ended.place, ended.message_id, challenge_post(ended)
    is_there = await update_pressed(answer, post)
    # The message that a list was pressed for may never have been noted.
    is_shown = is_there and not answer.is_pressed_in_private
    if message_id and not (is_there and message_id == answer.pressed_message_id):
        is_shown = await edit_message(interaction.client, place, message_id, post)
    if is_shown:
        await note_done(interaction.client.outbox.shown(ended))
    return is_there
