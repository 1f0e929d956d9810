"""How players are called to their turn: under the board, directly, or not at all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from bot.scheduler import ROUND
from tests.bot.shown import Shown
from tests.bot.world import World

ROUND_SECONDS = ROUND.total_seconds() + 1
CLOSED = {"status": 403, "code": 50007}
TO_OPEN, TO_WRITE = "/users/@me/channels", "/channels/*/messages"


async def called_by(world: World, who: MemberActor, how: str) -> None:
    shown = await world.slash(who, "preferences")
    await world.choose(who, shown, "catena:prefer:calls", how)


def written(world: World) -> list[Shown]:
    """What the bot wrote to people directly, oldest first."""
    return [
        Shown(world.env, one)
        for channel_id, stored in world.env.backend.messages.items()
        if channel_id != world.channel.id
        for one in stored.values()
    ]


async def wait(world: World, **duration: float) -> list[Shown]:
    """Let time pass until the bot has looked; the messages that it has sent to the channel."""
    before = world.count
    world.clock.advance(**duration)
    await world.env.advance_time(ROUND_SECONDS)
    return world.messages[before:]


async def test_by_default_a_player_is_mentioned_under_the_board(world: World) -> None:
    await world.start_match()
    board = await world.play("komi 7")
    assert board.pinged == [world.bob.id]
    assert f"<@{world.bob.id}>, pick your colour" in board.text
    assert written(world) == []


async def test_who_is_not_to_be_called_is_named_but_not_pinged(world: World) -> None:
    await called_by(world, world.bob, "quiet")
    challenge = await world.challenge()
    assert challenge.pinged == [world.bob.id], "a challenge is no turn"
    await world.click(world.bob, challenge, "Accept")
    board = await world.play("komi 7")
    assert board.pinged == []
    assert "**Bob**, pick your colour" in board.text
    assert f"<@{world.bob.id}>" not in board.text
    assert written(world) == []
    assert (await world.play("white")).pinged == [world.alice.id]


async def test_who_prefers_that_is_written_to_with_all_that_they_need(world: World) -> None:
    await called_by(world, world.bob, "direct")
    await world.start_match(pace="3")
    board = await world.play("komi 7")
    assert (board.pinged, world.count) == ([], 3)
    assert "**Bob**, pick your colour" in board.text
    (message,) = written(world)
    moment = int((world.clock.time + timedelta(days=3)).timestamp())
    assert message.text == (
        f"It is your turn against **Alice**.\nYou have time until <t:{moment}:f>, <t:{moment}:R>.\n"
        f"-# Match 1 · https://discord.com/channels/{world.guild.id}/{world.channel.id}/{board.id}"
    )
    assert message.buttons == {}
    await world.play("white")
    assert len(written(world)) == 1


async def test_the_first_turn_is_a_turn_too(world: World) -> None:
    await called_by(world, world.alice, "direct")
    start = await world.start_match()
    assert start.pinged == []
    (message,) = written(world)
    assert message.text.startswith("It is your turn against **Bob**.\n-# Match 1")


async def test_the_end_of_a_match_is_written_to_nobody(world: World) -> None:
    await called_by(world, world.alice, "direct")
    await world.start_match()
    await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    assert len(written(world)) == 1


@pytest.mark.parametrize("request_path", [TO_OPEN, TO_WRITE], ids=["to open it", "to write"])
async def test_whom_no_direct_message_reaches_is_mentioned_after_all(request_path: str, world: World) -> None:
    await called_by(world, world.bob, "direct")
    await world.start_match()
    world.env.inject_error("POST", request_path, **CLOSED)
    count = world.count
    await world.slash(world.alice, "komi", points=7)
    board, call = world.messages[count:]
    assert board.pinged == []
    assert call.pinged == [world.bob.id]
    assert call.text.startswith(f"<@{world.bob.id}>, it is your turn in match 1.")
    chosen = await world.click(world.bob, board, "Play Black")
    assert "**Bob** chose" in chosen.text


async def test_the_deadline_given_anew_calls_nobody(world: World) -> None:
    await called_by(world, world.alice, "quiet")
    start = await world.start_match(pace="1")
    menu = await world.click(world.bob, start, "More")
    await world.click(world.bob, menu, "Give time")
    assert "**Alice**, name komi" in world.now(start).text


async def test_reminders_go_the_same_way_as_calls(world: World) -> None:
    for who in (world.alice, world.bob):
        await called_by(world, who, "direct")
    await world.start_match(pace="1")
    assert await wait(world, hours=22) == []
    _, reminder = written(world)
    assert "it is still your turn against **Bob**" in reminder.text
    assert await wait(world, hours=3) == []
    *_, up = written(world)
    assert "**Alice**'s time for this turn is up" in up.text
    assert "**More** under the board has both." in up.text


async def test_a_reminder_that_can_not_be_written_is_a_mention(world: World) -> None:
    await called_by(world, world.alice, "direct")
    await world.start_match(pace="1")
    world.env.inject_error("POST", TO_WRITE, **CLOSED)
    (reminder,) = await wait(world, hours=22)
    assert reminder.pinged == [world.alice.id]


async def test_who_is_not_to_be_called_is_told_once_and_directly(world: World) -> None:
    for who in (world.alice, world.bob):
        await called_by(world, who, "quiet")
    await world.start_match(pace="3")
    assert await wait(world, hours=37) == []
    assert written(world) == []
    assert await wait(world, hours=33) == []
    (reminder,) = written(world)
    assert "it is still your turn against **Bob**" in reminder.text
    assert await wait(world, hours=100) == []
    assert len(written(world)) == 1


async def test_who_is_not_to_be_called_is_never_called_in_public(world: World) -> None:
    await called_by(world, world.alice, "quiet")
    await world.start_match(pace="1")
    world.env.inject_error("POST", TO_OPEN, **CLOSED)
    assert await wait(world, hours=22) == []


async def test_what_could_not_be_told_is_not_told_to_who_wants_to_be_called_no_more(world: World) -> None:
    await world.start_match(pace="3")
    for path in (TO_OPEN, TO_WRITE):
        world.env.inject_error("POST", path, status=500)
    assert await wait(world, hours=37) == []
    await called_by(world, world.alice, "quiet")
    assert await wait(world, hours=2) == []
    assert written(world) == []
    assert await wait(world, hours=31) == []
    assert "it is still your turn" in written(world)[0].text, "the last reminder is told to everybody"


async def test_reminders_wait_for_a_players_hours(world: World) -> None:
    shown = await world.slash(world.alice, "preferences")
    shown = await world.choose(world.alice, shown, "catena:prefer:from", "18")
    await world.choose(world.alice, shown, "catena:prefer:until", "22")
    await world.start_match(pace="3")
    assert await wait(world, hours=40) == []
    (reminder,) = await wait(world, hours=2)
    assert reminder.pinged == [world.alice.id]


async def test_a_turn_that_is_shown_late_is_written_about_too(world: World) -> None:
    await called_by(world, world.bob, "direct")
    await world.start_match()
    for path in ("/interactions/*/*/callback", "/channels/*/messages"):
        world.env.inject_error("POST", path, status=500)
    await world.slash(world.alice, "komi", points=7)
    assert written(world) == []
    world.clock.advance(minutes=2)
    await world.env.advance_time(ROUND_SECONDS)
    assert "named komi **7**" in world.latest.text
    assert world.latest.pinged == []
    (message,) = written(world)
    assert message.text.endswith(f"/{world.channel.id}/{world.latest.id}")


async def test_a_call_is_not_forgotten_over_a_restart(world: World) -> None:
    await called_by(world, world.bob, "direct")
    await world.start_match()
    await world.restart()
    await world.play("komi 7")
    assert len(written(world)) == 1
