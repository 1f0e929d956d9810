"""Challenges that are not to be: each is refused in private, and none is made."""

from __future__ import annotations

import discord
import pytest
from simcord.interactions import resolve_handle

from tests.bot.world import World
from tests.storage.contents import column


async def test_challenging_oneself_is_refused(world: World) -> None:
    refused = await world.refusal(world.challenge(opponent=world.alice))
    assert refused.text.startswith("You can't challenge yourself.")


async def test_challenging_a_bot_is_refused(world: World) -> None:
    robot = world.member("Robot", bot=True)
    refused = await world.refusal(world.challenge(opponent=robot))
    assert refused.text.startswith("Bots don't play Catena.")


async def test_challenging_somebody_who_cannot_see_the_channel_is_refused(world: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = world.guild.create_text_channel("secret", overwrites={world.bob: hidden})
    refused = await world.refusal(world.challenge(secret))
    assert refused.text.startswith("**Bob** can't see this channel.")


@pytest.mark.parametrize(
    ("permissions", "sees"), [("1024", True), ("0", False)], ids=["sees", "does not see"]
)
async def test_what_discord_says_about_the_opponents_permissions_decides(
    permissions: str, sees: bool, world: World
) -> None:
    resolved: dict = {}
    resolve_handle(world.alice, world.bob, resolved, channel_id=world.channel.id)
    resolved["members"][str(world.bob.id)]["permissions"] = permissions
    options = {"opponent": str(world.bob.id)}
    answer = await world.send_command(world.alice, "challenge", options, resolved=resolved)
    assert answer.is_private is not sees
    assert len(column(world.url, "challenges", "id")) == sees


async def test_the_same_challenge_to_the_same_person_is_refused_while_it_is_open(world: World) -> None:
    first = await world.challenge()
    refused = await world.refusal(world.challenge())
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{first.id}"
    assert refused.text == f"That challenge is open already: {link}. Withdraw it to make another."

    others = [
        await world.challenge(opponent=world.carol),
        await world.challenge(size=7),
        await world.challenge(game="double"),
        await world.challenge(scoring="square"),
        await world.challenge(pace="3"),
        await world.challenge(series=3),
        await world.challenge(world.guild.create_text_channel("elsewhere")),
        await world.slash(world.bob, "challenge", opponent=world.alice),
        await world.slash(world.alice, "challenge"),
    ]
    assert not any(one.is_private for one in others)
    await world.refusal(world.slash(world.alice, "challenge"))
    await world.click(world.alice, first, "Withdraw")
    assert not (await world.challenge()).is_private


async def test_more_than_ten_open_challenges_are_refused(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    made = [await world.challenge(size=size, game="double") for size in range(6, 11)]
    made += [await world.challenge(elsewhere, size=size, game="komi") for size in range(6, 11)]
    refused = await world.refusal(world.challenge(game="no-komi"))
    assert refused.text.startswith("You have 10 challenges open.")
    assert not any(one.is_private for one in made)
    assert not (await world.slash(world.bob, "challenge", opponent=world.alice)).is_private
    await world.click(world.bob, made[0], "Accept")
    assert not (await world.challenge(game="no-komi")).is_private


async def test_an_open_challenge_can_be_neither_declined_nor_accepted_by_its_challenger(world: World) -> None:
    shown = await world.slash(world.alice, "challenge")
    own = await world.refusal(world.click(world.alice, shown, "Accept"))
    assert own.text.startswith("This is your own challenge: somebody else has to accept it.")
    elsewhere = await world.refusal(world.click(world.bob, shown, "Withdraw"))
    assert elsewhere.text == "Only **Alice** can withdraw this challenge."
