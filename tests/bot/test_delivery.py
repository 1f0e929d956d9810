"""What is stored and was not shown is shown in the end, once."""

from __future__ import annotations

import asyncio

import pytest

import bot.delivery
import bot.publishing
from bot.client import CatenaBot
from bot.matches import Challenges, MatchId, MatchNumber, Play, Proposals, Terms
from bot.matches.unshown import GRACE, match_entry, to_show
from bot.messages import Post
from bot.publishing import LONGEST_TRY
from bot.scheduler import DELIVERIES
from bot.storage import FirstPlayer, MatchMessage, Person, Place, ProposalKind
from engine import GameOptions
from tests.bot.shown import Shown
from tests.bot.test_failures import CALLBACKS, MESSAGES, NEW_MESSAGES
from tests.bot.world import World
from tests.storage.contents import column
from tests.storage.fixtures import on_both


async def pass_the_grace(world: World, **more: float) -> None:
    """Let the time go by after which unshown things are looked for."""
    world.clock.advance(seconds=GRACE.total_seconds() + 1, **more)
    await world.env.advance_time(DELIVERIES.total_seconds() + 1)


def is_all_shown(world: World) -> bool:
    return not column(world.url, "outbox", "subject_id")


def break_off(world: World) -> None:
    """Let Discord take no new message."""
    world.env.inject_error("POST", CALLBACKS, status=500, times=None)
    world.env.inject_error("POST", NEW_MESSAGES, status=500, times=None)


async def test_what_is_shown_at_once_leaves_nothing_to_be_delivered(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    assert is_all_shown(world)
    count = world.count
    await pass_the_grace(world)
    assert world.count == count


async def test_a_turn_of_a_process_that_died_is_shown_once_and_calls_the_player(world: World) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    await world.arrange("D5")
    count = world.count
    await world.env.advance_time(DELIVERIES.total_seconds() + 1)
    assert world.count == count, "it was not left to whoever played it"
    await pass_the_grace(world)
    shown = world.latest
    assert "**Alice** (Black) played **D5**." in shown.text
    assert shown.pinged == [world.bob.id]
    assert world.now(before).buttons == {}
    await pass_the_grace(world)
    assert world.count == count + 1
    assert is_all_shown(world)
    assert "took the **button**" in (await world.click(world.bob, shown, "Take the button")).text


async def test_after_several_unshown_turns_the_last_board_is_shown_alone(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    count = world.count
    await world.arrange("D5", "button", "E7")
    await pass_the_grace(world)
    assert world.count == count + 1
    assert "played **E7**" in world.latest.text


async def test_a_board_that_was_shown_without_being_noted_is_not_shown_again(world: World) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    shown = await world.play("D5")
    match = await world.match()
    # The process died between Discord's answer and the note of it.
    async with world.database.write() as transaction:
        await transaction.matches.set_message(match.record.id, MatchMessage(before.id, 2))
        await to_show(transaction, match_entry(match), world.clock())
    count = world.count
    await pass_the_grace(world)
    assert world.count == count
    assert is_all_shown(world)
    assert (await world.match()).record.message == MatchMessage(shown.id, 3)


async def test_the_end_of_a_match_is_shown_too(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    play, place = Play(world.database, world.clock), Place(world.guild.id, world.channel.id)
    await play.resign(place, Person(world.bob.id, "Bob"), MatchNumber(1))
    await pass_the_grace(world)
    assert "**Alice** wins match 1" in world.latest.text
    assert "Rematch" in world.latest.buttons


@on_both
async def test_turns_of_an_outage_are_shown_when_it_is_over_and_nothing_piles_up(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    count = world.count
    break_off(world)
    world.wire.command(world.alice, "move", {"turn": "D5"})
    await world.env.settle()
    for _ in range(10):
        await pass_the_grace(world, minutes=1)
    assert world.count == count
    world.env.backend.faults.clear()
    await pass_the_grace(world, hours=1)
    assert world.count == count + 1
    assert "played **D5**" in world.latest.text


async def test_what_discord_refuses_for_good_is_given_up_and_board_still_shows_it(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    await world.arrange("D5")
    world.env.inject_error("POST", NEW_MESSAGES, status=403, code=50001, times=None)
    await pass_the_grace(world)
    assert is_all_shown(world)
    assert "played **D5**" in (await world.slash(world.bob, "board")).text


async def test_without_the_right_to_read_the_channel_the_board_is_shown(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    await world.arrange("D5")
    world.env.inject_error("GET", NEW_MESSAGES, status=403, code=50001)
    await pass_the_grace(world)
    assert "played **D5**" in world.latest.text


async def test_a_challenge_that_was_not_shown_is_shown_and_can_be_accepted(world: World) -> None:
    challenges = Challenges(world.database, world.clock, world.coin)
    place = Place(world.guild.id, world.channel.id)
    terms = Terms(Person(world.bob.id, "Bob"), GameOptions(), FirstPlayer.RANDOM)
    await challenges.challenge(place, Person(world.alice.id, "Alice"), terms)
    await pass_the_grace(world)
    assert world.latest.pinged == [world.bob.id]
    await world.click(world.bob, world.latest, "Accept")
    assert "Name komi" in world.latest.buttons
    assert is_all_shown(world)


async def test_the_end_of_a_challenge_is_shown_once_its_message_can_be_edited(world: World) -> None:
    shown = await world.challenge()
    world.env.inject_error("PATCH", MESSAGES, status=500)
    world.clock.advance(days=7)
    await pass_the_grace(world)
    await world.env.advance_time(400)
    await pass_the_grace(world, minutes=1)
    assert "It expired" in world.now(shown).text
    assert is_all_shown(world)


async def test_a_proposal_that_was_not_shown_is_shown_and_can_be_answered(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    proposals = Proposals(world.database, world.clock)
    place, name = Place(world.guild.id, world.channel.id), MatchId.of(await world.match())
    await proposals.propose(place, Person(world.alice.id, "Alice"), name, ProposalKind.DRAW)
    await pass_the_grace(world)
    assert "offers a draw" in world.latest.text
    await world.click(world.bob, world.latest, "Accept")
    assert "is a draw" in world.latest.text
    assert is_all_shown(world)


def put_buttons_back(world: World, before: Shown) -> None:
    """Let a message be as it was before it lost its buttons."""
    message = world.env.backend.get_message(before.channel_id, before.id)
    message.components = before.payload["components"]


async def test_a_board_that_was_shown_without_being_noted_loses_its_buttons_after_the_next_turn(
    world: World,
) -> None:
    await world.start_match()
    known = await world.play("komi 7", "white")
    unnoted = await world.play("D5")
    # The process died between Discord's answer and the note of it; the next one was asked for the next turn.
    async with world.database.write() as transaction:
        match = await world.match()
        await transaction.matches.set_message(match.record.id, MatchMessage(known.id, 2))
        await to_show(transaction, match_entry(match), world.clock())
    latest = await world.play("button")
    assert world.now(unnoted).buttons
    await pass_the_grace(world)
    assert world.now(unnoted).buttons == {}
    assert world.now(latest).buttons == latest.buttons
    assert is_all_shown(world)


async def test_a_board_loses_its_buttons_though_the_process_died_right_after_noting_the_next(
    world: World,
) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    latest = await world.play("D5")
    put_buttons_back(world, before)
    match = await world.match()
    async with world.database.write() as transaction:
        await transaction.matches.set_message(match.record.id, MatchMessage(before.id, 2))
    await Play(world.database, world.clock).set_message(match, latest.id)
    # Even where the bot may not read what it has sent.
    world.env.inject_error("GET", NEW_MESSAGES, status=403, code=50013, times=None)
    await pass_the_grace(world)
    assert world.now(before).buttons == {}
    assert world.now(latest).buttons == latest.buttons
    assert is_all_shown(world)


async def test_what_takes_long_to_deliver_keeps_nothing_else_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.start_match()
    await world.start_match(other)
    await world.arrange("komi 7")
    play, elsewhere = Play(world.database, world.clock), Place(world.guild.id, other.id)
    await play.act(elsewhere, Person(world.alice.id, "Alice"), MatchNumber(2), ["komi 8"])
    send = bot.delivery.send_message

    async def send_slowly(client: CatenaBot, place: Place, post: Post) -> int:
        if place.channel_id == world.channel.id:
            await asyncio.sleep(3600)
        return await send(client, place, post)

    monkeypatch.setattr(bot.delivery, "send_message", send_slowly)
    await pass_the_grace(world)
    await world.env.advance_time(LONGEST_TRY.total_seconds() + 1)
    assert "named komi **8**" in world.messages_in(other)[-1].text
    assert "named komi" not in world.latest.text


async def test_what_takes_too_long_to_show_is_left_to_the_outbox(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    count = world.count

    async def never(*_: object) -> int:
        await asyncio.sleep(3600)
        raise AssertionError

    with monkeypatch.context() as down:
        down.setattr(bot.publishing, "_send_public", never)
        world.wire.command(world.alice, "move", {"turn": "D5"})
        await world.env.advance_time(LONGEST_TRY.total_seconds() + 1)
    assert world.count == count
    await pass_the_grace(world)
    assert world.count == count + 1
    assert is_all_shown(world)
