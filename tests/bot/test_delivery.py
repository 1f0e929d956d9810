"""What is stored and was not shown is shown in the end, once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.delivery import LONGEST_DELIVERY
from bot.matches import Challenges, MatchId, MatchNumber, Play, Proposals, Terms
from bot.matches.unshown import GRACE, match_entry, to_show
from bot.publishing import LONGEST_TRY, SECONDS_TO_TELL
from bot.scheduler import ROUND
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
    await world.env.advance_time(ROUND.total_seconds() + 1)


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
    await world.env.advance_time(ROUND.total_seconds() + 1)
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


async def forget_the_board(world: World, before: Shown, ply: int) -> None:
    """Let the database be as if the process had died between Discord's answer and the note of it."""
    async with world.database.write() as transaction:
        match = await world.match()
        await transaction.matches.set_message(match.record.id, MatchMessage(before.id, ply))
        await to_show(transaction, match_entry(match), world.clock())


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


async def test_a_turn_by_taps_is_shown_once_though_its_private_message_takes_long_to_change(
    world: World,
) -> None:
    await world.start_match()
    rows = await world.click(world.alice, await world.play("komi 7", "white"), "Play")
    cells = await world.select(world.alice, rows, "5")
    outcome = await world.select(world.alice, cells, "D5")
    count = world.count
    with slow_discord(LONGEST_TRY.total_seconds() - 4, CALLBACKS):
        world.wire.press(world.alice, outcome, outcome.buttons["Confirm"])
        await world.env.advance_time(GRACE.total_seconds() - 1)
        await pass_the_grace(world)
    assert world.count == count + 1
    assert is_all_shown(world)


async def test_what_takes_long_to_deliver_keeps_nothing_else_back(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.start_match()
    await world.start_match(other)
    await world.arrange("komi 7")
    play, elsewhere = Play(world.database, world.clock), Place(world.guild.id, other.id)
    await play.act(elsewhere, Person(world.alice.id, "Alice"), MatchNumber(2), ["komi 8"])
    with slow_discord(3600, path=f"/channels/{world.channel.id}/messages"):
        await pass_the_grace(world)
        await world.env.advance_time((LONGEST_DELIVERY + ROUND).total_seconds() + 1)
    assert "named komi **8**" in world.messages_in(other)[-1].text
    assert "named komi" not in world.latest.text


@contextmanager
def slow_discord(seconds: float, path: str = "*") -> Iterator[None]:
    """Let Discord take so long for each message that is sent in the block, to paths of this pattern."""
    with pytest.MonkeyPatch.context() as changed:
        for transport in (FakeHTTPClient, FakeWebhookAdapter):
            changed.setattr(transport, "request", _slowly(transport.request, seconds, path))
        yield


def _slowly(request, seconds: float, path: str):
    async def later(client, route, *arguments, **options):
        if route.method == "POST" and fnmatch(route.url, f"*{path}"):
            await asyncio.sleep(seconds)
        return await request(client, route, *arguments, **options)

    return later


async def test_what_takes_too_long_to_show_is_left_to_the_outbox(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    count = world.count
    with slow_discord(2 * GRACE.total_seconds()):
        world.wire.command(world.alice, "move", {"turn": "D5"})
        await world.env.advance_time(LONGEST_TRY.total_seconds() + SECONDS_TO_TELL + 1)
    await pass_the_grace(world)
    assert world.count == count + 1
    await world.env.advance_time(2 * GRACE.total_seconds())
    assert world.count == count + 1
    assert is_all_shown(world)
