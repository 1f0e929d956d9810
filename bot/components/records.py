"""The buttons of records: giving one, and going through a loaded one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.messages import Press, record_post
from bot.origin import place_of
from bot.showing import shown_loaded

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def give(interaction: Interaction, press: Press) -> None:
    record = await interaction.client.records.named(place_of(interaction), press.match_id)
    await answer_to(interaction).send(record_post(record), private=True)


def step_to(target: Callable[[int], int]) -> Callable[[Interaction, Press], Awaitable[None]]:
    """The handler of a button that leads from the position shown of a loaded record to another."""

    async def handler(interaction: Interaction, press: Press) -> None:
        replay = await interaction.client.records.loaded(press.subject, target(press.ply))
        await answer_to(interaction).show(await shown_loaded(interaction, replay))

    return handler
