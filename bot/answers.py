"""Answering an interaction: in time, once, and to the right people."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord

from bot.handling import handling_of
from bot.messages import Post

SECONDS_UNTIL_DEFERRED = 1.0
"""Discord gives up after 3 seconds. Deferring at once would cost a request and forbid forms."""

DISCORD_FAILURES = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""What a request can end in when Discord refuses it or can't be reached: never a fault of ours."""

TOO_MANY_REQUESTS = 429

ALREADY_ANSWERED = 40060
"""Discord's code where an answer has arrived, though Discord had failed to say so the first time."""

UNKNOWN_MESSAGE = 10008
"""Its code where the message to be changed is gone. Private ones are dismissed by whoever sees them."""

_KEY = "catena_answer"
_log = logging.getLogger(__name__)


def is_final(failure: Exception) -> bool:
    """Whether Discord has refused something that it would refuse again: the right or the place is missing."""
    if not isinstance(failure, discord.HTTPException):
        return False
    return 400 <= failure.status < 500 and failure.status != TOO_MANY_REQUESTS


def is_expected(failure: Exception) -> bool:
    """Whether something failed as it may with Discord, and not since we asked for what nobody may ask for."""
    if isinstance(failure, discord.HTTPException):
        is_known = failure.status in (403, 404, TOO_MANY_REQUESTS) or failure.code == ALREADY_ANSWERED
        return is_known or failure.status >= 500
    return isinstance(failure, aiohttp.ClientError | TimeoutError | ConnectionError)


class Answer:
    """The answer to one interaction.

    It is deferred by itself when nothing was sent within `SECONDS_UNTIL_DEFERRED`, unless it opens a form.
    What is sent later then follows up, so callers need not care.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, is_private: bool, opens_form: bool) -> None:
        self._interaction = interaction
        self._handling = handling_of(interaction)
        self._is_private = is_private
        self._is_deferring = False
        self._has_followed_up = False
        self._has_sent_in_public = False
        self._deferral = None if opens_form else asyncio.create_task(self._defer_when_slow())

    @property
    def pressed_message_id(self) -> int | None:
        """The message whose button was pressed, or whose form was submitted; None for a command."""
        message = self._interaction.message
        return message.id if message else None

    @property
    def is_pressed_in_private(self) -> bool:
        """Whether only the person who pressed the button sees the message that has it."""
        message = self._interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def has_sent_in_public(self) -> bool:
        """Whether everybody has been shown something new."""
        return self._has_sent_in_public

    async def send(self, post: Post, *, private: bool) -> int:
        """Send a new message and return its id."""
        message_id = await self._send(post, private=private)
        self._handling.answered()
        self._has_sent_in_public |= not private
        return message_id

    async def _send(self, post: Post, *, private: bool) -> int:
        await self._settle()
        if self._interaction.response.is_done():
            thinks_in_public = self._shows_thinking and not self._is_private
            return await self._follow_up(post, private=private, thinks_in_public=thinks_in_public)
        try:
            return await self._respond(post, private=private)
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            standing = await self._interaction.original_response()
            is_deferral = standing.flags.loading or standing.id == self.pressed_message_id
            if not is_deferral and standing.flags.ephemeral is private:
                return standing.id
            if not is_deferral and private:
                # A second process was given the same interaction and has answered it. One answer is enough.
                raise
            thinks_in_public = standing.flags.loading and not standing.flags.ephemeral
            return await self._follow_up(post, private=private, thinks_in_public=thinks_in_public)

    async def _respond(self, post: Post, *, private: bool) -> int:
        sent = await self._interaction.response.send_message(
            view=post.view(),
            files=post.files(),
            allowed_mentions=post.allowed_mentions,
            ephemeral=private,
        )
        assert sent.message_id is not None  # A message was sent.
        return sent.message_id

    async def _follow_up(self, post: Post, *, private: bool, thinks_in_public: bool) -> int:
        interaction = self._interaction
        if private and thinks_in_public:
            # The first follow-up would take the place, and so the publicity, of "… is thinking". So something
            # else takes it until the private message is sent.
            await interaction.edit_original_response(view=Post("…").view())
        message = await interaction.followup.send(
            view=post.view(),
            files=post.files(),
            allowed_mentions=post.allowed_mentions,
            ephemeral=private,
            wait=True,
        )
        self._has_followed_up = True
        if private and thinks_in_public:
            await interaction.delete_original_response()
        return message.id

    async def acknowledge(self) -> None:
        """Answer a press at once without showing anything, so that what follows may take its time."""
        await self._settle()
        if self._interaction.response.is_done():
            return
        try:
            await self._interaction.response.defer()
        except DISCORD_FAILURES as error:
            _log.info("A press could not be acknowledged: %r", error)

    def defer_when_slow(self) -> None:
        """Let the answer be deferred after all, now that no form will be opened."""
        if self._deferral is None:
            self._deferral = asyncio.create_task(self._defer_when_slow())

    async def update(self, post: Post) -> None:
        """Change the message whose button was pressed; its picture stays if the post says so."""
        await self._settle()
        response, view = self._interaction.response, post.view()
        attachments: Any = discord.utils.MISSING if post.keeps_picture else post.files()
        if response.is_done():
            await self._interaction.edit_original_response(view=view, attachments=attachments)
        else:
            await response.edit_message(
                view=view, attachments=attachments, allowed_mentions=discord.AllowedMentions.none()
            )
        self._handling.answered()

    async def show(self, post: Post) -> None:
        """Show something in the private message whose button was pressed; in a new one if that is gone."""
        try:
            await self.update(post)
        except discord.NotFound as failure:
            if failure.code != UNKNOWN_MESSAGE:
                raise
            await self.send(post, private=True)

    async def open_form(self, form: discord.ui.Modal) -> None:
        """Show a form. It can't follow a deferral, so the answer must have been begun for it."""
        await self._interaction.response.send_modal(form)
        self._handling.answered()

    @property
    def _shows_thinking(self) -> bool:
        """Whether "… is thinking" still stands where the first follow-up will."""
        thinking = discord.InteractionResponseType.deferred_channel_message
        return self._interaction.response.type is thinking and not self._has_followed_up

    async def _defer_when_slow(self) -> None:
        await asyncio.sleep(SECONDS_UNTIL_DEFERRED)
        self._is_deferring = True
        try:
            await self._interaction.response.defer(ephemeral=self._is_private)
        except DISCORD_FAILURES as error:
            _log.info("An interaction could not be deferred: %s", error)
        else:
            self._handling.is_deferred = True

    async def _settle(self) -> None:
        """See to it that no deferral gets in the way of what is sent now."""
        if self._deferral is None:
            return
        if self._is_deferring:
            await self._deferral
        else:
            self._deferral.cancel()


def begin_answer(
    interaction: discord.Interaction[Any], *, is_private: bool = False, opens_form: bool = False
) -> None:
    """Start the clock of the answer to an interaction that is under way.

    ``is_private`` tells who sees that it takes long. An answer that ``opens_form`` can't be deferred.
    """
    interaction.extras[_KEY] = Answer(interaction, is_private=is_private, opens_form=opens_form)


def answer_to(interaction: discord.Interaction[Any]) -> Answer:
    """The answer that `begin_answer` began."""
    answer: Answer = interaction.extras[_KEY]
    return answer
