"""Series and fair komi, as players meet them."""

from __future__ import annotations

import pytest

from bot.matches import Balance
from bot.messages import balance_post
from engine import GameOptions
from tests.bot.games import turns_of
from tests.bot.test_stale import one_of
from tests.bot.world import World
from tests.engine.vectors import options_of
from tests.matches.test_balance import KOMI_GAMES, with_point
from tests.storage.contents import column

GAME = with_point([one for one in KOMI_GAMES if options_of(one) == GameOptions()], 14)


SCORE = "game 2 of a best of 3 (**Alice** 1 · **Bob** 0)"


async def begin(world: World) -> None:
    """Alice and Bob begin a best of 3; she is the first player."""
    challenge = await world.slash(world.alice, "challenge", opponent=world.bob, series=3)
    assert "best of 3" in challenge.text
    await world.click(world.bob, challenge, "Accept")


async def give_up(world: World, who: str, number: int) -> None:
    person = getattr(world, who)
    question = await world.slash(person, "resign", match=number)
    await world.click(person, question, f"Resign match {number}")


async def test_a_whole_series_goes_from_game_to_game_by_one_button(world: World) -> None:
    await begin(world)
    assert "game 1 of a best of 3 (**Alice** 0 · **Bob** 0)" in world.latest.text
    await give_up(world, "bob", 1)
    assert "**Alice** leads the series: **Alice** 1, **Bob** 0." in world.latest.text
    assert "Rematch" not in world.latest.buttons
    second = await world.click(world.bob, world.latest, "Next game")
    assert "**Bob** is the first player, **Alice** the second." in second.text
    assert SCORE in second.text
    assert second.pinged == [world.bob.id]
    await give_up(world, "bob", 2)
    assert "**Alice** **wins the series**: **Alice** 2, **Bob** 0." in world.latest.text
    assert "Next game" not in world.latest.buttons
    again = await world.click(world.alice, world.latest, "Rematch")
    assert "best of 3" in again.text


async def test_each_message_and_list_of_a_series_says_how_it_stands(world: World) -> None:
    await begin(world)
    await give_up(world, "bob", 1)
    begun = await world.click(world.bob, world.latest, "Next game")
    assert SCORE in (await world.slash(world.carol, "board", match=2)).text
    assert SCORE in (await world.slash(world.alice, "matches")).text
    form = await world.open_form(world.bob, begun, "Name komi")
    await world.submit(world.bob, form, "7")
    assert SCORE in world.latest.text
    assert SCORE in world.now(begun).text


async def agree(world: World, entry: str, number: int) -> None:
    """Alice proposes something in a match, and Bob accepts."""
    board = next(one for one in reversed(world.messages) if "More" in one.buttons)
    await world.click(world.alice, await world.click(world.alice, board, "More"), entry)
    await world.click(world.bob, world.latest, "Accept")


async def test_draws_leave_a_series_level_to_its_end(world: World) -> None:
    await begin(world)
    for points in ("½", "1"):
        await agree(world, "Offer a draw", 1)
        assert f"The series is level: **Alice** {points}, **Bob** {points}." in world.latest.text
        await world.click(world.alice, world.latest, "Next game")
    await agree(world, "Offer a draw", 3)
    assert "The series ends level: **Alice** 1½, **Bob** 1½." in world.latest.text
    assert "Rematch" in world.latest.buttons
    assert "Next game" not in world.latest.buttons


async def test_a_cancelled_game_is_offered_again_under_its_number(world: World) -> None:
    await begin(world)
    await agree(world, "Cancel the match", 1)
    assert "The series is level: **Alice** 0, **Bob** 0." in world.latest.text
    again = await world.click(world.bob, world.latest, "Next game")
    assert "**Alice** is the first player, **Bob** the second." in again.text
    assert "game 1 of a best of 3 (**Alice** 0 · **Bob** 0)" in again.text


@pytest.mark.usefixtures("busy_discord")
async def test_both_pressing_at_once_begin_one_game(world: World) -> None:
    await begin(world)
    await give_up(world, "bob", 1)
    result = world.latest
    pressed = [world.wire.press(who, result, result.buttons["Next game"]) for who in (world.alice, world.bob)]
    public, (private,) = one_of(await world.answers(*pressed))
    assert SCORE in public.text
    assert private.text.startswith("The next game has begun already: match 2")
    assert column(world.url, "matches", "number") == [1, 2]


async def test_the_next_game_pressed_again_or_by_others_is_refused_with_a_reason(world: World) -> None:
    await begin(world)
    await give_up(world, "bob", 1)
    result = world.latest
    other = await world.refusal(world.click(world.carol, result, "Next game"))
    assert "only they can do that" in other.text
    begun = await world.click(world.alice, result, "Next game")
    late = await world.refusal(world.click(world.bob, result, "Next game"))
    assert late.text.startswith("The next game has begun already: match 2")
    assert str(begun.id) in late.text


async def test_the_buttons_of_a_series_outlive_a_restart(world: World) -> None:
    await begin(world)
    await give_up(world, "bob", 1)
    await world.restart()
    assert "### Match 2" in (await world.click(world.alice, world.latest, "Next game")).text


@pytest.mark.parametrize("text", [False, True], ids=["as a picture", "in words"])
async def test_a_series_goes_on_from_the_board_where_the_message_of_the_result_is_gone(
    text: bool, world: World
) -> None:
    await begin(world)
    await give_up(world, "bob", 1)
    world.env.backend.delete_message(world.channel.id, world.latest.id)
    assert (await world.slash(world.carol, "board", text=text)).buttons == {}
    board = await world.slash(world.alice, "board", text=text)
    assert "### Match 2" in (await world.click(world.alice, board, "Next game")).text
    assert (await world.slash(world.alice, "board", text=text)).buttons == {}


async def test_the_fair_komi_is_explained_and_named_by_one_press(world: World) -> None:
    await world.start_match()
    none_yet = await world.refusal(world.click(world.alice, world.latest, "Balance"))
    assert "so nothing tells what is fair" in none_yet.text
    await world.arrange(*turns_of(GAME))
    await world.start_match()
    board = world.latest
    told = await world.refusal(world.click(world.alice, board, "Balance"))
    (label,) = told.buttons
    assert label == "Name komi 14"
    assert "By your last such game against **Bob**, komi **14** is fair." in told.text
    assert "By the final boards, White would have won from komi 14 on." in told.text
    assert told.text.endswith("-# Such games: size 6 · Komi · Standard, played to their end.")
    other = await world.refusal(world.click(world.bob, board, "Balance"))
    assert "It is **Alice**'s turn" in other.text
    await world.click(world.alice, told, label)
    assert column(world.url, "actions", "written")[-1] == "komi 14"
    assert "**Alice** named komi **14**." in world.latest.text
    late = await world.refusal(world.press(world.alice, told, told.buttons[label]))
    assert "The match has moved on" in late.text


ESTIMATES = {
    "one game": ((6,), "from komi 6 on."),
    "an odd number": ((3, 6, 11), "from komi 3, 6 and 11 on. 6 lies in the middle."),
    "an even number": ((3, 5, 5, 7, 8, 11), "from komi 3, 5, 5, 7, 8 and 11 on. 6 lies in the middle."),
    "an uneven half": ((4, 9), "from komi 4 and 9 on. 6 lies in the middle, a half rounded down."),
}
LOST = {
    "one board of several": ((2, 9, 16), "1 board", "9 lies in the middle."),
    "one of two": ((15, 16), "1 board", "15 is the most that can be named."),
    "all boards": ((16, 16), "2 boards", "15 is the most that can be named."),
}


async def estimate(world: World, turning_points: tuple[int, ...]) -> str:
    """What is told of it, below the proposal."""
    await world.start_match()
    return balance_post(Balance(await world.match(), turning_points)).heading.splitlines()[1]


@pytest.mark.parametrize(("turning_points", "says"), ESTIMATES.values(), ids=ESTIMATES)
async def test_the_estimate_is_told_so_that_it_can_be_checked(
    turning_points: tuple[int, ...], says: str, world: World
) -> None:
    assert await estimate(world, turning_points) == f"By the final boards, White would have won {says}"


@pytest.mark.parametrize(("turning_points", "boards", "says"), LOST.values(), ids=LOST)
async def test_boards_that_no_komi_turns_are_told_apart(
    turning_points: tuple[int, ...], boards: str, says: str, world: World
) -> None:
    told = await estimate(world, turning_points)
    assert told.endswith(f"{boards} White would have lost with any komi up to 15. {says}")
    assert "16" not in told


async def test_a_forged_komi_is_refused_like_a_typed_one(world: World) -> None:
    start = await world.start_match()
    forged = start.buttons["Name komi"].replace(":komi:", ":balanced-komi:")
    for value in ("", ":16", ":9999"):
        answer = await world.refusal(world.press(world.alice, start, f"{forged}{value}"))
        assert answer.text
    assert column(world.url, "actions", "written") == []
