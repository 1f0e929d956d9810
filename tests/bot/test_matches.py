"""Whole matches, as two friends play them: to the result, by giving up, and again with the roles swapped."""

from __future__ import annotations

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.storage import ChallengeState, Ending
from engine import Game, GameType, Phase, Scoring
from rendering import render_board
from tests.bot.games import edge_game, explanation, options_to_challenge, random_turn, turns_of
from tests.bot.shown import Shown
from tests.bot.test_inbox import MEMBERS
from tests.bot.world import World
from tests.engine.vectors import options_of
from tests.storage.contents import column

EVERY_KIND = [
    pytest.param(game_type, scoring, id=f"{game_type}-{scoring}")
    for game_type in GameType
    for scoring in Scoring
]
CHANCE_OF_BUTTON = 0.1
DECIDED_BY = (
    "the game ends with the button untaken, it goes to black, and its half point decides",
    "square score with komi 1000, and Black wins",
    "komi 15, White wins with it and would lose without",
    "longest ribbon, size 6: nothing is left after striking off, the button decides",
    "longest ribbon: komi makes White's longest equal to Black's longest, the rest decides",
    "longest ribbon: Black and White strike off three pairs or more before it is decided",
    "longest ribbon: White has two longest ribbons, komi lengthens one of them",
    "longest ribbon, size 6: White owns no ribbon at all, komi 15 has no effect",
    "double, square: one point decides",
    "double: three or more unbounded ribbons are claimed at the end",
)


async def take_turns(world: World, shown: Shown, rng: Random, *, by_buttons: bool) -> Shown:
    """Play match 1 to its end at random; every turn is one message, which calls one player."""
    match = await world.match()
    while match.to_act:
        before, count = shown, world.count
        turn = _by_button if by_buttons else _by_command
        shown = await turn(world, world.person(match.to_act), before, match.game, rng)
        match = await world.match()
        assert world.count == count + 1
        assert world.latest.id == shown.id
        assert world.now(before).buttons == {}
        assert shown.pinged == ([match.to_act.id] if match.to_act else [])
    return shown


async def _by_button(world: World, who: MemberActor, shown: Shown, game: Game, rng: Random) -> Shown:
    """A turn as far as there are buttons for it."""
    if game.phase is Phase.NAME_KOMI:
        return await world.submit(who, await world.open_form(who, shown, "Name komi"), "9")
    if game.phase is Phase.CHOOSE_COLOR:
        return await world.click(who, shown, "Play White" if game.komi is None else "Play White (+9)")
    if game.can_take_button and rng.random() < CHANCE_OF_BUTTON:
        return await world.click(who, shown, "Take the button")
    return await world.slash(who, "move", turn=random_turn(game, rng))


async def _by_command(world: World, who: MemberActor, shown: Shown, game: Game, rng: Random) -> Shown:
    if game.phase is Phase.NAME_KOMI:
        return await world.slash(who, "komi", points=9)
    if game.phase is Phase.CHOOSE_COLOR:
        return await world.slash(who, "color", color="black")
    if game.can_take_button and rng.random() < CHANCE_OF_BUTTON:
        return await world.slash(who, "button")
    return await world.slash(who, "move", turn=random_turn(game, rng))


async def assert_is_the_result(world: World, shown: Shown) -> None:
    match = await world.match()
    assert match.record.ending is Ending.PLAYED
    assert match.winner is not None
    assert match.game.result is not None
    assert match.winner == match.person_with(match.game.result.winner)
    assert shown.text.startswith(f"### **{match.winner.name}** wins match 1\n")
    is_double = match.record.options.game_type is GameType.DOUBLE
    end = "No turn of two stones is left." if is_double else "No stone can be placed any more."
    assert end in shown.text
    assert shown.text.splitlines()[2:5] == list(explanation(match))
    assert shown.png == render_board(match.game)
    assert "Rematch" in shown.buttons
    assert shown.pinged == []


@pytest.mark.parametrize(("game_type", "scoring"), EVERY_KIND)
async def test_a_match_of_each_kind_is_played_to_its_result_by_buttons(
    game_type: GameType, scoring: Scoring, world: World
) -> None:
    start = await world.start_match(game=str(game_type), scoring=str(scoring))
    end = await take_turns(world, start, Random(f"{game_type} {scoring}"), by_buttons=True)
    await assert_is_the_result(world, end)


@pytest.mark.parametrize(
    ("size", "game_type", "scoring"),
    [(7, "komi", "square"), (8, "no-komi", "longest"), (9, "double", "standard"), (10, "komi", "standard")],
)
async def test_a_match_of_each_size_is_played_to_its_result_by_commands(
    size: int, game_type: str, scoring: str, world: World
) -> None:
    start = await world.start_match(size=size, game=game_type, scoring=scoring)
    end = await take_turns(world, start, Random(size), by_buttons=False)
    await assert_is_the_result(world, end)
    assert f"size {size}" in end.text


@pytest.mark.parametrize("note", DECIDED_BY)
async def test_the_result_tells_how_the_scores_came_about_when(note: str, world: World) -> None:
    record = edge_game(note)
    *before, last = turns_of(record)
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*before)
    await assert_is_the_result(world, await world.play(last))
    match = await world.match()
    assert match.game.result == Game.replay(options_of(record), record["actions"]).result


async def test_a_turn_of_two_stones_is_one_message_that_calls_one_player(world: World) -> None:
    await world.start_match(game="double")
    await world.play("A1")
    count = world.count
    shown = await world.play("D5 E7")
    assert "**Bob** (White) played **D5** and **E7**." in shown.text
    assert world.count == count + 1
    assert shown.pinged == [world.alice.id]
    assert column(world.url, "actions", "written") == ["A1", "D5", "E7"]


@pytest.mark.parametrize("way", ["by command", "by the button under the board"])
async def test_resigning_is_asked_once_more_and_then_ends_the_match(way: str, world: World) -> None:
    start = await world.start_match()
    if way == "by command":
        question = await world.refusal(world.slash(world.bob, "resign"))
    else:
        more = await world.refusal(world.click(world.bob, start, "More"))
        question = await world.refusal(world.click(world.bob, more, "Resign"))
    assert question.text == "Resign match 1? **Alice** then wins it."

    result = await world.click(world.bob, question, "Resign match 1")
    assert result.text.startswith("### **Alice** wins match 1\n**Bob** resigned.")
    assert not result.is_private
    assert "Rematch" in result.buttons
    assert world.now(question).text == "You resigned match 1."
    assert world.now(start).buttons == {}
    match = await world.match()
    assert (match.record.ending, match.winner and match.winner.id) == (Ending.RESIGNED, world.alice.id)


async def test_the_result_of_a_resigned_match_does_not_say_that_somebody_is_to_move(world: World) -> None:
    await world.start_match()
    await world.play("komi 3", "black", "D5")
    question = await world.slash(world.bob, "resign")
    result = await world.click(world.bob, question, "Resign match 1")
    assert result.alt_text is not None
    assert "White wins." in result.alt_text
    assert "is to move" not in result.alt_text


async def test_whoever_keeps_playing_has_changed_nothing(world: World) -> None:
    await world.start_match()
    question = await world.slash(world.alice, "resign")
    kept = await world.refusal(world.click(world.alice, question, "Keep playing"))
    assert kept.text == "Good. The match goes on."
    assert kept.buttons == {}
    await world.play("komi 7")


@pytest.mark.parametrize("asker", ["alice", "bob"])
async def test_a_rematch_swaps_the_roles_and_has_to_be_accepted_by_the_other(
    asker: str, world: World
) -> None:
    await world.start_match(size=7, game="double", scoring="square")
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    asks, answers = (world.alice, world.bob) if asker == "alice" else (world.bob, world.alice)

    offer = await world.click(asks, result, "Rematch")
    assert offer.pinged == [answers.id]
    assert "Double placement game, Square scoring, 7 cells per side." in offer.text
    assert "**Bob** plays Black and opens." in offer.text
    await world.refusal(world.click(asks, offer, "Accept"))
    await world.refusal(world.click(world.carol, offer, "Accept"))

    again = await world.click(answers, offer, "Accept")
    assert "**Bob** is the first player, **Alice** the second." in again.text
    match, first_match = await world.match(2), await world.match(1)
    assert match.record.options == first_match.record.options
    assert match.people == first_match.people[::-1]


async def test_who_wants_a_rematch_that_the_other_offers_is_led_to_the_offer(world: World) -> None:
    await world.start_match()
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    offer = await world.click(world.alice, result, "Rematch")
    led = await world.refusal(world.click(world.bob, result, "Rematch"))
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{offer.id}"
    assert led.text == f"**Alice** has offered you that: accept it {link}."
    assert "### Match 2" in (await world.click(world.bob, offer, "Accept")).text


async def test_a_rematch_can_be_declined_and_asked_for_again(world: World) -> None:
    await world.start_match()
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    offer = await world.click(world.alice, result, "Rematch")
    twice = await world.refusal(world.click(world.alice, result, "Rematch"))
    assert "That challenge is open already" in twice.text
    await world.click(world.bob, offer, "Decline")
    await world.click(world.alice, result, "Rematch")
    assert column(world.url, "challenges", "state")[1:] == [ChallengeState.DECLINED, ChallengeState.OPEN]


@pytest.mark.parametrize(("button", "terms"), [("Rematch", {}), ("Next game", {"series": 3})])
async def test_nobody_can_ask_somebody_who_has_left_for_another_game(
    button: str, terms: dict[str, int], world: World
) -> None:
    await world.start_match(**terms)
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    world.guild.remove_member(world.bob)
    refused = await world.refusal(world.click(world.alice, result, button))
    assert refused.text == "**Bob** can't see this channel. Challenge them in a channel that you share."
    assert column(world.url, "challenges", "state") == [ChallengeState.ACCEPTED]


@pytest.mark.parametrize(("button", "terms"), [("Rematch", {}), ("Next game", {"series": 3})])
async def test_while_discord_does_not_tell_who_is_there_another_game_can_be_asked_for_later(
    button: str, terms: dict[str, int], world: World
) -> None:
    await world.start_match(**terms)
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    world.env.inject_error("GET", MEMBERS, status=500)
    refused = await world.refusal(world.click(world.alice, result, button))
    assert refused.text == (
        "Discord doesn't tell right now whether **Bob** can see this channel. Try again in a few minutes."
    )
    assert "**Bob**" in (await world.click(world.alice, result, button)).text


async def test_a_bystander_can_ask_for_no_rematch(world: World) -> None:
    await world.start_match()
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    answer = await world.refusal(world.click(world.carol, result, "Rematch"))
    assert "Match 1 is between **Alice** and **Bob**: only they can do that." in answer.text
