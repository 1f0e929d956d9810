"""What a process does for the servers of other shards, of which it hears nothing."""

from __future__ import annotations

import pytest
from simcord.http.client import FakeHTTPClient

from bot.demo.rest import as_discord_tells
from bot.shards import Shards
from tests.bot.places import close, deliver, deny, start_in_thread, told, vanish
from tests.bot.test_delivery import pass_the_grace
from tests.bot.test_inbox import HIDDEN, Elsewhere, numbers
from tests.bot.test_pace import wait
from tests.bot.world import World
from tests.storage.contents import column

ARCHIVED = 50083
"""Discord's code for a thread that is closed."""
BOTH, THE_OTHER = Shards(2), Shards(2, (1,))


@pytest.fixture
def shards() -> Shards:
    """The world's server is that of shard 0; the bot has shard 1 as well, until it is started again."""
    return BOTH


@pytest.fixture(autouse=True)
def told_of_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked about a server, Discord does not tell of its channels and members, which simcord does."""
    request = FakeHTTPClient.request

    async def requested(self, route, **options):
        found = await request(self, route, **options)
        return as_discord_tells(route.method, route.url.partition("?")[0], found)

    monkeypatch.setattr(FakeHTTPClient, "request", requested)


def asked_about_servers(world: World) -> int:
    """How often Discord was asked about a server."""
    return sum(one.method == "GET" and one.path.startswith("/guilds/") for one in world.env.http_requests)


@pytest.fixture
def there(world: World) -> Elsewhere:
    """A server of shard 1, in which Alice and Bob are, too."""
    return Elsewhere(world, "Elsewhere", shard_id=1)


@pytest.mark.usefixtures("brackets")
async def test_what_was_not_shown_is_shown_in_the_language_of_the_server(world: World) -> None:
    world.env.backend.edit_guild(world.guild.id, {"preferred_locale": "de"})
    await world.start_match()
    await world.arrange("komi 7", "white", "D5")
    await world.restart(THE_OTHER)
    await pass_the_grace(world)
    assert world.latest.text.startswith("⟦**Alice** (⟦Black⟧) played")
    assert world.latest.pinged == [world.bob.id]


async def test_players_are_reminded(world: World) -> None:
    await world.start_match(pace="1")
    await world.restart(THE_OTHER)
    (reminder,) = await wait(world, hours=22)
    assert reminder.pinged == [world.alice.id]


async def test_the_match_of_a_deleted_thread_goes_on_in_its_channel(world: World) -> None:
    thread, _ = await start_in_thread(world, pace="1")
    await world.restart(THE_OTHER)
    vanish(world, thread)
    await wait(world, hours=22)
    await deliver(world)
    assert "was deleted, so the match is here now." in world.latest.text


async def test_the_match_of_a_thread_that_is_closed_to_the_bot_goes_on_in_its_channel(world: World) -> None:
    thread, _ = await start_in_thread(world, pace="1")
    close(world, thread, ARCHIVED)
    await world.restart(THE_OTHER)
    await wait(world, hours=22)
    await deliver(world)
    assert "-# The thread of match 1 is closed to the bot" in world.latest.text


async def test_a_channel_that_refuses_messages_keeps_its_match(world: World) -> None:
    await world.start_match(pace="1")
    await world.restart(THE_OTHER)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=404, code=10003)
    assert await wait(world, hours=22) == []
    assert column(world.url, "matches", "is_homeless") == [0]
    assert [one.pinged for one in told(world)] == [[world.alice.id]]


async def test_the_players_of_a_deleted_channel_are_told_where_it_was(world: World) -> None:
    await world.start_match(pace="1")
    await world.restart(THE_OTHER)
    vanish(world, world.channel)
    await wait(world, hours=22)
    await deliver(world)
    assert column(world.url, "matches", "is_homeless") == [1]
    assert all("on Club was deleted" in one.text for one in told(world)[-2:])


async def test_ones_matches_are_listed_with_the_names_of_their_servers(
    world: World, there: Elsewhere
) -> None:
    await world.start_match()
    await world.restart(THE_OTHER)
    listed = await world.slash(there.alice, "matches", there.channel)
    assert numbers(listed) == [1]
    assert listed.text.splitlines()[1].endswith("on Club")


async def test_what_is_hidden_from_a_player_or_cannot_be_known_is_not_listed(
    world: World, there: Elsewhere
) -> None:
    await world.start_match()
    await world.restart(THE_OTHER)
    world.env.inject_error("GET", f"/guilds/{world.guild.id}", status=500)
    assert (await world.slash(there.alice, "matches", there.channel)).text == HIDDEN
    deny(world, "view_channel", who=world.alice.id)
    assert (await world.slash(there.alice, "matches", there.channel)).text == HIDDEN
    world.guild.remove_member(world.bob)
    assert (await world.slash(there.bob, "matches", there.channel)).text == HIDDEN


async def test_nobody_is_asked_about_the_servers_of_ones_own_shards(world: World, there: Elsewhere) -> None:
    await world.start_match()
    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()
    asked = asked_about_servers(world)
    assert numbers(await world.slash(there.alice, "matches", there.channel)) == [1]
    assert asked_about_servers(world) == asked
