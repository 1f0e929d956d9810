"""Series and fair komi, as players meet them."""

from __future__ import annotations

from tests.bot.games import turns_of
from tests.bot.world import World
from tests.matches.test_balance import SMALL
from tests.storage.contents import column

OPTIONS = {"size": 6, "game": "komi", "scoring": SMALL["scoring"]}


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
    assert "game 2 of a best of 3 (**Bob** 0 · **Alice** 1)" in second.text or (
        "game 2 of a best of 3 (**Alice** 1 · **Bob** 0)" in second.text
    )
    assert second.pinged == [world.bob.id]
    await give_up(world, "bob", 2)
    assert "**Alice** **wins the series**: **Alice** 2, **Bob** 0." in world.latest.text
    assert "Next game" not in world.latest.buttons
    again = await world.click(world.alice, world.latest, "Rematch")
    assert "best of 3" in again.text


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


async def test_the_fair_komi_is_explained_and_named_by_one_press(world: World) -> None:
    await world.start_match(**OPTIONS)
    none_yet = await world.refusal(world.click(world.alice, world.latest, "Balance"))
    assert "so nothing tells what is fair" in none_yet.text
    await world.arrange(*turns_of(SMALL))
    await world.start_match(**OPTIONS)
    board = world.latest
    told = await world.refusal(world.click(world.alice, board, "Balance"))
    assert "In your last such game, White would have won that board from komi" in told.text
    (label,) = told.buttons
    other = await world.refusal(world.click(world.bob, board, "Balance"))
    assert "It is **Alice**'s turn" in other.text
    await world.click(world.alice, told, label)
    komi = label.removeprefix("Name komi ")
    assert column(world.path, "actions", "written")[-1] == f"komi {komi}"
    assert f"**Alice** named komi **{komi}**." in world.latest.text
    late = await world.refusal(world.press(world.alice, told, told.buttons[label]))
    assert "The match has moved on" in late.text


async def test_a_forged_komi_is_refused_like_a_typed_one(world: World) -> None:
    start = await world.start_match()
    forged = start.buttons["Name komi"].replace(":komi:", ":balanced-komi:")
    for value in ("", ":16", ":9999"):
        answer = await world.refusal(world.press(world.alice, start, f"{forged}{value}"))
        assert answer.text
    assert column(world.path, "actions", "written") == []
