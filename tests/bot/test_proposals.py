"""Asking the other player for a takeback, a draw, or to cancel the match."""

from __future__ import annotations

import pytest

from bot.storage import Ending, ProposalState
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

TAKEBACK, DRAW, CANCEL = "Ask for a takeback", "Offer a draw", "Cancel the match"
DEEDS = {
    TAKEBACK: "**Bob** asks to take their last turn back.",
    DRAW: "**Bob** offers a draw.",
    CANCEL: "**Bob** asks to cancel the match without a result.",
}
MOVED_ON = "The match has moved on since that message. This is how it stands now:"


async def choose(world: World, who: str, message: Shown, label: str) -> Shown:
    """Open the menu under a board, and choose something there."""
    person = getattr(world, who)
    return await world.click(person, await world.click(person, message, "More"), label)


async def start(world: World, **options: str) -> Shown:
    """Alice names komi and Bob takes White."""
    await world.start_match(**options)
    return await world.play("komi 7", "white")


@pytest.mark.parametrize("label", DEEDS)
async def test_a_proposal_is_public_and_calls_the_other_player_only(label: str, world: World) -> None:
    board = await start(world)
    asked = await choose(world, "bob", board, label)
    more = " With it the choice of **White** would go." if label == TAKEBACK else ""
    assert asked.text.splitlines() == [
        f"<@{world.alice.id}>, {DEEDS[label]}{more}",
        "-# Match 1 · It falls away with the next turn.",
    ]
    assert not asked.is_private
    assert asked.pinged == [world.alice.id]
    assert list(asked.buttons) == ["Accept", "Decline"]
    assert column(world.url, "proposals", "message_id") == [asked.id]
    assert "More" in world.now(board).buttons


async def test_a_takeback_tells_all_that_would_go_the_turn_of_whoever_is_asked_too(world: World) -> None:
    await start(world)
    board = await world.play("D5", "G6")
    asked = await choose(world, "alice", board, TAKEBACK)
    assert "take their last turn back. With it **D5** and **G6** would go." in asked.text
    await world.click(world.bob, asked, "Accept")
    assert column(world.url, "actions", "written") == ["komi 7", "white"]


@pytest.mark.parametrize("label", DEEDS)
async def test_nobody_else_can_answer(label: str, world: World) -> None:
    asked = await choose(world, "bob", await start(world), label)
    for answer in ("Accept", "Decline"):
        own = await world.refusal(world.click(world.bob, asked, answer))
        assert own.text == "Only **Alice** can answer this. It falls away with the next turn."
        bystander = await world.refusal(world.click(world.carol, asked, answer))
        assert "Match 1 is between **Alice** and **Bob**: only they can do that." in bystander.text


@pytest.mark.parametrize("label", DEEDS)
async def test_a_declined_proposal_says_so_and_changes_nothing_else(label: str, world: World) -> None:
    board = await start(world)
    asked = await choose(world, "bob", board, label)
    count = world.count
    declined = await world.click(world.alice, asked, "Decline")
    assert (declined.id, world.count) == (asked.id, count)
    assert declined.text.splitlines()[:2] == [f"~~{DEEDS[label]}~~", "**Alice** declined."]
    assert declined.buttons == {}
    late = await world.refusal(world.press(world.alice, asked, asked.buttons["Accept"]))
    assert late.text == "That is answered or out of date. **Alice** declined."
    menu = await world.click(world.bob, board, "More")
    assert label not in menu.buttons
    again = await forge(world, "bob", menu, menu_id(label))
    assert again.text == "**Alice** declined that. You can ask again after the next turn."
    assert (await world.match()).ply == 2


async def forge(world: World, who: str, message: Shown, custom_id: str) -> Shown:
    """The refusal of a press of a button that the message has only in an old or a forged version."""
    return await world.refusal(world.press(getattr(world, who), message.forged(custom_id), custom_id))


def menu_id(label: str) -> str:
    """The custom id that the menu's button had before it was not offered any more."""
    verb = {TAKEBACK: "ask-takeback", DRAW: "offer-draw", CANCEL: "ask-cancel"}[label]
    return f"catena:{verb}:1:2"


@pytest.mark.parametrize("label", DEEDS)
async def test_the_same_is_not_asked_twice(label: str, world: World) -> None:
    board = await start(world)
    menus = [await world.click(who, board, "More") for who in (world.alice, world.bob)]
    asked = await world.click(world.bob, menus[1], label)
    for who, menu in zip((world.alice, world.bob), menus, strict=True):
        twice = await world.refusal(world.press(who, menu, menu_id(label)))
        assert f"{DEEDS[label][:-1]} already, and the answer is due: https://discord.com/" in twice.text
        assert twice.text.endswith(f"/{asked.id}.")
        assert label not in (await world.click(who, board, "More")).buttons


@pytest.mark.parametrize("label", DEEDS)
async def test_a_proposal_falls_away_with_the_next_turn(label: str, world: World) -> None:
    asked = await choose(world, "bob", await start(world), label)
    await world.play("button")
    after = world.now(asked)
    assert after.text.splitlines()[:2] == [f"~~{DEEDS[label]}~~", "It fell away: the match went on."]
    assert after.buttons == {}
    assert column(world.url, "proposals", "state") == [ProposalState.LAPSED]
    late = await world.refusal(world.press(world.alice, asked, asked.buttons["Accept"]))
    assert late.text == "That is answered or out of date. It fell away: the match went on."


async def test_a_proposal_falls_away_when_the_match_is_resigned(world: World) -> None:
    asked = await choose(world, "bob", await start(world), DRAW)
    await world.click(world.alice, await world.slash(world.alice, "resign"), "Resign match 1")
    assert "It fell away: the match is over." in world.now(asked).text
    assert world.now(asked).buttons == {}


async def test_proposals_are_answered_after_a_restart(world: World) -> None:
    asked = await choose(world, "bob", await start(world), TAKEBACK)
    await world.restart()
    await world.click(world.alice, asked, "Accept")
    assert column(world.url, "actions", "written") == ["komi 7"]


async def test_a_takeback_shows_the_board_before_that_turn(world: World) -> None:
    before = await start(world)
    board = await world.play("D5")
    asked = await choose(world, "alice", board, TAKEBACK)
    shown = await world.click(world.bob, asked, "Accept")
    assert "**Bob** accepted." in world.now(asked).text
    assert world.now(asked).buttons == {}
    assert shown.png == before.png
    assert shown.pinged == [world.alice.id]
    assert "**Bob** chose ⚪ **White**." in shown.text
    old = world.now(board)
    assert old.text.startswith("Taken back:\n**Alice** (Black) played **D5**.")
    assert old.buttons == {}
    assert column(world.url, "matches", "message_id") == [shown.id]
    again = await world.play("F5")
    assert "played **F5**" in again.text
    assert world.now(shown).buttons == {}


async def test_a_takeback_in_double_placement_is_of_a_whole_turn(world: World) -> None:
    await world.start_match(game="double")
    await world.play("A1")
    board = await world.play("D5 E7")
    shown = await world.click(world.alice, await choose(world, "bob", board, TAKEBACK), "Accept")
    assert column(world.url, "actions", "written") == ["A1"]
    assert shown.pinged == [world.bob.id]


async def test_buttons_of_a_board_that_was_taken_back_do_not_act_on_the_next_one(world: World) -> None:
    await start(world)
    old = await world.play("D5")
    question = await world.slash(world.bob, "resign")
    await world.click(world.bob, await choose(world, "alice", old, TAKEBACK), "Accept")
    current = await world.play("F5")
    for custom_id in old.buttons.values():
        for person in (world.alice, world.bob):
            stale = await world.refusal(world.press(person, old, custom_id))
            assert stale.text.startswith(MOVED_ON)
            assert stale.png == current.png
    late = await world.refusal(world.click(world.bob, question, "Resign match 1"))
    assert late.text.startswith(MOVED_ON)
    assert set(old.buttons.values()).isdisjoint(current.buttons.values())
    taken = await world.click(world.bob, current, "Take the button")
    assert "took the **button**" in taken.text


async def test_the_form_for_komi_of_a_match_that_came_back_to_its_start_is_out_of_date(world: World) -> None:
    form = await world.open_form(world.alice, await world.start_match(), "Name komi")
    named = await world.play("komi 7")
    shown = await world.click(world.bob, await choose(world, "alice", named, TAKEBACK), "Accept")
    stale = await world.refusal(world.submit(world.alice, form, "9"))
    assert stale.text.startswith(MOVED_ON)
    again = await world.submit(world.alice, await world.open_form(world.alice, shown, "Name komi"), "9")
    assert "named komi **9**" in again.text


ENDS = [
    pytest.param(
        DRAW, Ending.DRAWN, "### Match 1 is a draw\n**Alice** and **Bob** agreed on it.", id="a draw"
    ),
    pytest.param(
        CANCEL,
        Ending.CANCELLED,
        "### Match 1 is cancelled\nNo stone was placed, and it counts for nobody.",
        id="cancelled",
    ),
]
OVER = {Ending.DRAWN: "it is a draw", Ending.CANCELLED: "it was cancelled"}
IN_WORDS = {Ending.DRAWN: "Both players agreed on a draw.", Ending.CANCELLED: "The game was cancelled."}


@pytest.mark.parametrize(("label", "ending", "headline"), ENDS)
async def test_an_agreed_end_is_shown_everywhere(
    label: str, ending: Ending, headline: str, world: World
) -> None:
    board = await start(world)
    result = await world.click(world.alice, await choose(world, "bob", board, label), "Accept")
    assert result.text.startswith(headline)
    assert result.pinged == []
    assert list(result.buttons)[:2] == ["Rematch", "Replay"]
    assert IN_WORDS[ending] in (result.alt_text or "")
    assert world.now(board).buttons == {}
    match = await world.match()
    assert (match.record.ending, match.winner) == (ending, None)
    over = f"over: {OVER[ending]}."
    assert f"The match is {over}" in (await world.slash(world.carol, "board")).text
    assert IN_WORDS[ending] in (await world.slash(world.carol, "board", text=True)).text
    assert (await world.slash(world.carol, "replay")).png == result.png
    assert "no match running" in (await world.slash(world.bob, "matches")).text
    late = await world.refusal(world.press(world.alice, board, board.buttons["More"]))
    assert late.text == f"Match 1 is {over}"
    offer = await world.click(world.bob, result, "Rematch")
    assert offer.pinged == [world.alice.id]


async def test_a_draw_after_some_turns_shows_the_board_and_its_story(world: World) -> None:
    await start(world)
    for _ in range(8):
        await world.arrange(str((await world.match()).game.legal_placements()[-1]))
    board = await world.play("A1")
    result = await world.click(world.alice, await choose(world, "bob", board, DRAW), "Accept")
    assert "### Match 1 is a draw" in result.text
    assert len(result.payload["attachments"]) == 2


async def test_a_match_cancelled_at_once_has_nothing_to_replay(world: World) -> None:
    board = await world.start_match()
    result = await world.click(world.alice, await choose(world, "bob", board, CANCEL), "Accept")
    assert "Rematch" in result.buttons
    assert "Replay" not in result.buttons


async def test_the_menu_offers_only_what_is_possible_now(world: World) -> None:
    board = await world.start_match()
    assert await menu(world, "alice", board) == ["Rules", DRAW, CANCEL, "Resign"]
    board = await world.play("komi 7")
    assert await menu(world, "alice", board) == ["Replay", "Rules", TAKEBACK, DRAW, CANCEL, "Resign"]
    assert await menu(world, "bob", board) == ["Replay", "Rules", DRAW, CANCEL, "Resign"]
    board = await world.play("white", "D5")
    everything = ["Legal moves", "Replay", "Rules", TAKEBACK, DRAW, "Resign"]
    assert await menu(world, "bob", board) == everything
    old = await world.click(world.bob, board, "More")
    forged = await forge(world, "bob", old, "catena:ask-cancel:1:3")
    assert forged.text.startswith("A stone is placed in match 1, so it can't be cancelled any more.")


async def test_the_menu_leads_to_the_replay_and_to_the_rules(world: World) -> None:
    await start(world)
    board = await world.play("D5")
    with world.unchanged():
        replay = await choose(world, "bob", board, "Replay")
        rules = await choose(world, "bob", board, "Rules")
    assert (replay.is_private, replay.png) == (True, board.png)
    assert replay.text.endswith("step 3 of 3")
    assert rules.is_private
    assert rules.text.startswith("### Catena in a minute")


async def menu(world: World, who: str, board: Shown) -> list[str]:
    return list((await world.click(getattr(world, who), board, "More")).buttons)


async def test_legal_moves_are_lit_and_listed_privately(world: World) -> None:
    await world.start_match(game="double")
    board = await world.play("D5")
    with world.unchanged():
        shown = await choose(world, "alice", board, "Legal moves")
    legal = (await world.match()).game.legal_placements()
    assert shown.is_private
    assert shown.text.startswith(f"### Match 1: {len(legal)} legal cells\n{legal[0]}, {legal[1]}, ")
    assert shown.png not in (None, board.png)
    stale = await forge(world, "alice", board, "catena:legal-moves:1:0")
    assert stale.text.startswith(MOVED_ON)


async def test_legal_moves_tell_of_the_button_while_it_is_there(world: World) -> None:
    board = await start(world)
    shown = await choose(world, "bob", board, "Legal moves")
    assert shown.text.endswith("The button may be taken instead.")
    board = await world.play("button")
    assert (await choose(world, "bob", board, "Legal moves")).text[-1] == "."


async def test_there_are_no_legal_moves_while_a_choice_is_due(world: World) -> None:
    board = await world.start_match()
    refused = await forge(world, "alice", board, "catena:legal-moves:1:0")
    assert refused.text.startswith("Not now:")


async def test_a_proposal_whose_message_is_gone_can_still_be_answered(world: World) -> None:
    asked = await choose(world, "bob", await start(world), DRAW)
    world.env.inject_error("PATCH", f"*/messages/{asked.id}", status=404, code=10008)
    result = await world.click(world.alice, asked, "Accept")
    assert "### Match 1 is a draw" in result.text
