"""The buttons under the list of somebody's matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.inbox import shown_boards
from bot.matches.place_refusals import OtherCannotSee
from bot.messages import Press
from bot.origin import who
from bot.publishing import publish_begun
from bot.visibility import is_kept_out

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def show_boards(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).send(await shown_boards(interaction, page=0), private=True)


async def turn_boards_page(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).show(await shown_boards(interaction, press.subject))


async def continue_here(interaction: Interaction, press: Press) -> None:
    bot, (place, person) = interaction.client, who(interaction)
    homeless = await bot.places.homeless(place, person, press.subject)
    other = homeless.opponent_of(person.id)
    # Whoever has left the server sees none of its channels. Without a place nobody could end the match.
    if await is_kept_out(bot, other, place):
        raise OtherCannotSee(other)
    await publish_begun(interaction, await bot.places.continue_here(place, person, press.subject))
