"""Showing a channel what happened: the new message, and the one before it without its buttons."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.answers import Answer, answer_to
from bot.matches import Accepted, Match
from bot.messages import Post, challenge_post, result_post, retired_post, turn_post
from bot.storage import ChallengeRecord, Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

_log = logging.getLogger(__name__)


async def publish_challenge(interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord) -> None:
    """Show a new challenge."""
    message_id = await answer_to(interaction).send(challenge_post(challenge), private=False)
    await interaction.client.challenges.set_message(challenge.id, message_id)


async def publish_challenge_end(
    interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord
) -> None:
    """Show how a challenge ended, or tell at least who ended it where its message is gone."""
    if not await _show_challenge_end(interaction, challenge):
        await answer_to(interaction).send(challenge_post(challenge), private=True)


async def publish_start(interaction: discord.Interaction[CatenaBot], accepted: Accepted) -> None:
    """Show that a challenge was accepted, and the match that it became."""
    await _show_challenge_end(interaction, accepted.challenge)
    await publish_match(interaction, accepted.match)


async def publish_match(interaction: discord.Interaction[CatenaBot], match: Match) -> None:
    """Show a match as it stands now; the message about it before loses its buttons."""
    bot, answer = interaction.client, answer_to(interaction)
    theme = await bot.preferences.theme_in(match.place)
    picture = await bot.images.board(match, theme)
    before = match.record.message
    is_pressed = before is not None and before.id == answer.pressed_message_id
    if before and is_pressed:
        await _update_pressed(answer, retired_post(match.at(before.ply)))
    if match.is_over:
        story = await bot.images.story(match, theme) if match.game.ribbons else None
        post = result_post(match, picture, story)
    else:
        post = turn_post(match, picture)
    message_id = await answer.send(post, private=False)
    outdated = await bot.play.set_message(match, message_id)
    if outdated and not (is_pressed and outdated == before):
        await edit_message(bot, match.place, outdated.id, retired_post(match.at(outdated.ply)))


async def edit_message(bot: CatenaBot, place: Place, message_id: int, post: Post) -> None:
    """Edit one of the bot's messages outside of any interaction, if Discord lets it."""
    channel = bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    try:
        await channel.get_partial_message(message_id).edit(
            view=post.view(), allowed_mentions=discord.AllowedMentions.none()
        )
    except discord.HTTPException as error:
        # The message or channel is gone, or the bot is not in it (it was installed by a user, say). What the
        # message's buttons can do is decided from the database, so old ones do no harm.
        _log.info("Message %s was left as it was: %s", message_id, error)


async def _show_challenge_end(
    interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord
) -> bool:
    """Show how a challenge ended in its own message and in the list whose button was pressed.

    Returns whether the message with the button is still there.
    """
    answer, post = answer_to(interaction), challenge_post(challenge)
    is_there = await _update_pressed(answer, post)
    if challenge.message_id and challenge.message_id != answer.pressed_message_id:
        await edit_message(interaction.client, challenge.place, challenge.message_id, post)
    return is_there


async def _update_pressed(answer: Answer, post: Post) -> bool:
    """Edit the message whose button was pressed; False where Discord does not let it, the message being gone.

    It goes through the interaction, since the bot itself may have no access to the channel.
    """
    try:
        await answer.update(post)
    except discord.HTTPException as error:
        _log.info("The message of a pressed button was left as it was: %s", error)
        return False
    return True
