"""What was shown without being noted, the process having died right after, is found and not shown again."""

from __future__ import annotations

from bot.matches import GRACE, MatchNumber, Play
from bot.sightings import CLOCKS_DIFFER_BY
from bot.storage import MatchMessage, OutboxEntry, OutboxKind, Person, Place
from engine import Color
from tests.bot.places import deliver, start_in_thread
from tests.bot.test_delivery import forget_the_board, is_all_shown, pass_the_grace
from tests.bot.test_failures import NEW_MESSAGES
from tests.bot.world import World


async def test_a_board_that_was_shown_without_being_noted_is_not_shown_again(world: World) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    shown = await world.play("D5")
    await forget_the_board(world, before, 2)
    count = world.count
    await pass_the_grace(world)
    assert world.count == count
    assert is_all_shown(world)
    assert (await world.match()).record.message == MatchMessage(shown.id, 3)


def chat(world: World, messages: int) -> None:
    """Let people talk."""
    for number in range(messages):
        world.env.backend.create_message(world.channel.id, world.carol.id, f"Hello {number}")


def reads_of_history(world: World) -> int:
    """How often the bot has asked for the messages of the channel."""
    path = f"/channels/{world.channel.id}/messages"
    return sum((one.method, one.path) == ("GET", path) for one in world.env.http_requests)


async def test_a_board_that_was_shown_without_being_noted_is_found_however_much_was_written_since(
    world: World,
) -> None:
    await world.start_match()
    chat(world, 500)
    before = await world.play("komi 7", "white")
    shown = await world.play("D5")
    await forget_the_board(world, before, 2)
    chat(world, 250)
    count = world.count
    await pass_the_grace(world)
    assert world.count == count
    assert (await world.match()).record.message == MatchMessage(shown.id, 3)


async def test_nothing_from_long_before_a_turn_is_read_to_find_its_board(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    chat(world, 500)
    await world.env.advance_time(CLOCKS_DIFFER_BY.total_seconds())
    world.clock.advance(seconds=CLOCKS_DIFFER_BY.total_seconds())
    await world.arrange("D5")
    await pass_the_grace(world)
    assert "played **D5**" in world.latest.text
    assert reads_of_history(world) == 1


async def leave_three_unshown(world: World) -> None:
    """Let three matches go on without Discord noticing."""
    play, place = Play(world.database, world.clock), Place(world.guild.id, world.channel.id)
    for number in (1, 2, 3):
        await world.start_match(size=5 + number)
        await world.slash(world.alice, "komi", points=7, match=number)
        await play.act(place, Person(world.bob.id, "Bob"), MatchNumber(number), [Color.WHITE])


async def test_a_channel_is_read_once_for_all_that_is_to_be_shown_there(world: World) -> None:
    await leave_three_unshown(world)
    count = world.count
    await pass_the_grace(world)
    assert world.count == count + 3
    assert reads_of_history(world) == 1


async def test_while_discord_is_down_one_thing_at_a_time_is_tried_and_then_all_is_shown(world: World) -> None:
    await leave_three_unshown(world)
    count = world.count
    world.env.inject_error("GET", NEW_MESSAGES, status=500, times=None)
    await pass_the_grace(world)
    assert reads_of_history(world) == 1
    world.env.backend.faults.clear()
    await pass_the_grace(world, minutes=1)
    assert world.count == count + 3


async def test_without_the_right_to_read_the_channel_the_board_is_shown(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    await world.arrange("D5")
    world.env.inject_error("GET", NEW_MESSAGES, status=403, code=50001)
    await pass_the_grace(world)
    assert "played **D5**" in world.latest.text


async def test_an_end_that_was_announced_without_being_noted_is_not_announced_again(world: World) -> None:
    thread, _ = await start_in_thread(world)
    await world.click(world.bob, await world.slash(world.bob, "resign", thread), "Resign match 1")
    await deliver(world)
    count = world.count
    async with world.database.write() as transaction:
        entry = OutboxEntry(OutboxKind.RESULT, (await world.match()).record.id, "")
        await transaction.outbox.put(entry, world.clock() - GRACE, world.clock())
    await deliver(world)
    assert world.count == count
    assert is_all_shown(world)
