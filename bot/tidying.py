"""What is out of date by what was shown: boards lose their buttons, and proposals are told to have lapsed.

What can't be done now is in the outbox, from which it is done later.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from bot.answers import DISCORD_FAILURES, Answer
from bot.matches import Match, Proposal
from bot.messages import Post, proposal_post, retired_post
from bot.sending import edit_message
from bot.storage import MatchMessage, StorageFailed

if TYPE_CHECKING:
    from bot.client import CatenaBot

_log = logging.getLogger(__name__)


async def note_board(bot: CatenaBot, match: Match, message_id: int, pressed: Answer | None = None) -> None:
    """Note which message shows a match as it stands, and tidy up after what went before.

    ``pressed`` answers the button of a message about the match, through which that message can be changed.
    """
    # In this order, since a match whose board is noted is not looked at again.
    lapsed = await bot.proposals.settle(match)
    outdated = await bot.play.set_message(match, message_id)
    if outdated and not await _retire_pressed(bot, match, outdated, pressed):
        await retire_message(bot, match, outdated)
    for proposal in lapsed:
        await update_proposal(bot, proposal)


async def _retire_pressed(
    bot: CatenaBot, match: Match, outdated: MatchMessage, pressed: Answer | None
) -> bool:
    """Take the buttons from a message through the press of one of them; False where that was not it."""
    if pressed is None or pressed.pressed_message_id != outdated.id:
        return False
    if not await update_pressed(pressed, retired_post(match.at(outdated.ply))):
        return False
    await note_done(bot.outbox.retired(match, outdated))
    return True


async def retire_message(bot: CatenaBot, match: Match, outdated: MatchMessage, note: str = "") -> None:
    """Take the buttons from a message that shows an earlier position of a match."""
    if await edit_message(bot, match.place, outdated.id, retired_post(match.at(outdated.ply), note)):
        await note_done(bot.outbox.retired(match, outdated))


async def update_pressed(answer: Answer, post: Post) -> bool:
    """Edit the message whose button was pressed; False where Discord does not let it, the message being gone.

    It goes through the interaction, since the bot itself may have no access to the channel.
    """
    try:
        await answer.update(post)
    except DISCORD_FAILURES as error:
        _log.info("The message of a pressed button was left as it was: %s", error)
        return False
    return True


async def update_proposal(bot: CatenaBot, proposal: Proposal) -> None:
    """Let the message of a proposal, if one is known, show what became of it."""
    message_id = proposal.record.message_id
    if message_id and await edit_message(bot, proposal.match.place, message_id, proposal_post(proposal)):
        await note_done(bot.outbox.shown(proposal))


async def note_done(noting: Awaitable[None]) -> None:
    """Note that something was brought up to date. Without that it is done again, which changes nothing."""
    try:
        await noting
    except StorageFailed as error:
        _log.error("It could not be noted what was brought up to date: %s", error)
