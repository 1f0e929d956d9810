"""What is suggested while somebody types a command."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.enums import InteractionType

from engine import Phase, parse_action
from tests.bot.games import edge_game, options_to_challenge, turns_of
from tests.bot.test_commands import two_matches
from tests.bot.world import World


@pytest.mark.parametrize(
    "command", ["move", "button", "komi", "color", "reply", "resign", "board", "try", "replay", "record"]
)
async def test_matches_are_suggested_those_of_ones_own_turn_first(command: str, world: World) -> None:
    await two_matches(world)
    waits_for_bob, waits_for_alice = "1: Alice and Bob, Bob to act", "2: Alice and Bob, Alice to act"
    to_alice = await world.suggestions(world.alice, command, "match", "")
    assert list(to_alice.items()) == [(waits_for_alice, 2), (waits_for_bob, 1)]
    to_bob = await world.suggestions(world.bob, command, "match", "")
    assert list(to_bob.items()) == [(waits_for_bob, 1), (waits_for_alice, 2)]
    assert await world.suggestions(world.bob, command, "match", "2") == {waits_for_alice: 2}
    assert await world.suggestions(world.bob, command, "match", "9") == {}


async def suggested(world: World, typed: str, who: Any = None, **options: Any) -> dict[str, str]:
    return await world.suggestions(who or world.alice, "move", "turn", typed, **options)


async def test_legal_cells_that_fit_what_is_typed_are_suggested_with_what_they_do(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    fitting = await suggested(world, "d", world.bob)
    assert set(fitting.values()) == {f"D{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9)}
    assert fitting["D6 · extends a single stone to 2"] == "D6"
    assert fitting["D1 · starts a new ribbon"] == "D1"
    assert await suggested(world, "D5", world.bob) == {}
    assert await suggested(world, "B", world.alice) == {}, "it is not her turn"
    assert await suggested(world, "B", world.carol) == {}


async def test_the_most_telling_moves_are_suggested_first(world: World) -> None:
    record = edge_game("5 or more ribbons claimed by one placement")
    turns = turns_of(record)[:39]
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*turns)
    who = world.person((await world.match()).to_act)
    names = list(await suggested(world, "", who))
    assert len(names) <= 25
    assert (
        "E8 · closes a ribbon of 1, yours; blocks G9's last cell, yours; bounds ribbons of 3, 2 and 2: Black…"
    ) in names
    claiming = [", yours" in name or ": Black" in name for name in names]
    assert claiming == sorted(claiming, reverse=True)


async def test_the_button_is_suggested_while_it_is_there(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    assert next(iter((await suggested(world, "")).values())) == "button"
    assert (await suggested(world, "bu")) == {"button · take the button": "button"}
    await world.play("button")
    assert "button" not in (await suggested(world, "", world.bob)).values()


async def test_a_second_stone_is_suggested_after_the_first(world: World) -> None:
    await world.start_match(game="double")
    await world.play("D5")
    firsts = await suggested(world, "E", world.bob)
    assert set(firsts.values()) == {f"E{number}" for number in range(1, 11)}
    pairs = await suggested(world, "E7 F", world.bob)
    assert set(pairs.values()) == {f"E7 F{number}" for number in range(1, 12)}
    assert pairs["E7 F8 · extends a single stone to 2"] == "E7 F8"
    assert next(iter((await suggested(world, "E7", world.bob)).values())).startswith("E7 ")
    assert await suggested(world, "E7 E7", world.bob) == {}
    assert await suggested(world, "D5 E", world.bob) == {}
    await world.play(next(iter(pairs.values())))


TYPED = [
    "",
    " ",
    "D",
    "d5",
    "D5 ",
    "D5 E",
    "D5 E6 F7",
    ",",
    "zz",
    "komi",
    "5",
    "ß",
    "\u0661",
    "D" * 6000,
    "*" * 40,
]


@pytest.mark.parametrize("game", ["komi", "no-komi", "double"])
async def test_suggestions_fit_into_discords_limits_and_never_fail_in_any_phase(
    game: str, world: World
) -> None:
    await world.start_match(game=game)
    turns = {"komi": ["komi 7", "white", "D5"], "no-komi": ["D5", "black", "E7"], "double": ["D5", "E7 A1"]}
    phases = set()
    for turn in [*turns[game], None]:
        match = await world.match()
        phases.add(match.game.phase)
        who = world.person(match.to_act)
        for typed in TYPED:
            for value in (await suggested(world, typed, who)).values():
                for action in value.split():
                    parse_action(action)
        if turn:
            await world.play(turn)
    assert Phase.PLAY in phases


@pytest.mark.parametrize("match", [0, -1, 10**30, "x", None, 1.5])
async def test_suggestions_for_a_match_that_cannot_be_are_none(match: Any, world: World) -> None:
    await world.start_match()
    options = [
        {"name": "match", "type": 4, "value": match},
        {"name": "turn", "type": 3, "value": "D", "focused": True},
    ]
    known = world.env.backend.find_command("move", None)
    assert known is not None
    data = {"id": known["id"], "name": "move", "type": 1, "options": options}
    typing = world.wire.emit(world.bob, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, data)
    await world.env.settle()
    assert typing.autocomplete_choices == []


async def test_before_anything_is_typed_the_most_telling_turns_are_suggested(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5", "E6")
    offered = await world.suggestions(world.alice, "move", "turn", "")
    assert len(offered) == 25
    assert next(iter(offered)) == "button · take the button"
