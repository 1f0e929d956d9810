"""The buttons of challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.matches.refusals import OpponentCannotSee
from bot.messages import Press
from bot.origin import place_of, who
from bot.publishing import publish_begun, publish_challenge, publish_challenge_end, publish_start
from bot.storage import Person
from bot.visibility import can_see

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def accept(interaction: Interaction, press: Press) -> None:
    challenge = await interaction.client.challenges.acceptable(*who(interaction), press.subject)
    await _check_is_here(interaction, challenge.challenger)
    accepted = await interaction.client.challenges.accept(*who(interaction), press.subject)
    await publish_start(interaction, accepted)


async def decline(interaction: Interaction, press: Press) -> None:
    challenge = await interaction.client.challenges.decline(*who(interaction), press.subject)
    await publish_challenge_end(interaction, challenge)


async def withdraw(interaction: Interaction, press: Press) -> None:
    challenge = await interaction.client.challenges.withdraw(*who(interaction), press.subject)
    await publish_challenge_end(interaction, challenge)


async def next_game(interaction: Interaction, press: Press) -> None:
    await _check_opponent(interaction, press)
    match = await interaction.client.challenges.next_game(*who(interaction), press.subject)
    await publish_begun(interaction, match)


async def rematch(interaction: Interaction, press: Press) -> None:
    await _check_opponent(interaction, press)
    challenge = await interaction.client.challenges.rematch(*who(interaction), press.subject)
    await publish_challenge(interaction, challenge)


async def _check_opponent(interaction: Interaction, press: Press) -> None:
    place, person = who(interaction)
    match = await interaction.client.challenges.followed(place, person, press.subject)
    await _check_is_here(interaction, match.opponent_of(person.id))


async def _check_is_here(interaction: Interaction, other: Person) -> None:
    """Let nobody wait for somebody who has left meanwhile. Raises OpponentCannotSee, CannotAskDiscord."""
    if not await can_see(interaction.client, other, place_of(interaction)):
        raise OpponentCannotSee(other)
