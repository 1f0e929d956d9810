"""Planned replies, by taps and by typing, and who gets to see what of them."""

from __future__ import annotations

import pytest

from engine import Cell
from rendering import View, render_board
from tests.bot.shown import Shown
from tests.bot.test_calling import called_by, written
from tests.bot.world import World
from tests.storage.contents import column


async def waiting(world: World) -> Shown:
    """Alice has placed a stone by taps; what is left of her private message."""
    await world.start_match()
    shown = await world.click(world.alice, await world.play("komi 7", "white"), "Play")
    for value in ("5", "D5"):
        shown = await world.select(world.alice, shown, value)
    await world.click(world.alice, shown, "Confirm")
    return world.now(shown)


async def planned(world: World, left: Shown) -> Shown:
    """Alice plans by taps: if E6, then F5."""
    shown = await world.click(world.alice, left, "Plan a reply")
    for value in ("6", "E6", "5", "F5"):
        shown = await world.select(world.alice, shown, value)
    return await world.click(world.alice, shown, "Plan it")


async def test_a_reply_is_planned_by_taps_and_played_with_the_turn_it_answers(world: World) -> None:
    left = await waiting(world)
    assert left.text.startswith("Played **D5**.")
    shown = await world.click(world.alice, left, "Plan a reply")
    assert "Where could **Bob** (White) place the stone?" in shown.text
    for value in ("6", "E6", "5"):
        shown = await world.select(world.alice, shown, value)
    assert "After **E6** by **Bob** (White): Where do you place your stone?" in shown.text
    shown = await world.select(world.alice, shown, "F5")
    assert shown.is_private
    assert "To **E6** by **Bob** (White), reply with **F5**?" in shown.text
    assert column(world.url, "planned_replies", "reply") == []
    done = await world.click(world.alice, shown, "Plan it")
    assert "If they play **E6**, you play **F5**." in done.text
    count = world.count
    await world.slash(world.bob, "move", turn="E6")
    assert world.count == count + 1
    assert "**Bob** (White) played **E6**" in world.latest.text
    assert "**Alice** (Black), who had planned for that, played **F5**" in world.latest.text
    assert world.latest.pinged == [world.bob.id]
    game = (await world.match()).game
    assert world.latest.png == render_board(game, view=View(since=3))


async def test_nobody_else_sees_a_plan_before_it_is_played(world: World) -> None:
    left = await waiting(world)
    with world.unchanged_in_public():
        await planned(world, left)
    for command in ("reply", "board", "matches"):
        assert "F5" not in (await world.slash(world.bob, command)).text
    more = await world.click(world.bob, world.latest, "More")
    assert "F5" not in more.text
    tried = await world.slash(world.bob, "try")
    for value in ("6", "E6"):
        tried = await world.select(world.bob, tried, value)
    assert tried.png == render_board((await world.match()).game, view=View(considered=(Cell(5, 6),)))
    assert "F5" not in tried.text
    other = await world.slash(world.bob, "move", turn="C3")
    assert "plan" not in other.text
    assert "F5" not in other.text


async def test_who_planned_is_told_that_it_fell_away_until_their_next_turn(world: World) -> None:
    await planned(world, await waiting(world))
    board = await world.slash(world.bob, "move", turn="C3")
    told = "Your planned reply fell away: you had planned for **E6**."
    assert told in (await world.slash(world.alice, "board")).text
    assert told in (await world.slash(world.alice, "reply")).text
    assert told in (await world.click(world.alice, board, "More")).text
    assert told in (await world.click(world.alice, board, "Play")).text
    await world.play("B2")
    assert told not in (await world.slash(world.alice, "board")).text


async def test_who_is_written_to_about_their_turn_is_told_there_what_fell_away(world: World) -> None:
    await called_by(world, world.alice, "direct")
    await planned(world, await waiting(world))
    await world.slash(world.bob, "move", turn="C3")
    told = "Your planned reply fell away: you had planned for **E6**."
    assert told in written(world)[-1].text
    assert told not in world.latest.text


async def test_each_step_outlives_a_restart(world: World) -> None:
    shown = await world.click(world.alice, await waiting(world), "Plan a reply")
    for value in ("6", "E6", "5", "F5"):
        await world.restart()
        shown = await world.select(world.alice, shown, value)
    await world.restart()
    await world.click(world.alice, shown, "Plan it")
    await world.play("E6")
    assert column(world.url, "actions", "written")[-2:] == ["E6", "F5"]


async def test_a_plan_for_a_position_that_is_past_shows_the_current_one(world: World) -> None:
    shown = await world.click(world.alice, await waiting(world), "Plan a reply")
    await world.play("C3")
    late = await world.select(world.alice, shown, "6")
    assert late.text.startswith("The match has moved on since that message.")
    assert "played **C3**" in late.text or "Where do you place" in late.text
    assert column(world.url, "planned_replies", "reply") == []


async def test_a_reply_is_planned_listed_and_forgotten_by_typing(world: World) -> None:
    await waiting(world)
    offered = await world.suggestions(world.alice, "reply", "if", "E")
    assert any(name.startswith("E6 · ") for name in offered)
    then = await world.suggestions(world.alice, "reply", "then", "F", **{"if": "E6"})
    assert any(name.startswith("F5 · ") for name in then)
    assert "E6" not in (await world.suggestions(world.alice, "reply", "then", "E6", **{"if": "E6"})).values()
    asked = await world.refusal(world.slash(world.alice, "reply", **{"if": "E6", "then": "F5"}))
    assert "To **E6** by **Bob** (White), reply with **F5**?" in asked.text
    done = await world.click(world.alice, asked, "Plan it")
    assert done.is_private
    assert "If they play **E6**, you play **F5**." in done.text
    listed = await world.slash(world.alice, "reply")
    assert "If they play **E6**" in listed.text
    forgotten = await world.click(world.alice, listed, "Forget all")
    assert forgotten.text.startswith("You have planned no reply in match 1.")
    await world.play("E6")
    assert column(world.url, "actions", "written")[-1] == "E6"


async def test_what_cannot_be_planned_is_refused_with_the_reason(world: World) -> None:
    await waiting(world)
    half = await world.refusal(world.slash(world.alice, "reply", **{"if": "E6"}))
    assert half.text == "Give both turns: what they play (`if`) and what you then play (`then`)."
    turn = await world.refusal(world.slash(world.bob, "reply", **{"if": "E6", "then": "F5"}))
    assert turn.text == "It is your turn in match 1: play it."
    taken = await world.refusal(world.slash(world.alice, "reply", **{"if": "D5", "then": "F5"}))
    assert "D5" in taken.text
    none = await world.refusal(world.slash(world.carol, "reply", match=1))
    assert "only they can do that" in none.text


async def test_in_double_placement_a_plan_is_two_stones_each(world: World) -> None:
    await world.start_match(game="double")
    await world.play("D5")
    more = await world.click(world.alice, world.latest, "More")
    shown = await world.click(world.alice, more, "Plan a reply")
    for value in ("7", "E7", "2", "B2", "9", "I9", "9", "H9"):
        shown = await world.select(world.alice, shown, value)
    await world.click(world.alice, shown, "Plan it")
    await world.play("B2 E7")
    assert column(world.url, "actions", "written") == ["D5", "B2", "E7", "I9", "H9"]
    assert world.latest.pinged == [world.bob.id]


async def test_with_the_end_of_the_match_plans_are_gone_and_nothing_is_said_of_them(world: World) -> None:
    await planned(world, await waiting(world))
    question = await world.slash(world.bob, "resign")
    await world.click(world.bob, question, "Resign match 1")
    assert column(world.url, "planned_replies", "reply") == []
    assert "planned" not in (await world.slash(world.alice, "board")).text


async def test_another_reply_can_be_planned_from_the_list(world: World) -> None:
    done = await planned(world, await waiting(world))
    assert "Where could" in (await world.click(world.alice, done, "Plan a reply")).text


async def test_who_reads_boards_as_text_is_told_too_what_fell_away(world: World) -> None:
    await planned(world, await waiting(world))
    await world.slash(world.bob, "move", turn="C3")
    assert "Your planned reply fell away" in (await world.slash(world.alice, "board", text=True)).text


@pytest.mark.parametrize(("asker", "note"), [("alice", "The reply was taken back:"), ("bob", "Taken back:")])
async def test_of_a_turn_and_its_reply_it_is_told_what_was_taken_back(
    asker: str, note: str, world: World
) -> None:
    await planned(world, await waiting(world))
    both = await world.slash(world.bob, "move", turn="E6")
    who = getattr(world, asker)
    other = world.bob if asker == "alice" else world.alice
    await world.click(who, await world.click(who, both, "More"), "Ask for a takeback")
    board = await world.click(other, world.latest, "Accept")
    assert world.now(both).text.startswith(f"{note}\n**Bob** (White) played **E6**.")
    assert board.pinged == [who.id]
