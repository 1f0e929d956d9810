"""Matches in threads of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord.backend.models import channel as simcord_channel
from simcord.builders import ChannelHandle

from bot.matches import Preferences
from bot.storage import CalledBy, MatchMessage, Person
from tests.bot.places import boards_in, close, deliver, deliver_late, deny, set_up, start_in_thread, told
from tests.bot.test_failures import CALLBACKS, NEW_MESSAGES
from tests.bot.test_pace import direct_messages, wait
from tests.bot.world import World
from tests.storage.contents import column

PERMISSIONS = {
    "view_channel": "View Channel",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
ARCHIVED, LOCKED, NO_ACCESS, NO_PERMISSION = 50083, 160005, 50001, 50013


async def test_a_match_gets_a_thread_of_its_own_where_the_channel_wants_it(world: World) -> None:
    thread, board = await start_in_thread(world)
    assert thread.name == "Match 1: Alice and Bob"
    assert board.text.startswith("### Match 1\n")
    assert board.pinged == [world.alice.id]
    told = world.latest
    assert told.text == f"Match 1 of **Alice** and **Bob** is played in <#{thread.id}>."
    assert (told.buttons, told.pinged, told.is_private) == ({}, [], False)
    match = await world.match()
    assert (match.place.channel_id, match.place.parent_id) == (thread.id, world.channel.id)
    assert match.record.message == MatchMessage(board.id, 0)
    count = world.count
    await deliver_late(world)
    assert (world.count, len(world.messages_in(thread))) == (count, 1)


async def test_a_threads_name_is_plain_and_short_enough(world: World) -> None:
    world.alice, world.bob = world.member("*Queen* " + "A" * 60), world.member("King_" + "B" * 60)
    thread, _ = await start_in_thread(world)
    assert thread.name is not None
    assert thread.name.startswith("Match 1: *Queen* AAA")
    assert len(thread.name) <= 100


async def test_everything_of_a_match_happens_in_its_thread(world: World) -> None:
    thread, board = await start_in_thread(world, pace="1")
    count = world.count
    named = await world.slash(world.alice, "komi", thread, points=7)
    await wait(world, hours=22)
    reminder = world.messages_in(thread)[-1]
    assert "it is still your turn" in reminder.text
    chosen = await world.click(world.bob, named, "Play White (+7)")
    played = await world.slash(world.alice, "move", thread, turn="D5")
    offer = await world.click(world.bob, await world.click(world.bob, played, "More"), "Offer a draw")
    result = await world.click(world.alice, offer, "Accept")
    ids = [one.id for one in (board, named, reminder, chosen, played, offer, result)]
    assert [one.id for one in world.messages_in(thread)] == ids
    assert world.now(board).buttons == world.now(played).buttons == {}
    assert world.count == count


@pytest.mark.parametrize("command", ["move", "board", "replay", "record", "try", "resign", "komi"])
async def test_a_command_in_the_channel_says_where_the_match_is_played(command: str, world: World) -> None:
    thread, _ = await start_in_thread(world)
    options = {"move": {"turn": "D5"}, "komi": {"points": 7}}.get(command, {})
    for named in ({}, {"match": 1}):
        told = await world.refusal(world.slash(world.alice, command, **options, **named))
        assert told.text == f"Match 1 is played in <#{thread.id}>: do that there."


async def test_of_several_threads_all_are_named_to_whom_they_concern(world: World) -> None:
    await start_in_thread(world)
    await start_in_thread(world, size=7)
    one, other = world.channel.threads
    told = await world.refusal(world.slash(world.bob, "resign"))
    assert told.text.splitlines()[1:] == [f"- Match 1: <#{one.id}>", f"- Match 2: <#{other.id}>"]
    assert "No match of yours" in (await world.refusal(world.slash(world.carol, "resign"))).text


async def test_without_the_setting_there_is_no_thread(world: World) -> None:
    await world.start_match()
    assert world.channel.threads == []


@pytest.mark.parametrize(
    "missing", [*([one] for one in PERMISSIONS), ["create_public_threads", "send_messages_in_threads"]]
)
async def test_where_a_permission_is_missing_the_match_starts_in_the_channel_and_names_it(
    missing: list[str], world: World
) -> None:
    await set_up(world, opens_threads=True)
    assert world.guild.me is not None
    deny(world, *missing, who=world.guild.me.id)
    start = await world.start_match()
    assert world.channel.threads == []
    said = start.text.split("-# ")[1]
    assert [name for name in PERMISSIONS.values() if f"**{name}**" in said] == [
        PERMISSIONS[one] for one in missing
    ]
    assert (start.channel_id, start.pinged) == (world.channel.id, [world.alice.id])
    assert "Name komi" in start.buttons


async def test_where_discord_opens_no_thread_the_match_starts_in_the_channel(world: World) -> None:
    await set_up(world, opens_threads=True)
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    start = await world.start_match()
    assert "since Discord did not let the bot open one just now." in start.text
    assert "Name komi" in start.buttons


async def test_in_a_channel_of_another_kind_the_match_says_that_there_are_no_threads(world: World) -> None:
    voice = world.guild.create_voice_channel("talk")
    await set_up(world, voice, opens_threads=True)
    start = await world.start_match(voice)
    assert "since there are none in a channel of this kind." in start.text


async def test_an_announcement_channel_has_threads_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    # The simulation knows no threads of that type.
    monkeypatch.setattr(simcord_channel, "THREAD_TYPES", (*simcord_channel.THREAD_TYPES, 10))
    world.channel = world.guild.create_news_channel("news")
    thread, board = await start_in_thread(world)
    assert board.channel_id == thread.id


async def test_a_match_that_is_agreed_in_a_thread_of_peoples_own_stays_there_silently(world: World) -> None:
    await set_up(world, opens_threads=True)
    stored = world.env.backend.create_thread(world.channel.id, "a quiet corner", world.alice.id)
    corner = ChannelHandle(world.env, world.guild, stored)
    start = await world.start_match(corner)
    assert start.channel_id == corner.id
    assert "thread" not in start.text
    assert len(world.channel.threads) == 1


@pytest.mark.parametrize(("button", "terms"), [("Rematch", {}), ("Next game", {"series": 3})])
async def test_a_match_that_follows_another_in_its_thread_gets_one_of_its_own_beside_that(
    button: str, terms: dict[str, int], world: World
) -> None:
    first, _ = await start_in_thread(world, **terms)
    result = await world.click(world.bob, await world.slash(world.bob, "resign", first), "Resign match 1")
    told = await world.click(world.alice, result, button)
    if button == "Rematch":
        told = await world.click(world.bob, told, "Accept")
    second = world.channel.threads[-1]
    assert second.name == "Match 2: Bob and Alice"
    assert told.text == f"Match 2 of **Bob** and **Alice** is played in <#{second.id}>."
    assert told.channel_id == first.id
    (board,) = world.messages_in(second)
    assert board.pinged == [world.bob.id]
    place = (await world.match(2)).place
    assert (place.channel_id, place.parent_id) == (second.id, world.channel.id)
    assert "named komi **7**" in (await world.slash(world.bob, "komi", second, points=7)).text


async def test_after_a_restart_the_thread_of_a_match_is_still_known_as_one(world: World) -> None:
    first, _ = await start_in_thread(world)
    await world.restart()
    result = await world.click(world.bob, await world.slash(world.bob, "resign", first), "Resign match 1")
    await world.click(world.bob, await world.click(world.alice, result, "Rematch"), "Accept")
    assert world.channel.threads[-1].name == "Match 2: Bob and Alice"


@pytest.fixture
def private_thread(world: World) -> ChannelHandle:
    """A thread in which nobody is but the players and the bot."""
    stored = world.env.backend.create_thread(world.channel.id, "a secret", world.alice.id, type=12)
    assert world.guild.me is not None
    for one in (world.alice, world.bob, world.guild.me):
        stored.thread_members[one.id] = "2026-01-01T00:00:00+00:00"
    return ChannelHandle(world.env, world.guild, stored)


async def test_what_happens_in_a_private_thread_is_told_nowhere_else(
    private_thread: ChannelHandle, world: World
) -> None:
    await world.start_match(private_thread)
    await world.start_match(private_thread, size=7)
    count = world.count
    for command, options in (("board", {}), ("resign", {}), ("replay", {"match": 1})):
        for who in (world.bob, world.carol):
            assert str(private_thread.id) not in (await world.slash(who, command, **options)).text
    question = await world.slash(world.bob, "resign", private_thread, match=1)
    await world.click(world.bob, question, "Resign match 1")
    await deliver_late(world)
    assert world.count == count
    world.env.backend.delete_channel(private_thread.id)
    await world.env.settle()
    await deliver(world)
    assert world.count == count
    assert [one.text.split(" against ")[0] for one in told(world)] == ["The channel of match 2"] * 2


async def test_a_rematch_in_the_channel_gets_a_thread(world: World) -> None:
    await world.start_match()
    await set_up(world, opens_threads=True)
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    offer = await world.click(world.alice, result, "Rematch")
    told = await world.click(world.bob, offer, "Accept")
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in told.text


async def test_the_next_game_of_a_series_gets_a_thread_of_its_own(world: World) -> None:
    await world.start_match(series=3)
    await set_up(world, opens_threads=True)
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    told = await world.click(world.alice, result, "Next game")
    (thread,) = world.channel.threads
    assert f"Match 2 of **Bob** and **Alice** is played in <#{thread.id}>." == told.text


async def test_who_wants_to_be_written_to_is_told_so_about_a_match_that_begins_in_a_thread(
    world: World,
) -> None:
    alice = Person(world.alice.id, "Alice")
    await Preferences(world.database).choose(
        alice, lambda chosen: replace(chosen, called_by=CalledBy.DIRECT_MESSAGE)
    )
    _, board = await start_in_thread(world)
    assert board.pinged == []
    (call,) = told(world)
    assert str(board.id) in call.text


async def test_a_first_board_that_discord_did_not_take_is_shown_in_the_thread_later(world: World) -> None:
    await set_up(world, opens_threads=True)
    challenge = await world.challenge()
    world.env.inject_error("POST", NEW_MESSAGES, status=500)
    await world.click(world.bob, challenge, "Accept")
    (thread,) = world.channel.threads
    assert world.messages_in(thread) == []
    await deliver_late(world)
    (board,) = world.messages_in(thread)
    assert board.pinged == [world.alice.id]


async def test_after_a_restart_a_match_goes_on_in_its_thread(world: World) -> None:
    thread, board = await start_in_thread(world)
    await world.restart()
    form = await world.open_form(world.alice, board, "Name komi")
    named = await world.submit(world.alice, form, "7")
    assert named.channel_id == thread.id


@pytest.mark.usefixtures("busy_discord")
async def test_a_turn_in_the_channel_while_its_thread_is_opened_is_shown_in_the_thread(world: World) -> None:
    await set_up(world, opens_threads=True)
    challenge = await world.challenge()
    world.wire.press(world.bob, challenge, challenge.buttons["Accept"])
    await world.env.settle()
    # As if the command had come just before the match moved.
    (thread,) = world.channel.threads
    assert (await world.match()).place.channel_id == thread.id
    challenge = await world.challenge(size=7)
    accepting = world.wire.press(world.bob, challenge, challenge.buttons["Accept"])
    commands = [world.wire.command(world.alice, "komi", {"points": 7, "match": 2}) for _ in range(3)]
    await world.answers(accepting, *commands)
    match = await world.match(2)
    latest = boards_in(world, world.channel.threads[-1])[-1]
    assert match.record.message == MatchMessage(latest.id, match.ply)
    assert not any(one.buttons for one in boards_in(world, world.channel))


# The end


async def test_the_end_is_announced_in_the_channel_once_and_calls_nobody(world: World) -> None:
    thread, _ = await start_in_thread(world)
    result = await world.click(world.bob, await world.slash(world.bob, "resign", thread), "Resign match 1")
    count = world.count
    for _ in range(3):
        await deliver(world)
    assert world.count == count + 1
    link = f"https://discord.com/channels/{world.guild.id}/{thread.id}/{result.id}"
    assert world.latest.text == f"**Alice** won match 1 against **Bob**: {link}"
    assert (world.latest.pinged, world.latest.buttons) == ([], {})


async def test_a_draw_and_a_cancelled_match_are_announced_as_such(world: World) -> None:
    for number, (label, says) in enumerate(
        (("Offer a draw", "ended in a draw"), ("Cancel the match", "was cancelled")), start=1
    ):
        _, board = await start_in_thread(world)
        menu = await world.click(world.alice, board, "More")
        proposal = await world.click(world.alice, menu, label)
        await world.click(world.bob, proposal, "Accept")
        await deliver(world)
        assert world.latest.text.startswith(f"Match {number} of **Alice** and **Bob** {says}: https://")


async def test_a_channel_that_wants_no_results_gets_none(world: World) -> None:
    thread, _ = await start_in_thread(world)
    await set_up(world, announces_results=False)
    count = world.count
    await world.click(world.bob, await world.slash(world.bob, "resign", thread), "Resign match 1")
    await deliver_late(world)
    assert world.count == count


# Closed threads


@pytest.mark.parametrize("code", [ARCHIVED, LOCKED])
async def test_from_a_thread_that_is_locked_or_archived_the_match_moves_back_for_good(
    code: int, world: World
) -> None:
    thread, board = await start_in_thread(world)
    close(world, thread, code)
    told = await world.slash(world.alice, "komi", thread, points=7)
    assert told.is_private
    await deliver(world)
    shown = world.latest
    assert shown.text.startswith("**Alice** named komi **7**.\n-# The thread of match 1 is closed to the bot")
    assert "lacks **Manage Threads**" in shown.text
    assert shown.pinged == [world.bob.id]
    assert (await world.match()).place.channel_id == world.channel.id
    stale = await world.press(world.bob, board, board.buttons["More"], thread)
    assert stale.text == f"Match 1 has left this thread and goes on in <#{world.channel.id}>."
    assert "chose ⚪ **White**" in (await world.click(world.bob, shown, "Play White (+7)")).text
    count = world.count
    await deliver_late(world)
    assert world.count == count


async def test_where_the_bot_may_not_write_in_threads_any_more_it_names_that(world: World) -> None:
    thread, _ = await start_in_thread(world)
    close(world, thread, NO_PERMISSION, "send_messages_in_threads")
    await world.slash(world.alice, "komi", thread, points=7)
    await deliver(world)
    assert "lacks **Send Messages in Threads**: the match is here now." in world.latest.text


@pytest.mark.parametrize(
    ("code", "denied"),
    [(NO_ACCESS, "send_messages"), (LOCKED, "send_messages"), (NO_PERMISSION, "attach_files")],
)
async def test_a_match_stays_in_its_thread_where_the_bot_could_not_show_it_in_the_channel_either(
    code: int, denied: str, world: World
) -> None:
    thread, _ = await start_in_thread(world)
    close(world, thread, code, denied)
    await world.slash(world.alice, "komi", thread, points=7)
    await deliver_late(world)
    assert (await world.match()).place.channel_id == thread.id
    assert "named komi **7**" in (await world.slash(world.bob, "board", thread)).text


async def test_a_thread_that_is_only_out_of_reach_for_a_moment_keeps_its_match(world: World) -> None:
    thread, _ = await start_in_thread(world)
    close(world, thread, 0, status=500)
    await world.slash(world.alice, "komi", thread, points=7)
    world.env.backend.faults.clear()
    await deliver_late(world)
    assert boards_in(world, thread)[-1].pinged == [world.bob.id]


async def test_a_reminder_that_a_thread_does_not_take_brings_the_match_back(world: World) -> None:
    thread, _ = await start_in_thread(world, pace="1")
    close(world, thread, LOCKED)
    world.env.backend.faults.pop(0)
    await wait(world, hours=22)
    await deliver(world)
    shown = world.latest
    assert "the match is here now." in shown.text
    assert shown.pinged == [world.alice.id]
    assert direct_messages(world, world.alice)[1:] == []


async def test_who_waits_is_told_directly_that_time_is_up_while_the_match_comes_back(world: World) -> None:
    thread, _ = await start_in_thread(world, pace="1")
    await wait(world, hours=22)
    close(world, thread, LOCKED)
    world.env.backend.faults.pop(0)
    await wait(world, hours=3)
    assert any("time for this turn is up" in one.text for one in direct_messages(world, world.bob))
    assert column(world.url, "matches", "channel_id") == [world.channel.id]


async def test_a_result_that_its_thread_did_not_take_is_shown_in_the_channel(world: World) -> None:
    thread, _ = await start_in_thread(world)
    asked = await world.slash(world.bob, "resign", thread)
    close(world, thread, LOCKED)
    world.env.inject_error("POST", CALLBACKS, status=500, times=None)
    world.wire.press(world.bob, asked, asked.buttons["Resign match 1"], thread)
    await world.env.settle()
    await deliver(world)
    assert "**Alice** wins match 1" in world.latest.text
    assert "Rematch" in world.latest.buttons


@pytest.fixture
def forum_post(world: World) -> ChannelHandle:
    """A thread whose channel takes no messages."""
    forum = world.guild.create_forum_channel("posts")
    stored = world.env.backend.create_thread(forum.id, "a post", world.alice.id)
    return ChannelHandle(world.env, world.guild, stored)


async def test_a_match_in_a_post_of_a_forum_stays_there(world: World, forum_post: ChannelHandle) -> None:
    await world.start_match(forum_post)
    close(world, forum_post, LOCKED)
    await world.slash(world.alice, "komi", forum_post, points=7)
    assert (await world.match()).place.channel_id == forum_post.id
