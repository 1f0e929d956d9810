"""Showing a channel what happened: the new message, and the one before it without its buttons."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.matches import Accepted, Change, Match
from bot.messages import Post, challenge_post, result_post, retired_post, turn_post
from bot.storage import ChallengeRecord, Person, Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Replaced:
    """A message that the channel has no use for any more, and what becomes of it."""

    message_id: int
    post: Post


def place_of(interaction: discord.Interaction[CatenaBot]) -> Place:
    """Where an interaction happens."""
    assert interaction.channel_id is not None  # Commands and buttons are always in a channel.
    return Place(interaction.guild_id, interaction.channel_id)


def person_of(user: discord.User | discord.Member) -> Person:
    return Person(user.id, user.display_name)


async def publish_challenge(interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord) -> None:
    """Show a new challenge."""
    message_id = await answer_to(interaction).send(challenge_post(challenge), private=False)
    await interaction.client.challenges.set_message(challenge.id, message_id)


async def publish_challenge_end(
    interaction: discord.Interaction[CatenaBot], challenge: ChallengeRecord
) -> None:
    """Show how a challenge ended, in its own message and in the list whose button was pressed."""
    answer, post = answer_to(interaction), challenge_post(challenge)
    await answer.update(post)
    if challenge.message_id and challenge.message_id != answer.pressed_message_id:
        await edit_message(interaction.client, challenge.place, challenge.message_id, post)


async def publish_start(interaction: discord.Interaction[CatenaBot], accepted: Accepted) -> None:
    """Show that a challenge was accepted, and the match that it became."""
    await publish_challenge_end(interaction, accepted.challenge)
    await _publish_match(interaction, accepted.match, replaced=None)


async def publish_change(interaction: discord.Interaction[CatenaBot], change: Change) -> None:
    """Show a match after an action; the message of the position before loses its buttons."""
    replaced = None
    if change.replaced_message_id:
        before = change.match.at(change.replaced_ply)
        replaced = Replaced(change.replaced_message_id, retired_post(before))
    await _publish_match(interaction, change.match, replaced)


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


async def _publish_match(
    interaction: discord.Interaction[CatenaBot], match: Match, replaced: Replaced | None
) -> None:
    bot, answer = interaction.client, answer_to(interaction)
    picture = await bot.images.picture(match)
    post = result_post(match, picture) if match.is_over else turn_post(match, picture)
    is_pressed = replaced is not None and replaced.message_id == answer.pressed_message_id
    if replaced and is_pressed:
        # Through the interaction, since the bot itself may have no access to the channel.
        await answer.update(replaced.post)
    message_id = await answer.send(post, private=False)
    await bot.play.set_message(match.record.id, message_id)
    if replaced and not is_pressed:
        await edit_message(bot, match.place, replaced.message_id, replaced.post)
