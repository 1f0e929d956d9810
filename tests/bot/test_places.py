"""Where the bot can be used: channels, threads, a conversation with the bot, and anywhere by user install."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle, UserHandle
from simcord.interactions import resolve_handle

from tests.bot.shown import Shown
from tests.bot.world import World

ALONE = {
    "challenge": ({}, "Nobody else is in this conversation."),
    "challenges": ({}, "No challenge is open in this channel."),
    "move": ({"turn": "D5"}, "No match of yours runs in this channel."),
    "button": ({}, "No match of yours runs in this channel."),
    "komi": ({"points": 7}, "No match of yours runs in this channel."),
    "color": ({"color": "white"}, "No match of yours runs in this channel."),
    "resign": ({}, "No match of yours runs in this channel."),
    "board": ({}, "No match of yours runs in this channel."),
    "matches": ({}, "### Waiting for the other player\n- **Match 1** against **Bob**"),
    "rules": ({}, "### Catena in a minute"),
    "help": ({}, "### Catena, move by move"),
}


async def test_each_command_is_answered_in_a_conversation_with_the_bot(world: World) -> None:
    await world.start_match()
    await world.play("komi 7")
    user: UserHandle = world.alice.user
    assert set(ALONE) <= set(user.available_commands())
    for command in user.available_commands():
        options, says = ALONE.get(command, ({}, ""))
        answers = await world.alone(user, command, **options)
        assert answers[0].text.startswith(says), command
    for command in ("move", "komi", "color", "button", "resign"):
        (refused, *_) = await world.alone(user, command, match=1, **ALONE[command][0])
        assert refused.text.startswith("There is no such match in this channel.")
    assert (await world.alone(user, "challenge", opponent=world.bob.user))[0].text.startswith("Nobody else")


def test_every_command_is_for_servers_and_for_people_who_bring_the_bot_anywhere(world: World) -> None:
    declared = [
        (command["name"], command["integration_types"], command["contexts"])
        for command in world.env.backend.commands[None].values()
    ]
    in_servers_and_by_people, in_servers_alone_and_with_others = [0, 1], [0, 1, 2]
    assert declared
    for name, installs, contexts in declared:
        assert sorted(installs) == in_servers_and_by_people, name
        assert sorted(contexts) == in_servers_alone_and_with_others, name


async def test_a_match_can_be_played_in_a_thread(world: World) -> None:
    stored = world.env.backend.create_thread(world.channel.id, "a quiet corner", world.alice.id)
    thread = ChannelHandle(world.env, world.guild, stored)
    count = world.count
    await world.start_match(thread)
    named = await world.slash(world.alice, "komi", thread, points=7)
    chosen = await world.click(world.bob, named, "Play White (+7)")
    assert chosen.channel_id == thread.id
    assert world.count == count
    assert (await world.slash(world.carol, "board")).text.startswith("No match of yours runs")


async def test_a_match_can_be_played_in_a_server_that_does_not_have_the_bot(world: World) -> None:
    server = world.env.create_guild("Strangers")
    channel = server.create_text_channel("general")
    alice, bob = server.add_member(world.alice.user), server.add_member(world.bob.user)
    world.env.backend.emit("GUILD_DELETE", {"id": str(server.id)})
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50001, times=None)
    resolved: dict[str, Any] = {}
    resolve_handle(alice, bob, resolved, channel_id=channel.id)
    resolved["members"][str(bob.id)]["permissions"] = "1024"
    options = {"opponent": str(bob.id)}
    challenge = await world.send_command(alice, "challenge", options, channel, resolved=resolved)
    start = await world.press(bob, challenge, challenge.buttons["Accept"], channel)
    assert start.text.startswith("### Match 1\n")
    named = await world.send_command(alice, "komi", {"points": 7}, channel)
    chosen = await world.press(bob, named, named.buttons["Play Black"], channel)
    assert "**Bob** chose ⚫ **Black**." in chosen.text
    assert world.now(named).buttons == {}


@pytest.fixture(params=[discord.ChannelType.group, discord.ChannelType.private], ids=str)
def anywhere(request: pytest.FixtureRequest, world: World) -> ChannelHandle:
    """A conversation in which Alice has the bot by user install, and Bob is too. It takes answers alone."""
    stored = world.env.backend.create_channel(None, "friends", type=request.param.value)
    world.env.inject_error("*", f"/channels/{stored.id}*", status=403, code=50001, times=None)
    return ChannelHandle(world.env, None, stored)


async def test_a_match_can_be_played_anywhere_by_user_install(anywhere: ChannelHandle, world: World) -> None:
    alice, bob = world.alice, world.bob
    resolved: dict[str, Any] = {}
    resolve_handle(alice.user, bob.user, resolved, channel_id=anywhere.id)
    options = {"opponent": str(bob.id)}
    challenge = await world.send_command(alice, "challenge", options, anywhere, resolved=resolved)
    assert "**Alice** challenges you to Catena." in challenge.text

    async def press(who: Any, message: Shown, label: str) -> Shown:
        return await world.press(who, message, message.buttons[label], anywhere)

    start = await press(bob, challenge, "Accept")
    assert start.text.startswith("### Match 1\n")
    assert world.now(challenge).buttons == {}
    named = await world.send_command(alice, "komi", {"points": 7}, anywhere)
    chosen = await press(bob, named, "Play White (+7)")
    assert world.now(named).buttons == {}
    assert chosen.pinged == [alice.id]
    listed = await world.send_command(bob, "matches", {}, anywhere)
    assert f"https://discord.com/channels/@me/{anywhere.id}/{chosen.id}" in listed.text
    tapped = await press(alice, chosen, "Play")
    for value in ("5", "D5"):
        tapped = await world.choose(alice, tapped, tapped.menu_id, value, channel=anywhere)
    played = await press(alice, tapped, "Confirm")
    assert ("played **D5**" in played.text, played.is_private, played.pinged) == (True, False, [bob.id])
    question = await world.send_command(alice, "resign", {}, anywhere)
    result = await press(alice, question, "Resign match 1")
    assert "**Bob** wins match 1" in result.text
    over = await press(bob, played, "More")
    assert (over.is_private, over.text) == (True, "Match 1 is over: **Bob** won.")
    offer = await press(bob, result, "Rematch")
    assert "### Match 2\n**Bob** is the first player" in (await press(alice, offer, "Accept")).text
    assert len(world.messages_in(anywhere)) == 8, "a message each"
    assert (await world.start_match()).text.startswith("### Match 1\n"), "numbers are each place's own"
