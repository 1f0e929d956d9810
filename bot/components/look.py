"""The buttons that only show: replays and the rules."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.components.forms import Submission, jump_form
from bot.matches import MatchId
from bot.matches.refusals import NoSuchPosition
from bot.messages import Press, animation_post
from bot.origin import place_of, viewer_of
from bot.showing import shown_replay, shown_rules

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]

LAST = 9999
"""More moves than any match has: as a position to go to, its end."""


async def open_replay(interaction: Interaction, press: Press) -> None:
    replay = await interaction.client.play.replay(place_of(interaction), press.match_id)
    await answer_to(interaction).send(await shown_replay(interaction, replay), private=True)


def step_to(target: Callable[[int], int]) -> Callable[[Interaction, Press], Awaitable[None]]:
    """The handler of a button that leads from the position shown to another."""

    async def handler(interaction: Interaction, press: Press) -> None:
        name = MatchId(press.subject, target(press.ply))
        replay = await interaction.client.play.replay(place_of(interaction), name)
        await answer_to(interaction).show(await shown_replay(interaction, replay))

    return handler


async def ask_for_move(interaction: Interaction, press: Press) -> None:
    replay = await interaction.client.play.replay(place_of(interaction), press.match_id)
    await answer_to(interaction).open_form(jump_form(replay))


async def jump(interaction: Interaction, submission: Submission) -> None:
    # Python makes no number of endless digits.
    is_number = re.fullmatch("[0-9]{1,4}", submission.text)
    ply = int(submission.text) if is_number else LAST
    name = MatchId(submission.match_id.id, ply)
    replay = await interaction.client.play.replay(place_of(interaction), name)
    if replay.shown.ply != ply:
        raise NoSuchPosition(replay.last_ply)
    await answer_to(interaction).show(await shown_replay(interaction, replay))


async def animate(interaction: Interaction, press: Press) -> None:
    place, images = place_of(interaction), interaction.client.images
    replay = await interaction.client.play.replay(place, MatchId(press.subject, LAST))
    animation = await images.animation(replay.shown, viewer_of(interaction).theme)
    await answer_to(interaction).send(animation_post(replay.shown, animation), private=True)


async def turn_page(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).show(await shown_rules(interaction, press.subject))
