"""The buttons about one's own data. Whose it is, the interaction says, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.messages import Press, deleted_post, deletion_post, export_post, kept_post
from bot.origin import person_of

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def export(interaction: Interaction, press: Press) -> None:
    found = await interaction.client.privacy.everything(person_of(interaction.user))
    await answer_to(interaction).send(export_post(found), private=True)


async def ask_for_deletion(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).send(deletion_post(), private=True)


async def delete(interaction: Interaction, press: Press) -> None:
    deleted = await interaction.client.privacy.delete(person_of(interaction.user))
    await answer_to(interaction).show(deleted_post(deleted))


async def keep(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).show(kept_post())
