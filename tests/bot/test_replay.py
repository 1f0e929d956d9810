"""Going through a match again, step by step and as an animation."""

from __future__ import annotations

import io

from PIL import Image

from rendering import describe_board, render_board
from tests.bot.shown import Shown
from tests.bot.world import World

TURNS = ("komi 7", "white", "D5", "E7", "D6", "button", "C4")


async def opened_replay(world: World) -> Shown:
    await world.start_match()
    await world.play(*TURNS)
    return await world.slash(world.carol, "replay")


def steps(shown: Shown) -> str:
    """How far the replay is: its last words."""
    return shown.text.rsplit(" · ", 1)[-1]


async def test_anybody_who_sees_the_channel_can_go_through_a_match_in_private(world: World) -> None:
    replay = await opened_replay(world)
    assert replay.is_private
    assert replay.pinged == []
    assert steps(replay) == "step 7 of 7"
    assert list(replay.buttons) == ["⏮", "◀", "▶", "⏭", "Go to …", "Animate"]


async def test_the_buttons_lead_through_the_match_in_the_same_message(world: World) -> None:
    replay = opened = await opened_replay(world)
    seen = []
    for label in ("◀", "◀", "⏮", "▶", "⏭"):
        replay = await world.click(world.carol, replay, label)
        assert replay.id == opened.id
        seen.append(steps(replay))
    assert seen == [f"step {step} of 7" for step in (6, 5, 0, 1, 7)]


async def test_each_step_shows_the_board_as_it_was(world: World) -> None:
    replay = await opened_replay(world)
    for label in ("◀", "◀"):
        replay = await world.click(world.carol, replay, label)
    assert "Alice** (Black) played **D6**" in replay.text
    assert replay.png == render_board((await world.match()).at(5).game)
    assert replay.alt_text is not None
    assert replay.alt_text.startswith("Black played D6.")


async def test_a_form_leads_to_any_step(world: World) -> None:
    replay = await opened_replay(world)
    form = await world.open_form(world.carol, replay, "Go to …")
    assert steps(await world.submit(world.carol, form, "3")) == "step 3 of 7"


async def test_a_step_that_there_is_not_is_refused_with_those_that_there_are(world: World) -> None:
    replay = await opened_replay(world)
    for text in ("8", "9", "-", "x", "٣"):
        form = await world.open_form(world.carol, replay, "Go to …")
        refused = await world.submit(world.carol, form, text)
        assert refused.text == "The match has 7 steps so far. Name one from 0, the start, to 7."


async def test_the_buttons_work_after_a_restart_and_after_the_match_went_on(world: World) -> None:
    replay = await opened_replay(world)
    await world.play("H6")
    await world.restart()
    assert steps(await world.click(world.carol, replay, "◀")) == "step 6 of 8"


async def test_a_resigned_match_can_be_gone_through_to_its_end(world: World) -> None:
    await world.start_match()
    await world.play(*TURNS)
    asked = await world.slash(world.alice, "resign")
    await world.click(world.alice, asked, "Resign match 1")
    result = world.latest
    replay = await world.click(world.carol, result, "Replay")
    assert replay.is_private
    assert "resigned" in (replay.alt_text or "")
    assert steps(await world.click(world.carol, replay, "⏮")) == "step 0 of 7"


async def test_a_match_that_ended_years_ago_is_gone_through_like_any_other(world: World) -> None:
    await world.start_match()
    await world.play(*TURNS)
    asked = await world.slash(world.alice, "resign")
    result = await world.click(world.alice, asked, "Resign match 1")
    await world.start_match()
    world.clock.advance(days=5 * 365)
    await world.restart()
    for who in (world.alice, world.carol):
        named = await world.slash(who, "replay", match=1)
        pressed = await world.click(who, result, "Replay")
        for replay in (named, pressed):
            assert steps(replay) == "step 7 of 7"
            first = await world.click(who, replay, "⏮")
            assert steps(await world.click(who, first, "▶")) == "step 1 of 7"
            assert (await world.click(who, replay, "Animate")).png is not None
    assert (await world.slash(world.carol, "board", match=1)).png == result.png


async def test_a_match_of_another_channel_is_not_shown(world: World) -> None:
    replay = await opened_replay(world)
    elsewhere = world.guild.create_text_channel("elsewhere")
    refused = await world.press(world.carol, replay, replay.buttons["◀"], elsewhere)
    assert refused.text.startswith("There is no such match in this channel.")


async def test_the_animation_shows_every_step_and_ends_with_the_final_board(world: World) -> None:
    replay = await opened_replay(world)
    shown = await world.click(world.carol, replay, "Animate")
    assert shown.is_private
    assert shown.png is not None
    with Image.open(io.BytesIO(shown.png)) as animation:
        assert animation.format == "GIF"
        assert animation.n_frames >= len(TURNS) - 2
    final = describe_board((await world.match()).game)
    assert shown.alt_text == f"Match 1, move by move. At its end: {final}"
