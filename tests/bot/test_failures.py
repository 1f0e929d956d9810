"""Discord refuses something or is down, or the bot itself fails: no match is lost by it."""

from __future__ import annotations

import re

import pytest

from bot.scheduler import ROUND
from bot.storage import ChallengeState
from tests.bot.world import World
from tests.storage.contents import column, connected

MESSAGES, CALLBACKS = "/channels/*/messages/*", "/interactions/*/callback"
NEW_MESSAGES = "/channels/*/messages"
REFUSALS = [
    pytest.param(403, 50001, id="missing access"),
    pytest.param(403, 50013, id="missing permissions"),
    pytest.param(404, 10003, id="unknown channel"),
    pytest.param(404, 10008, id="unknown message"),
    pytest.param(500, 0, id="Discord is down"),
]


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_a_match_goes_on_when_the_message_before_cannot_be_edited(
    status: int, code: int, world: World
) -> None:
    start = await world.start_match()
    world.env.inject_error("PATCH", MESSAGES, status=status, code=code, times=None)
    named = await world.slash(world.alice, "komi", points=7)
    assert "**Alice** named komi **7**." in named.text
    assert world.now(start).buttons == start.buttons
    chosen = await world.slash(world.bob, "color", color="white")
    assert chosen.pinged == [world.alice.id]


async def test_a_match_goes_on_when_its_message_was_deleted(world: World) -> None:
    start = await world.start_match()
    world.env.backend.delete_message(start.channel_id, start.id)
    named = await world.play("komi 7")
    world.env.backend.delete_message(named.channel_id, named.id)
    chosen = await world.press(world.bob, named, named.buttons["Play White (+7)"])
    assert "**Bob** chose ⚪ **White**." in chosen.text
    assert not chosen.is_private
    assert column(world.url, "matches", "message_id") == [chosen.id]


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_a_challenge_can_be_answered_though_its_message_was_just_deleted(
    label: str, world: World
) -> None:
    shown = await world.challenge()
    world.env.backend.delete_message(shown.channel_id, shown.id)
    answer = await world.press(world.bob, shown, shown.buttons[label])
    expected = {
        "Accept": ("### Match 1", False),
        "Decline": ("~~**Alice** challenges **Bob**~~\n**Bob** declined.", True),
    }
    says, is_private = expected[label]
    assert answer.text.startswith(says)
    assert answer.is_private is is_private


async def test_a_challenge_whose_message_is_gone_can_be_answered_from_the_list(world: World) -> None:
    shown = await world.challenge()
    world.env.backend.delete_message(shown.channel_id, shown.id)
    (entry,) = await world.pages(world.bob, "challenges")
    declined = await world.click(world.bob, entry, "Decline")
    assert "**Bob** declined." in declined.text


SHOWN_APART = "Discord lost the answer to it, so it is shown in a message of its own."


async def test_a_challenge_that_discord_lost_is_shown_in_a_message_of_its_own(world: World) -> None:
    world.env.inject_error("POST", CALLBACKS, status=500)
    told = await world.challenge()
    assert told.is_private
    assert SHOWN_APART in told.text
    assert world.latest.pinged == [world.bob.id]
    assert "### Match 1" in (await world.click(world.bob, world.latest, "Accept")).text


async def test_a_challenge_that_could_not_be_shown_at_all_counts_and_expires(world: World) -> None:
    world.env.inject_error("POST", CALLBACKS, status=500)
    world.env.inject_error("POST", NEW_MESSAGES, status=403)
    told = await world.challenge()
    assert "it can't be shown here now" in told.text
    (entry,) = await world.pages(world.bob, "challenges")
    assert "Accept" in entry.buttons
    world.clock.advance(days=7)
    await world.env.advance_time(ROUND.total_seconds() + 1)
    assert column(world.url, "challenges", "state") == [ChallengeState.EXPIRED]


async def test_a_turn_that_discord_lost_is_shown_in_a_message_of_its_own(world: World) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    world.env.inject_error("POST", CALLBACKS, status=500)
    told = await world.slash(world.alice, "move", turn="D5")
    assert told.is_private
    assert SHOWN_APART in told.text
    shown = world.latest
    assert "**Alice** (Black) played **D5**." in shown.text
    assert shown.pinged == [world.bob.id]
    assert world.now(before).buttons == {}
    assert "took the **button**" in (await world.click(world.bob, shown, "Take the button")).text


async def test_a_turn_that_could_not_be_shown_at_all_counts_and_the_match_goes_on(world: World) -> None:
    await world.start_match()
    before = await world.play("komi 7", "white")
    world.env.inject_error("POST", CALLBACKS, status=500)
    world.env.inject_error("POST", NEW_MESSAGES, status=403)
    told = await world.slash(world.alice, "move", turn="D5")
    assert "it can't be shown here now" in told.text
    assert column(world.url, "actions", "written") == ["komi 7", "white", "D5"]
    looked = await world.slash(world.alice, "board")
    assert "**Alice** (Black) played **D5**." in looked.text
    late = await world.refusal(world.click(world.alice, before, "Take the button"))
    assert late.text.startswith("The match has moved on since that message.")
    after = await world.play("E6")
    assert after.pinged == [world.alice.id]
    assert world.now(before).buttons == {}


async def test_a_turn_counts_though_no_interaction_can_be_answered(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    world.env.inject_error("POST", CALLBACKS, status=500, times=None)
    unanswered = world.wire.command(world.alice, "move", {"turn": "D5"})
    await world.env.settle()
    assert not unanswered.responded
    assert "played **D5**" in world.latest.text
    world.env.backend.faults.clear()
    assert "played **D5**" in (await world.slash(world.bob, "board")).text


@pytest.mark.parametrize("failing", ["/webhooks/*", CALLBACKS])
async def test_a_resignation_is_shown_though_discord_lost_an_answer(failing: str, world: World) -> None:
    await world.start_match()
    question = await world.slash(world.bob, "resign")
    world.env.inject_error("POST", failing, status=500)
    await world.click(world.bob, question, "Resign match 1")
    assert (await world.match()).winner == (await world.match()).record.first
    assert "resigned" in world.latest.text
    assert "Rematch" in world.latest.buttons


@pytest.mark.parametrize("status", [500, 404, 403])
async def test_an_answer_that_discord_does_not_take_is_no_fault_of_ours(status: int, world: World) -> None:
    await world.start_match()
    world.env.inject_error("POST", CALLBACKS, status=status)
    told = await world.refusal(world.slash(world.carol, "board"))
    assert told.text.startswith("Discord lost the answer to that.")


@pytest.mark.parametrize(
    ("command", "label", "says"),
    [
        ("resign", "Keep playing", "Good. The match goes on."),
        ("replay", "⏮", "**Alice** against **Bob**"),
        ("rules", "▶", "### "),
        ("preferences", "Confirm typed moves", "### What you prefer"),
    ],
)
async def test_what_is_pressed_in_a_private_message_that_is_gone_is_shown_in_a_new_one(
    command: str, label: str, says: str, world: World
) -> None:
    await world.start_match()
    await world.play("komi 7")
    shown = await world.slash(world.alice, command)
    world.env.backend.delete_message(shown.channel_id, shown.id)
    with world.unchanged_in_public():
        again = await world.press(world.alice, shown, shown.buttons[label])
    assert again.is_private
    assert again.text.startswith(says)


async def test_a_fault_is_a_reference_for_the_player_and_a_trace_in_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    start = await world.start_match()
    world.faults_expected = 3
    with connected(world.url) as database:
        database.execute("ALTER TABLE actions RENAME TO mislaid")
        answers = [
            await world.slash(world.alice, "komi", points=7),
            await world.click(world.alice, start, "More"),
            await world.answer(world.wire.form(world.alice, "catena:komi-form:1:0", "7", start)),
        ]
        assert await world.suggestions(world.alice, "move", "turn", "D") == {}
        database.execute("ALTER TABLE mislaid RENAME TO actions")
    world.faults_expected += 1
    for answer in answers:
        assert answer.is_private
        (reference,) = re.findall(r"\(reference `([0-9a-f]{8})`\)", answer.text)
        (record,) = [one for one in caplog.records if reference in one.getMessage()]
        assert record.exc_info
    assert "simcord.fake.token" not in caplog.text
    await world.play("komi 7")
