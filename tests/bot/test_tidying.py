"""Whatever process died in between, what is out of date loses its buttons."""

from __future__ import annotations

import pytest

from bot.matches import MatchId, Play, Proposals
from bot.storage import MatchMessage, Person, Place, ProposalKind
from tests.bot.shown import Shown
from tests.bot.test_delivery import forget_the_board, is_all_shown, pass_the_grace
from tests.bot.test_failures import CALLBACKS, MESSAGES, NEW_MESSAGES
from tests.bot.world import World


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
    await forget_the_board(world, known, 2)
    # The next process was asked for the next turn.
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


async def test_boards_and_proposals_are_tidied_up_once_their_messages_can_be_edited(world: World) -> None:
    await world.start_match()
    board = await world.play("komi 7", "white")
    offer = await world.click(world.alice, await world.click(world.alice, board, "More"), "Offer a draw")
    world.env.inject_error("PATCH", MESSAGES, status=500, times=None)
    latest = await world.play("D5")
    assert world.now(board).buttons
    world.env.backend.faults.clear()
    await pass_the_grace(world)
    assert world.now(board).buttons == world.now(offer).buttons == {}
    assert "It fell away: the match went on." in world.now(offer).text
    assert world.now(latest).buttons == latest.buttons
    assert is_all_shown(world)


async def test_a_proposal_lapses_in_public_though_the_turn_was_of_a_process_that_died(world: World) -> None:
    await world.start_match()
    board = await world.play("komi 7", "white")
    offer = await world.click(world.alice, await world.click(world.alice, board, "More"), "Offer a draw")
    await world.arrange("D5")
    await pass_the_grace(world)
    assert "It fell away: the match went on." in world.now(offer).text
    assert is_all_shown(world)


@pytest.mark.parametrize("is_noted", [True, False], ids=["noted", "unnoted"])
async def test_a_board_that_was_taken_back_loses_its_buttons_though_the_process_died(
    world: World, is_noted: bool
) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    taken_back = await world.play("D5")
    if not is_noted:
        await forget_the_board(world, before, 2)
    proposals = Proposals(world.database, world.clock)
    place, name = Place(world.guild.id, world.channel.id), MatchId.of(await world.match())
    asked = await proposals.propose(place, Person(world.alice.id, "Alice"), name, ProposalKind.TAKEBACK)
    await proposals.accept(place, Person(world.bob.id, "Bob"), asked.record.id)
    await pass_the_grace(world)
    assert "chose ⚪ **White**" in world.latest.text
    assert world.now(before).buttons == {}
    assert world.now(taken_back).buttons == {}
    assert world.now(taken_back).text.startswith("Since then a turn was taken back.")
    assert is_all_shown(world)


async def test_a_challenge_shows_its_end_though_the_press_that_ended_it_could_not_be_answered(
    world: World,
) -> None:
    shown = await world.challenge()
    world.env.inject_error("POST", CALLBACKS, status=500, times=None)
    world.wire.press(world.bob, shown, shown.buttons["Decline"])
    await world.env.settle()
    world.env.backend.faults.clear()
    await pass_the_grace(world)
    assert "**Bob** declined." in world.now(shown).text
    assert is_all_shown(world)
