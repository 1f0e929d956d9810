"""The list of somebody's matches: what waits for them on top, and only what they can see."""

from __future__ import annotations

import asyncio
import re
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.http.client import FakeHTTPClient

from bot.visibility import ASKED_AT_ONCE
from tests.bot.places import deny, start_in_thread
from tests.bot.shown import Shown
from tests.bot.world import World

BOARDS = "Boards"
MEMBERS = "/guilds/*/members/*"
HIDDEN = "-# 1 more is in a channel that you can't see now."


def numbers(listed: Shown) -> list[int]:
    """The matches of a list, in its order."""
    return [int(found) for found in re.findall(r"^- \*\*Match ([0-9]+)\*\*", listed.text, re.MULTILINE)]


class Elsewhere:
    """Another server, in which the same two play."""

    def __init__(self, world: World, name: str = "Other *club*", shard_id: int = 0) -> None:
        self.world = world
        self.guild: GuildHandle = world.env.create_guild(name, shard_id=shard_id)
        self.channel: ChannelHandle = self.guild.create_text_channel("games")
        self.alice: MemberActor = self.guild.add_member(world.alice.user)
        self.bob: MemberActor = self.guild.add_member(world.bob.user)

    async def start_match(self) -> Shown:
        world = self.world
        challenge = await world.slash(self.alice, "challenge", self.channel, opponent=self.bob)
        return await world.click(self.bob, challenge, "Accept")


async def test_what_waits_for_the_viewer_is_on_top_the_longest_wait_first(world: World) -> None:
    for size in (6, 7, 8, 9):
        await world.start_match(size=size)
        world.clock.advance(hours=1)
    for number in (3, 1):
        await world.slash(world.alice, "komi", points=7, match=number)
        world.clock.advance(hours=1)
    for who, order in ((world.alice, [2, 4, 3, 1]), (world.bob, [3, 1, 2, 4])):
        listed = await world.slash(who, "matches")
        assert numbers(listed) == order
        assert listed.text.index("### Your turn") < listed.text.index("### Waiting for the other player")


async def test_matches_of_other_servers_are_listed_with_their_names_and_links(world: World) -> None:
    other = Elsewhere(world)
    start = await other.start_match()
    await world.start_match()
    listed = await world.slash(world.alice, "matches")
    there, here = (line for line in listed.text.splitlines() if line.startswith("- "))
    link = f"https://discord.com/channels/{other.guild.id}/{other.channel.id}/{start.id}"
    assert link in there
    assert there.endswith(r"on Other \*club\*")
    assert " on " not in here
    (alone, *_) = await world.alone(world.alice.user, "matches")
    assert alone.text.count(" on ") == 2


async def test_matches_in_channels_that_are_hidden_from_a_player_are_only_counted(world: World) -> None:
    secret = world.guild.create_text_channel("secret")
    await world.start_match(secret)
    await world.start_match(secret, size=7)
    await world.start_match(size=8)
    deny(world, "view_channel", who=world.alice.id, channel=secret)
    listed = await world.slash(world.alice, "matches")
    assert numbers(listed) == [3]
    assert listed.text.endswith("-# 2 more are in channels that you can't see now.")
    assert numbers(await world.slash(world.bob, "matches")) == [1, 2, 3]


async def test_a_thread_is_seen_by_whoever_sees_its_channel(world: World) -> None:
    thread, _ = await start_in_thread(world)
    listed = await world.slash(world.alice, "matches")
    assert f"/{thread.id}/" in listed.text
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    assert numbers(await world.slash(world.alice, "matches")) == [1]
    deny(world, "view_channel", who=world.alice.id)
    elsewhere = world.guild.create_text_channel("elsewhere")
    listed = await world.slash(world.alice, "matches", elsewhere)
    assert listed.text == HIDDEN


async def test_a_match_on_a_server_that_the_player_has_left_is_not_shown(world: World) -> None:
    other = Elsewhere(world)
    await other.start_match()
    other.guild.remove_member(other.alice)
    listed = await world.slash(world.alice, "matches")
    assert (numbers(listed), listed.text) == ([], HIDDEN)
    assert numbers(await world.slash(world.bob, "matches")) == [1]


async def test_what_cannot_be_known_is_not_shown(world: World) -> None:
    other = Elsewhere(world)
    await other.start_match()
    world.env.inject_error("GET", MEMBERS, status=500)
    assert (await world.slash(world.alice, "matches")).text == HIDDEN
    assert numbers(await world.slash(world.alice, "matches")) == [1]


async def test_discord_is_asked_once_for_each_other_server_and_not_for_this_one(world: World) -> None:
    other = Elsewhere(world)
    for _ in range(3):
        await other.start_match()
        await world.start_match(size=6 + world.count // 2)
    before = len(world.env.http_requests)
    listed = await world.slash(world.alice, "matches")
    asked = [one for one in world.env.http_requests[before:] if "/members/" in one.path]
    assert [one.path for one in asked] == [f"/guilds/{other.guild.id}/members/{world.alice.id}"]
    assert len(numbers(listed)) == 6


async def test_many_servers_are_asked_about_a_few_at_a_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = ASKED_AT_ONCE + 3
    for number in range(servers):
        await Elsewhere(world, f"Club {number}").start_match()
    request, running, most = FakeHTTPClient.request, 0, 0

    async def counted(client: FakeHTTPClient, route: discord.http.Route, **options: Any) -> Any:
        nonlocal running, most
        running, most = running + 1, max(most, running + 1)
        for _ in range(10):
            await asyncio.sleep(0)
        running -= 1
        return await request(client, route, **options)

    monkeypatch.setattr(FakeHTTPClient, "request", counted)
    assert len(numbers(await world.slash(world.alice, "matches"))) == servers
    assert most == ASKED_AT_ONCE


async def test_without_a_match_there_is_nothing_to_press(world: World) -> None:
    listed = await world.slash(world.carol, "matches")
    assert listed.text.startswith("You have no match running.")
    assert listed.buttons == {}


# Boards


async def test_the_boards_of_the_first_matches_come_on_one_picture(world: World) -> None:
    for size in (6, 7, 8):
        await world.start_match(size=size)
        await world.slash(world.alice, "komi", points=7, match=size - 5)
        world.clock.advance(hours=1)
    for number in (3, 2):
        await world.slash(world.bob, "color", color="white", match=number)
        world.clock.advance(hours=1)
    listed = await world.slash(world.alice, "matches")
    boards = await world.click(world.alice, listed, BOARDS)
    assert boards.is_private
    assert boards.alt_text == (
        "Match 3 against Bob, your turn: Black has 0, White 7. "
        "Match 2 against Bob, your turn: Black has 0, White 7. "
        "Match 1 against Bob, their turn: the colours are not chosen yet."
    )
    assert boards.png is not None
    picture = Image.open(BytesIO(boards.png))
    assert picture.width > picture.height


async def test_nine_boards_are_on_a_page_and_their_words_fit(world: World) -> None:
    world.bob = world.member("B" * 32)
    for size in (6, 7, 8, 9, 10):
        for game in ("komi", "no-komi"):
            await world.start_match(size=size, game=game)
    boards = await world.click(world.alice, await world.slash(world.alice, "matches"), BOARDS)
    assert boards.alt_text is not None
    assert boards.alt_text.count("Match ") == 9
    assert len(boards.alt_text) <= 1024
    count = world.count
    rest = await world.click(world.alice, boards, "▶")
    assert rest.alt_text is not None
    assert rest.alt_text.count("Match ") == 1
    assert (rest.id, world.count) == (boards.id, count)
    back = await world.click(world.alice, rest, "◀")
    assert (back.png, back.alt_text) == (boards.png, boards.alt_text)


async def test_a_page_of_boards_that_is_not_there_any_more_is_the_last_one(world: World) -> None:
    for _ in range(10):
        await world.start_match()
    boards = await world.click(world.alice, await world.slash(world.alice, "matches"), BOARDS)
    await world.click(world.bob, await world.slash(world.bob, "resign", match=1), "Resign match 1")
    last = await world.click(world.alice, boards, "▶")
    assert last.alt_text is not None
    assert last.alt_text.count("Match ") == 9
    assert last.buttons == {}


async def test_an_old_list_shows_the_boards_as_they_are_now_after_a_restart_too(world: World) -> None:
    await world.start_match()
    listed = await world.slash(world.alice, "matches")
    await world.play("komi 7")
    await world.restart()
    boards = await world.click(world.alice, listed, BOARDS)
    assert boards.alt_text == "Match 1 against Bob, their turn: the colours are not chosen yet."
    await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    none = await world.click(world.alice, listed, BOARDS)
    assert none.text.startswith("You have no match running.")


async def test_boards_of_hidden_channels_are_not_shown(world: World) -> None:
    await world.start_match()
    listed = await world.slash(world.alice, "matches")
    deny(world, "view_channel", who=world.alice.id)
    shown = await world.press(world.alice, listed, listed.buttons[BOARDS])
    assert (shown.png, shown.text) == (None, HIDDEN)
