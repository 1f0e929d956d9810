"""Boards that have moved on, and people who act at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage import ChallengeState
from rendering import View, describe_board, render_board
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column
from tests.storage.fixtures import on_both

MOVED_ON = "The match has moved on since that message. This is how it stands now:"


BUTTONS = ["Play", "Take the button", "More"]


async def test_an_old_boards_buttons_answer_privately_with_the_current_one_and_what_is_new(
    world: World,
) -> None:
    start = await world.start_match()
    *old, _ = [start, *[await world.play(turn) for turn in ("komi 7", "white", "D5", "E6")]]
    game = (await world.match()).game
    for ply, message in enumerate(old):
        since = View(since=ply)
        for custom_id in message.buttons.values():
            for person in (world.alice, world.bob):
                answer = await world.refusal(world.press(person, message, custom_id))
                assert answer.text.splitlines()[0] == MOVED_ON
                assert "**Bob** (White) played **E6**." in answer.text
                assert answer.png == render_board(game, view=since)
                assert answer.alt_text == describe_board(game, view=since)
                assert list(answer.buttons) == (BUTTONS if person is world.alice else [])


async def test_an_old_board_is_shown_to_players_only_with_whose_turn_it_is(world: World) -> None:
    start = await world.start_match()
    await world.play("komi 7")
    to_alice = await world.press(world.alice, start, start.buttons["More"])
    to_bob = await world.press(world.bob, start, start.buttons["More"])
    assert "It is **Bob**'s turn." in to_alice.text
    assert "It is your turn: pick your colour with `/color`." in to_bob.text
    to_carol = await world.refusal(world.press(world.carol, start, start.buttons["More"]))
    assert "only they can do that" in to_carol.text


async def test_a_form_for_komi_named_meanwhile_shows_the_current_board(world: World) -> None:
    start = await world.start_match()
    form = await world.open_form(world.alice, start, "Name komi")
    named = await world.play("komi 7")
    late = await world.refusal(world.submit(world.alice, form, "9"))
    assert late.text.startswith(MOVED_ON)
    assert late.png == named.png
    assert column(world.url, "actions", "written") == ["komi 7"]


async def test_the_question_whether_to_resign_is_out_of_date_after_a_turn(world: World) -> None:
    await world.start_match()
    question = await world.slash(world.bob, "resign")
    await world.play("komi 7")
    late = await world.refusal(world.click(world.bob, question, "Resign match 1"))
    assert late.text.startswith(MOVED_ON)
    assert not (await world.match()).is_over


async def test_the_buttons_of_an_ended_match_say_who_won(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white")
    question = await world.slash(world.bob, "resign")
    await world.click(world.bob, question, "Resign match 1")
    for custom_id in shown.buttons.values():
        late = await world.refusal(world.press(world.alice, shown, custom_id))
        assert late.text == "Match 1 is over: **Alice** won."
    again = await world.refusal(world.press(world.bob, question, question.buttons["Resign match 1"]))
    assert again.text == "Match 1 is over: **Alice** won."


# At the same moment


def one_of(answers: list[Shown]) -> tuple[Shown, list[Shown]]:
    """The only public answer, and the private ones."""
    (public,) = (answer for answer in answers if not answer.is_private)
    return public, [answer for answer in answers if answer.is_private]


@pytest.mark.usefixtures("busy_discord")
async def test_of_two_clicks_at_once_one_succeeds(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white")
    count = world.count
    custom_id = shown.buttons["Take the button"]
    presses = [world.wire.press(world.alice, shown, custom_id) for _ in range(2)]
    public, (private,) = one_of(await world.answers(*presses))
    assert "took the **button**" in public.text
    assert private.text.startswith(MOVED_ON)
    assert column(world.url, "actions", "written")[2:] == ["button"]
    assert world.count == count + 1


@pytest.mark.usefixtures("busy_discord")
async def test_of_two_choices_at_once_one_succeeds(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7")
    presses = [
        world.wire.press(world.bob, shown, shown.buttons[label])
        for label in ("Play Black", "Play White (+7)")
    ]
    public, (private,) = one_of(await world.answers(*presses))
    _, chosen = column(world.url, "actions", "written")
    assert f"**{chosen.capitalize()}**." in public.text
    assert private.text.startswith(MOVED_ON)


@pytest.mark.usefixtures("busy_discord")
async def test_a_command_used_twice_at_once_counts_once(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    moves = [world.wire.command(world.alice, "move", {"turn": "D5"}) for _ in range(2)]
    public, (private,) = one_of(await world.answers(*moves))
    assert "played **D5**" in public.text
    assert private.text.startswith("It is **Bob**'s turn in match 1.")
    assert column(world.url, "actions", "written")[2:] == ["D5"]


@on_both
@pytest.mark.usefixtures("busy_discord")
async def test_a_click_and_a_command_at_once_count_once(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white")
    answers = await world.answers(
        world.wire.press(world.alice, shown, shown.buttons["Take the button"]),
        world.wire.command(world.alice, "move", {"turn": "D5"}),
    )
    one_of(answers)
    assert len(column(world.url, "actions", "written")) == 3


@pytest.mark.usefixtures("busy_discord")
async def test_both_players_at_once_act_only_in_turn(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white")
    custom_id = shown.buttons["Take the button"]
    answers = await world.answers(
        world.wire.press(world.bob, shown, custom_id), world.wire.press(world.alice, shown, custom_id)
    )
    public, (private,) = one_of(answers)
    assert "**Alice** (Black) took the **button**." in public.text
    assert private is not answers[1]
    assert column(world.url, "actions", "player_id")[2:] == [world.alice.id]


@pytest.mark.usefixtures("busy_discord")
async def test_a_turn_and_the_answer_to_it_at_once_leave_the_last_board_alone_with_buttons(
    world: World,
) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    first = world.wire.command(world.alice, "move", {"turn": "D5"})
    while len(column(world.url, "actions", "written")) < 3:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await world.answers(first, world.wire.command(world.bob, "move", {"turn": "E6"}))
    assert column(world.url, "actions", "written")[2:] == ["D5", "E6"]
    with_buttons = [message for message in world.messages if message.buttons]
    assert ["played **E6**" in message.text for message in with_buttons] == [True]
    assert column(world.url, "matches", "message_id") == [with_buttons[0].id]


@pytest.mark.usefixtures("busy_discord")
async def test_both_players_resigning_at_once_end_the_match_once(world: World) -> None:
    await world.start_match()
    questions = [(who, await world.slash(who, "resign")) for who in (world.alice, world.bob)]
    answers = await world.answers(
        *(world.wire.press(who, asked, asked.buttons["Resign match 1"]) for who, asked in questions)
    )
    public, (private,) = one_of(answers)
    winner = (await world.match()).winner
    assert winner is not None
    assert f"### **{winner.name}** wins match 1" in public.text
    assert private.text == f"Match 1 is over: **{winner.name}** won."


AT_ONCE = [
    ("bob", "Accept", "alice", "Withdraw"),
    ("alice", "Withdraw", "bob", "Accept"),
    ("bob", "Accept", "bob", "Decline"),
    ("bob", "Accept", "bob", "Accept"),
    ("bob", "Decline", "alice", "Withdraw"),
]
ENDS_AS = {
    "Accept": ChallengeState.ACCEPTED,
    "Withdraw": ChallengeState.WITHDRAWN,
    "Decline": ChallengeState.DECLINED,
}


@pytest.mark.usefixtures("busy_discord")
@pytest.mark.parametrize("presses", AT_ONCE, ids=lambda presses: "{1} by {0}, {3} by {2}".format(*presses))
async def test_a_challenge_answered_twice_at_once_is_answered_once(
    presses: tuple[str, str, str, str], world: World
) -> None:
    shown = await world.challenge()
    one, label, other, other_label = presses
    answers = await world.answers(
        world.wire.press(getattr(world, one), shown, shown.buttons[label]),
        world.wire.press(getattr(world, other), shown, shown.buttons[other_label]),
    )
    _, (private,) = one_of(answers)
    assert private.text.startswith("That challenge is no longer open.")
    (state,) = column(world.url, "challenges", "state")
    assert state in (ENDS_AS[label], ENDS_AS[other_label])
    assert len(column(world.url, "matches", "id")) == (state == ChallengeState.ACCEPTED)
    assert world.now(shown).buttons == {}


@pytest.mark.usefixtures("busy_discord")
async def test_an_open_challenge_accepted_by_two_at_once_is_one_match(world: World) -> None:
    shown = await world.slash(world.alice, "challenge")
    accept = shown.buttons["Accept"]
    answers = await world.answers(
        world.wire.press(world.carol, shown, accept), world.wire.press(world.bob, shown, accept)
    )
    public, (private,) = one_of(answers)
    accepter = world.person((await world.match()).record.second)
    assert f"**Alice** is the first player, **{accepter.user.global_name}** the second." in public.text
    told = f"That challenge is no longer open. **{accepter.user.global_name}** accepted. Good game!"
    assert private.text == told
    assert len(column(world.url, "matches", "id")) == 1


@pytest.mark.usefixtures("busy_discord")
async def test_the_same_challenge_made_twice_at_once_is_made_once(world: World) -> None:
    made = [world.wire.command(world.alice, "challenge") for _ in range(2)]
    _, (private,) = one_of(await world.answers(*made))
    assert private.text.startswith("That challenge is open already")
    assert len(column(world.url, "challenges", "id")) == 1
