"""The buttons of a running match, and the form that names komi."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.components.forms import Submission, komi_form
from bot.matches.refusals import NoStoneDue, NotOffered
from bot.messages import (
    Press,
    balance_post,
    balanced_post,
    goes_on_post,
    legal_moves_post,
    more_post,
    plans_post,
    resign_post,
    resigned_post,
)
from bot.origin import person_of, who
from bot.publishing import publish_match, publish_turn
from bot.showing import private_board
from engine import Action, NameKomi
from rendering import View

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]
    PressHandler = Callable[[Interaction, Press], Awaitable[None]]


async def name_komi(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.own_komi(*who(interaction), press.match_id)
    await answer_to(interaction).open_form(komi_form(match))


async def balance(interaction: Interaction, press: Press) -> None:
    found = await interaction.client.balances.proposed(*who(interaction), press.match_id)
    await answer_to(interaction).send(balance_post(found), private=True)


async def name_balanced_komi(interaction: Interaction, press: Press) -> None:
    if press.value is None:
        raise NotOffered
    match = await interaction.client.play.act(*who(interaction), press.match_id, [NameKomi(press.value)])
    await publish_turn(interaction, match, balanced_post(press.value))


async def komi_named(interaction: Interaction, submission: Submission) -> None:
    written = f"komi {submission.text}"
    match = await interaction.client.play.act(*who(interaction), submission.match_id, [written])
    await publish_match(interaction, match)


async def more(interaction: Interaction, press: Press) -> None:
    person = person_of(interaction.user)
    choices = await interaction.client.proposals.choices(*who(interaction), press.match_id)
    plans = await interaction.client.replies.of(choices.match, person)
    await answer_to(interaction).send(more_post(choices, plans, person), private=True)


async def forget_replies(interaction: Interaction, press: Press) -> None:
    plans = await interaction.client.replies.forget(*who(interaction), press.match_id)
    await answer_to(interaction).show(plans_post(plans))


async def legal_moves(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.own(*who(interaction), press.match_id)
    legal = match.game.legal_placements()
    if not legal:
        raise NoStoneDue(match)
    picture = await private_board(interaction, match, View(lit=legal))
    await answer_to(interaction).send(legal_moves_post(match, picture), private=True)


async def resign(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.own(*who(interaction), press.match_id)
    await answer_to(interaction).show(resign_post(match, person_of(interaction.user)))


async def resign_surely(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.resign(*who(interaction), press.match_id)
    await publish_turn(interaction, match, resigned_post(match.number))


async def keep_playing(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).show(goes_on_post())


def act(action: Action) -> PressHandler:
    """The handler of a button that is one action of the game."""

    async def handler(interaction: Interaction, press: Press) -> None:
        match = await interaction.client.play.act(*who(interaction), press.match_id, [action])
        await publish_match(interaction, match)

    return handler
