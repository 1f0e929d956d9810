"""Everything that goes wrong ends here: a sentence for the player, and for a fault a trace in the log."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import DISCORD_FAILURES, answer_to, is_expected
from bot.handling import Outcome, handling_of
from bot.matches import Refusal
from bot.matches.refusals import ActionRefused, PositionMovedOn
from bot.messages import (
    Post,
    fault_post,
    lost_post,
    not_stored_post,
    position_post,
    unknown_command_post,
    unusable_option_post,
)
from bot.messages.refusals import sentence
from bot.origin import person_of
from bot.showing import private_board
from bot.storage import StorageFailed
from engine import Cell, IllegalAction, Reason
from rendering import View

if TYPE_CHECKING:
    from bot.client import CatenaBot

_log = logging.getLogger(__name__)

ABOUT_STONES = frozenset(
    {Reason.OCCUPIED, Reason.THREE_NEIGHBOURS, Reason.BRANCH, Reason.RING, Reason.NO_SECOND_STONE}
)
"""The reasons that a board shows better than words."""


async def report(interaction: discord.Interaction[CatenaBot], error: Exception) -> None:
    """Tell the player privately what went wrong. Never raises."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    answer = answer_to(interaction)
    answer.defer_when_slow()
    try:
        await answer.send(await _post(interaction, error), private=True)
    except DISCORD_FAILURES as failure:
        # The interaction is too old, or Discord is not to be reached: nobody is left to be told.
        _log.info("A player could not be told about a %s: %s", type(error).__name__, failure)
    except Exception:
        _log.exception("A player could not be told about a %s", type(error).__name__)


async def _post(interaction: discord.Interaction[CatenaBot], error: Exception) -> Post:
    handling = handling_of(interaction)
    handling.failed(_outcome(error), error)
    match error:
        case PositionMovedOn():
            # What was played since is numbered, for somebody who looked away.
            view = View(since=error.ply) if error.ply is not None else None
            picture = await private_board(interaction, error.match, view)
            return position_post(error.match, picture, person_of(interaction.user), sentence(error))
        case ActionRefused(match, IllegalAction(action=Cell() as cell, reason=reason, stones=stones)) if (
            reason in ABOUT_STONES
        ):
            view = View(refused=cell, obstacles=stones)
            return Post(sentence(error), await private_board(interaction, match, view))
        case Refusal():
            return Post(sentence(error))
        case app_commands.TransformerError():
            return unusable_option_post()
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return unknown_command_post()
        case _ if is_expected(error):
            _log.info("Discord did not take an answer: %r", error)
            return lost_post()
        case StorageFailed():
            _log.error("A transaction failed: %s", error)
            return not_stored_post()
        case _:
            handling.fault = _record_fault(error)
            return fault_post(handling.fault)


def _outcome(error: Exception) -> Outcome:
    match error:
        case Refusal() | app_commands.AppCommandError():
            return Outcome.REFUSED
        case _ if is_expected(error):
            return Outcome.LOST
        case _:
            return Outcome.FAULT


def _record_fault(error: Exception) -> str:
    """Log a fault, and return the reference under which it is there."""
    reference = secrets.token_hex(4)
    _log.error("Fault %s", reference, exc_info=error, extra={"fault": reference})
    return reference
