"""The bot stops and another one starts: nothing is lost, and what is on the screen keeps working."""

from __future__ import annotations

import pytest

import bot.client
from bot.scheduler import ROUND
from bot.storage import ChallengeState
from tests.bot.world import World
from tests.storage.contents import column
from tests.storage.fixtures import on_both


def syncs(world: World) -> list[list[str]]:
    """The commands that Discord was told about, each time it was."""
    return [
        [command["name"] for command in request.json]
        for request in world.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


@pytest.mark.parametrize(
    ("who", "label", "state"),
    [
        ("bob", "Accept", ChallengeState.ACCEPTED),
        ("bob", "Decline", ChallengeState.DECLINED),
        ("alice", "Withdraw", ChallengeState.WITHDRAWN),
    ],
)
async def test_a_challenge_can_be_answered_after_a_restart(
    who: str, label: str, state: ChallengeState, world: World
) -> None:
    shown = await world.challenge()
    await world.restart()
    await world.click(getattr(world, who), shown, label)
    assert column(world.url, "challenges", "state") == [state]
    assert world.now(shown).buttons == {}


async def test_the_list_of_challenges_works_after_a_restart(world: World) -> None:
    await world.challenge()
    (entry,) = await world.pages(world.bob, "challenges")
    await world.restart()
    start = await world.click(world.bob, entry, "Accept")
    assert "### Match 1" in start.text


async def test_a_form_opened_before_a_restart_can_be_sent_after_it(world: World) -> None:
    start = await world.start_match()
    form = await world.open_form(world.alice, start, "Name komi")
    await world.restart()
    named = await world.submit(world.alice, form, "7")
    assert "**Alice** named komi **7**." in named.text
    assert world.now(start).buttons == {}
    assert column(world.url, "actions", "written") == ["komi 7"]


async def test_every_button_of_a_match_works_after_a_restart(world: World) -> None:
    shown = await world.start_match()
    await world.restart()
    shown = await world.submit(world.alice, await world.open_form(world.alice, shown, "Name komi"), "7")
    await world.restart()
    shown = await world.click(world.bob, shown, "Play White (+7)")
    await world.restart()
    shown = await world.click(world.alice, shown, "Take the button")
    await world.restart()
    menu = await world.click(world.bob, shown, "More")
    await world.restart()
    question = await world.click(world.bob, menu, "Resign")
    await world.restart()
    result = await world.click(world.bob, question, "Resign match 1")
    await world.restart()
    offer = await world.click(world.bob, result, "Rematch")
    await world.restart()
    await world.click(world.alice, offer, "Accept")
    assert column(world.url, "actions", "written") == ["komi 7", "white", "button"]
    assert (await world.match(2)).people == (await world.match(1)).people[::-1]


@on_both
async def test_a_match_goes_on_after_a_restart_as_if_nothing_had_happened(world: World) -> None:
    await world.start_match(game="double")
    before = await world.play("D5", "A1 B7")
    game = (await world.match()).game
    await world.restart()
    assert (await world.slash(world.carol, "board")).png == before.png
    after = await world.play("E3 F6")
    assert [str(action) for action in (await world.match()).game.actions[:3]] == [
        str(action) for action in game.actions
    ]
    assert world.now(before).buttons == {}
    assert after.pinged == [world.bob.id]


async def test_a_stale_board_is_refused_after_a_restart_too(world: World) -> None:
    start = await world.start_match()
    await world.play("komi 7")
    await world.restart()
    answer = await world.refusal(world.press(world.alice, start, start.buttons["Name komi"]))
    assert answer.text.startswith("The match has moved on since that message.")


async def test_a_challenge_that_expired_while_the_bot_was_away_says_so_soon_after(world: World) -> None:
    shown = await world.challenge()
    world.clock.advance(days=8)
    await world.restart()
    await world.env.advance_time(ROUND.total_seconds() + 1)
    assert "It expired" in world.now(shown).text
    assert world.now(shown).buttons == {}


async def test_discord_is_told_about_the_commands_once(world: World) -> None:
    await world.restart()
    await world.restart()
    assert len(syncs(world)) == 1
    assert {"challenge", "move", "board", "help"} <= set(syncs(world)[0])


async def test_discord_is_told_about_the_commands_again_when_they_change(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer = tuple(command for command in bot.client.COMMANDS if command.name != "rules")
    with monkeypatch.context() as changed:
        changed.setattr(bot.client, "COMMANDS", fewer)
        await world.restart()
        await world.restart()
    assert len(syncs(world)) == 2
    assert set(syncs(world)[0]) - set(syncs(world)[1]) == {"rules"}
    await world.restart()
    assert sorted(syncs(world)[2]) == sorted(syncs(world)[0])
