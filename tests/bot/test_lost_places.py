"""Threads and channels that are deleted, and servers that the bot has to leave: no match is lost by that."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from bot.storage import ChallengeState
from tests.bot.places import deliver, deliver_late, deny, set_up, start_in_thread, told, vanish
from tests.bot.shown import Shown
from tests.bot.test_inbox import MEMBERS
from tests.bot.test_pace import direct_messages, wait
from tests.bot.world import World
from tests.storage.contents import column


async def lose(world: World, channel: ChannelHandle) -> None:
    """Delete a channel, with everybody told who is to be."""
    world.env.backend.delete_channel(channel.id)
    await world.env.settle()
    await deliver(world)


@pytest.fixture
def other(world: World) -> ChannelHandle:
    """Another channel of the server."""
    return world.guild.create_text_channel("elsewhere")


# Threads


async def test_the_match_of_a_deleted_thread_goes_on_in_the_channel(world: World) -> None:
    thread, _ = await start_in_thread(world)
    await world.slash(world.alice, "komi", thread, points=7)
    await lose(world, thread)
    shown = world.latest
    assert "-# The thread of match 1 was deleted, so the match is here now." in shown.text
    assert shown.pinged == [world.bob.id]
    assert "chose ⚫ **Black**" in (await world.click(world.bob, shown, "Play Black")).text
    count = world.count
    await deliver_late(world)
    assert world.count == count


async def test_all_matches_of_a_deleted_thread_go_on_and_those_that_are_over_can_be_looked_at(
    world: World,
) -> None:
    stored = world.env.backend.create_thread(world.channel.id, "a quiet corner", world.alice.id)
    thread = ChannelHandle(world.env, world.guild, stored)
    await world.start_match(thread)
    await world.start_match(thread, size=7)
    await world.click(world.bob, await world.slash(world.bob, "resign", thread, match=2), "Resign match 2")
    await deliver(world)
    count = world.count
    await lose(world, thread)
    assert world.count == count + 1
    assert "The match is over" in (await world.slash(world.alice, "board", match=2)).text
    await world.slash(world.alice, "komi", points=7)


async def resign(world: World, thread: ChannelHandle, number: int) -> Shown:
    """Bob gives up a match in a thread; its result."""
    question = await world.slash(world.bob, "resign", thread, match=number)
    return await world.click(world.bob, question, f"Resign match {number}")


async def test_a_series_whose_thread_is_deleted_between_two_games_goes_on_in_the_channel(
    world: World,
) -> None:
    thread, _ = await start_in_thread(world, series=3)
    await resign(world, thread, 1)
    await deliver(world)
    await lose(world, thread)
    assert "-# The thread of match 1 was deleted, so the match is here now." in world.latest.text
    assert world.latest.pinged == []
    begun = await world.click(world.bob, world.latest, "Next game")
    assert "Match 2 of **Bob** and **Alice** is played in" in begun.text


async def test_of_a_series_whose_thread_is_deleted_only_what_can_go_on_is_shown(world: World) -> None:
    thread, _ = await start_in_thread(world, series=3)
    await set_up(world, opens_threads=False)
    await world.click(world.alice, await resign(world, thread, 1), "Next game")
    await deliver(world)
    count = world.count
    await lose(world, thread)
    assert world.count == count + 1
    assert "### Match 2" in world.latest.text
    thread, _ = await start_in_thread(world, series=3)
    await set_up(world, opens_threads=False)
    await world.click(world.alice, await resign(world, thread, 3), "Next game")
    await resign(world, thread, 4)
    await deliver(world)
    count = world.count
    await lose(world, thread)
    assert world.count == count, "it is decided"


async def test_a_thread_that_was_deleted_while_the_bot_was_away_is_missed_at_the_next_message(
    world: World,
) -> None:
    thread, _ = await start_in_thread(world, pace="1")
    vanish(world, thread)
    await world.restart()
    await wait(world, hours=22)
    await deliver(world)
    assert "was deleted, so the match is here now." in world.latest.text
    assert world.latest.pinged == [world.alice.id]


async def test_a_thread_that_is_gone_with_its_channel_leaves_the_match_to_be_continued(world: World) -> None:
    thread, _ = await start_in_thread(world, pace="1")
    vanish(world, thread)
    vanish(world, world.channel)
    await world.restart()
    await wait(world, hours=22)
    await deliver(world)
    assert column(world.url, "matches", "is_homeless") == [1]
    assert len(told(world)) == 2


async def test_a_deleted_thread_without_matches_is_nobodys_business(world: World) -> None:
    await world.start_match()
    stored = world.env.backend.create_thread(world.channel.id, "small talk", world.alice.id)
    with world.unchanged():
        world.env.backend.delete_channel(stored.id)
        await world.env.settle()


async def test_a_match_in_a_deleted_post_of_a_forum_is_left_to_be_continued(world: World) -> None:
    forum = world.guild.create_forum_channel("posts")
    post = world.env.backend.create_thread(forum.id, "a post", world.alice.id)
    await world.start_match(ChannelHandle(world.env, world.guild, post))
    world.env.backend.delete_channel(post.id)
    await deliver(world)
    assert column(world.url, "matches", "is_homeless") == [1]


# Channels


async def test_the_players_of_a_deleted_channel_are_told_once_each(world: World) -> None:
    await world.start_match()
    await lose(world, world.channel)
    await deliver_late(world)
    assert sorted(one.text for one in told(world)) == [
        f"The channel of match 1 against **{opponent}** on Club was deleted. The match is kept, and its time "
        "stands still: continue it anywhere on that server with the button in `/matches`."
        for opponent in ("Alice", "Bob")
    ]


async def test_who_takes_no_direct_messages_finds_the_match_in_the_list(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match()
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await lose(world, world.channel)
    assert column(world.url, "outbox", "subject_id") == []
    listed = await world.slash(world.alice, "matches", other)
    assert "- **Match 1** against **Bob** · size 6 · Komi · Standard · its channel was deleted" in listed.text


async def test_a_match_goes_on_in_whichever_channel_one_of_its_players_wants(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match(pace="1")
    await world.play("komi 7", "white", "D5")
    await lose(world, world.channel)
    assert await wait_directly(world, days=9) == []
    listed = await world.slash(world.alice, "matches", other)
    shown = await world.click(world.alice, listed, "Continue here: match 1")
    assert (shown.channel_id, shown.is_private, shown.pinged) == (other.id, False, [world.bob.id])
    assert "played **D5**" in shown.text
    assert "You have time until" in shown.text
    assert "took the **button**" in (await world.click(world.bob, shown, "Take the button")).text
    assert "Continue here" not in str((await world.slash(world.bob, "matches", other)).buttons)


async def wait_directly(world: World, **duration: float) -> list[Shown]:
    """What is written directly to anybody while time passes."""
    before = len(told(world))
    world.clock.advance(**duration)
    await world.env.advance_time(700)
    return told(world)[before:]


async def test_where_matches_get_threads_a_match_is_continued_in_one(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match()
    await lose(world, world.channel)
    await set_up(world, other, opens_threads=True)
    listed = await world.slash(world.alice, "matches", other)
    await world.click(world.alice, listed, "Continue here: match 1")
    assert column(world.url, "matches", "channel_id") == [other.threads[0].id]


async def test_a_match_is_continued_only_where_both_see_it(world: World, other: ChannelHandle) -> None:
    await world.start_match()
    await lose(world, world.channel)
    deny(world, "view_channel", who=world.bob.id, channel=other)
    listed = await world.slash(world.alice, "matches", other)
    refused = await world.refusal(world.click(world.alice, listed, "Continue here: match 1"))
    assert refused.text.startswith("**Bob** can't see this channel.")


async def test_challenges_of_a_channel_or_thread_that_is_deleted_keep_nobody_from_others(
    world: World, other: ChannelHandle
) -> None:
    stored = world.env.backend.create_thread(world.channel.id, "a corner", world.alice.id)
    thread = ChannelHandle(world.env, world.guild, stored)
    for channel in (thread, world.channel):
        for size in range(6, 11):
            await world.challenge(channel, size=size)
    assert "10 challenges open" in (await world.challenge(other)).text
    await lose(world, thread)
    assert "challenges you" in (await world.challenge(other)).text
    await lose(world, world.channel)
    for size in range(7, 11):
        assert "challenges you" in (await world.challenge(other, size=size)).text
    assert column(world.url, "challenges", "state").count(ChallengeState.EXPIRED) == 10


async def test_a_match_against_somebody_who_has_left_is_continued_so_that_it_can_end(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match()
    await lose(world, world.channel)
    listed = await world.slash(world.alice, "matches", other)
    world.guild.remove_member(world.bob)
    assert "### Match 1" in (await world.click(world.alice, listed, "Continue here: match 1")).text
    question = await world.slash(world.alice, "resign", other)
    assert "**Bob** wins match 1" in (await world.click(world.alice, question, "Resign match 1")).text


async def test_a_match_is_continued_once_discord_tells_that_both_see_it(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match()
    await lose(world, world.channel)
    listed = await world.slash(world.alice, "matches", other)
    world.env.inject_error("GET", MEMBERS, status=503)
    refused = await world.refusal(world.click(world.alice, listed, "Continue here: match 1"))
    assert refused.text.startswith("Discord doesn't tell right now whether **Bob** can see this channel.")
    await world.click(world.alice, listed, "Continue here: match 1")
    assert column(world.url, "matches", "channel_id") == [other.id]


async def test_nobody_but_its_players_continues_a_match(world: World, other: ChannelHandle) -> None:
    await world.start_match()
    await lose(world, world.channel)
    listed = await world.slash(world.alice, "matches", other)
    custom_id = listed.buttons["Continue here: match 1"]
    refused = await world.refusal(world.press(world.carol, listed, custom_id, other))
    assert refused.text.startswith("There is no such match in this channel.")
    server = world.env.create_guild("Another")
    channel, alice = server.create_text_channel("catena"), server.add_member(world.alice.user)
    refused = await world.refusal(world.press(alice, listed, custom_id, channel))
    assert refused.text.startswith("There is no such match in this channel.")


async def test_a_button_to_continue_a_match_that_goes_on_already_says_where(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match()
    await lose(world, world.channel)
    listed = await world.slash(world.bob, "matches", other)
    third = world.guild.create_text_channel("third")
    mine = await world.slash(world.alice, "matches", third)
    await world.click(world.alice, mine, "Continue here: match 1")
    await world.restart()
    custom_id = listed.buttons["Continue here: match 1"]
    refused = await world.refusal(world.press(world.bob, listed, custom_id, other))
    assert refused.text == f"Match 1 goes on in <#{third.id}> already."


@pytest.mark.usefixtures("busy_discord")
async def test_of_two_who_continue_a_match_at_once_in_different_channels_one_does(
    world: World, other: ChannelHandle
) -> None:
    await world.start_match()
    await lose(world, world.channel)
    third = world.guild.create_text_channel("third")
    lists = [
        (world.alice, await world.slash(world.alice, "matches", other), other),
        (world.bob, await world.slash(world.bob, "matches", third), third),
    ]
    presses = [
        world.wire.press(who, listed, listed.buttons["Continue here: match 1"], channel)
        for who, listed, channel in lists
    ]
    answers = await world.answers(*presses)
    assert sorted(one.is_private for one in answers) == [False, True]
    place = (await world.match()).place
    (shown,) = (one for one in answers if not one.is_private)
    assert place.channel_id == shown.channel_id


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_missed_at_the_next_message(
    world: World,
) -> None:
    await world.start_match(pace="1")
    vanish(world, world.channel)
    await world.restart()
    await wait(world, hours=22)
    await deliver(world)
    assert len(told(world)) == 2
    assert direct_messages(world, world.alice) == []


async def test_a_channel_that_discord_lists_is_not_taken_for_deleted(world: World) -> None:
    await world.start_match(pace="1")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=404, code=10003)
    await wait(world, hours=22)
    assert column(world.url, "matches", "is_homeless") == [0]


# Servers


async def test_with_a_server_that_the_bot_had_to_leave_nothing_is_lost(world: World) -> None:
    await world.start_match()
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()
    (listed, *_) = await world.alone(world.alice.user, "matches")
    assert "- **Match 1** against **Bob**" in listed.text
    assert "on a server without the bot" in listed.text
    assert "it goes on when the bot is there again" in listed.text
    assert column(world.url, "matches", "is_homeless") == [0]


async def test_a_server_that_the_bot_had_to_leave_is_not_tried_for_ever(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_match(pace="1")
    await world.arrange("komi 7")
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    world.env.inject_error("*", f"/channels/{world.channel.id}/*", status=403, code=50001, times=None)
    await deliver_late(world)
    await wait_directly(world, hours=22)
    tried = len(world.env.http_requests)
    for _ in range(10):
        await deliver_late(world)
    assert len(world.env.http_requests) == tried
    assert column(world.url, "outbox", "subject_id") == []
    assert "it is still your turn" in direct_messages(world, world.bob)[-1].text
    assert not any(record.exc_info for record in caplog.get_records("call"))
