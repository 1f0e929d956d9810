"""What nobody should send: each is a private sentence, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.interactions import resolve_handle

from bot.commands import COMMANDS
from tests.bot.shown import Shown
from tests.bot.world import World

OUTDATED = "That button is out of date. `/board` shows the match as it stands, `/matches` lists yours."
UNUSABLE = "One of the options can't be used. Pick what Discord suggests for it."
NO_MATCH = "There is no such match in this channel."
HUGE = 10**30


async def a_stone_due(world: World) -> Shown:
    await world.start_match()
    return await world.play("komi 7", "white", "D5")


TURNS = {
    "a letter that is on no board": ("Z9", "Z9 is not on this board, which goes from A1 to K11."),
    "a number that is not on the board": ("A12", "A12 is not on this board"),
    "a corner that the board does not have": ("K1", "K1 is not on this board"),
    "two letters": ("AA1", "`AA1` is no move."),
    "zero": ("A0", "`A0` is no move."),
    "a leading zero": ("A01", "`A01` is no move."),
    "full-width digits": ("D５", "`D５` is no move."),
    "full-width letters": ("Ｄ5", "`Ｄ5` is no move."),
    "Arabic digits": ("D٥", "`D٥` is no move."),
    "superscript": ("D⁵", "`D⁵` is no move."),
    "the Kelvin sign": ("\u212a5", "`\u212a5` is no move."),
    "a letter and a number apart": ("D 5", "`D` is no move."),
    "two cells run together": ("D5E7", "`D5E7` is no move."),
    "two cells for one stone": ("D5 E7", "A turn is one stone here, not 2."),
    "many cells": ("D5 " * 13, "A turn is one stone here, not 13."),
    "a long word": ("D" * 40, "`DDDDDDDDDDDDDDDDDDDD` is no move."),
    "a long number": ("D" + "5" * 39, "`D5555555555555555555` is no move."),
    "endless cells": ("D5 " * 20_000, UNUSABLE),
    "an endless word": ("D" * 100_000, UNUSABLE),
    "a negative number": ("D-5", "`D-5` is no move."),
    "a statement": ("D5';--", "`D5';--` is no move."),
    "markup": ("```@everyone", "`@everyone` is no move."),
    "only markup": ("````", "` ` is no move."),
    "lines": ("D\n5", "`D` is no move."),
    "a null character": ("D5\x00", "`D5` is no move."),
    "right to left": ("\u202eD5", "`D5` is no move."),
    "nothing": ("", UNUSABLE),
    "blanks": (" \t ", "Name what you play, such as `/move D5`."),
    "commas": (",,,", "Name what you play, such as `/move D5`."),
    "endless komi": ("komi " + "9" * 30, "`komi` is no move."),
    "late komi": ("komi 7", "Not now: komi and colours are settled."),
    "a late colour": ("black", "Not now: komi and colours are settled."),
}


@pytest.mark.parametrize(("turn", "says"), TURNS.values(), ids=TURNS)
async def test_a_turn_that_is_none_is_refused(turn: str, says: str, world: World) -> None:
    await a_stone_due(world)
    refused = await world.refusal(world.send_command(world.bob, "move", {"turn": turn}))
    assert refused.text.startswith(says)
    assert len(refused.text) < 150


async def test_a_turn_may_be_typed_with_spaces_commas_and_small_letters(world: World) -> None:
    await world.start_match(game="double")
    await world.play(" d5 ")
    shown = await world.play("  e7,  f9 ")
    assert "played **E7** and **F9**" in shown.text


NEVER_SENT = {
    "challenge": [
        *({"size": size} for size in (0, 3, 5, 11, -6, HUGE, "7", "big", 6.5, None, True)),
        *({option: "chess"} for option in ("game", "scoring", "first")),
        *({option: value} for option in ("game", "scoring", "first") for value in (1, None, "", ["komi"])),
        *({"pace": pace} for pace in ("2", "-1", "", 1, None, True)),
        *({"series": games} for games in (0, 1, 4, -3, HUGE, "3", 3.5, None, True)),
        {"opponent": "123"},
    ],
    "komi": [
        *({"points": points} for points in (-1, 16, 1001, HUGE, "seven", "7", 7.5, None, True)),
        {"points": 7, "match": HUGE},
    ],
    "color": [*({"color": color} for color in ("red", "Black", "", 0, None)), {"color": "white", "match": 0}],
    "move": [
        *({"turn": turn} for turn in (5, None, ["D5"], {"cell": "D5"}, True)),
        *({"turn": "D5", "match": match} for match in (0, -1, 2, HUGE, "1", "x", 1.5, None, True)),
    ],
    "board": [
        *({"match": match} for match in (0, -1, 2, HUGE, -HUGE, "1", "x", 1.5, None, True)),
        *({"move": move} for move in (-1, 2, 1001, HUGE, "x", 0.5, None, True)),
    ],
    "reply": [
        *({"if": turn, "then": "D5"} for turn in (5, None, "", "D5" * 50, ["D5"], True)),
        *({"if": "D5", "then": turn} for turn in (5, None, "", "D5" * 50, ["D5"], True)),
        {"match": HUGE},
    ],
    "record": [{"file": "123"}, {"file": 5}, {"match": HUGE}, {"match": "x"}],
    "stats": [{"player": "123"}, {"game": "chess"}, {"scoring": 1}, {"size": 5}, {"size": "7"}],
    "leaderboard": [{"game": "chess"}, {"scoring": None}, {"size": 11}, {"size": True}],
    "preferences": [{"data": data} for data in ("import", "Export", "", 1, None, ["delete"])],
    **{
        name: [{"match": HUGE}, {"match": "x"}, {"match": True}]
        for name in ("button", "resign", "try", "replay")
    },
}
"""Values that are of another kind, out of bounds or not among the choices, for each option."""


def test_nothing_that_is_declared_is_left_out() -> None:
    declared = {(command.name, one.display_name) for command in COMMANDS for one in command.parameters}
    tried = {(name, option) for name, sent in NEVER_SENT.items() for values in sent for option in values}
    # Whatever comes for a switch counts as on or off.
    assert declared - tried == {("board", "text")}


@pytest.mark.parametrize("command", NEVER_SENT)
async def test_option_values_that_no_client_sends_are_refused(command: str, world: World) -> None:
    await world.start_match()
    for values in NEVER_SENT[command]:
        refused = await world.refusal(world.send_command(world.alice, command, values))
        assert refused.text
        assert refused.png is None, values


async def test_a_size_that_the_bot_does_not_offer_is_refused(world: World) -> None:
    refused = await world.refusal(world.send_command(world.alice, "challenge", {"size": 5}))
    assert refused.text == UNUSABLE


async def test_options_that_are_missing_or_unknown_are_refused(world: World) -> None:
    await world.start_match()
    for command, values in (("komi", {}), ("move", {}), ("color", {}), ("komi", {"komi": 7})):
        await world.refusal(world.send_command(world.alice, command, values))


async def test_a_command_that_the_bot_does_not_have_is_refused(world: World) -> None:
    for name, kind in (("chess", 1), ("", 1), ("challenge", 2), ("challenge", 3)):
        refused = await world.refusal(world.send_command(world.alice, name, {}, type=kind))
        assert refused.text == "The bot no longer has that command. `/help` lists those it has."


async def test_an_opponent_about_whom_discord_says_nothing_is_refused(world: World) -> None:
    resolved: dict[str, Any] = {}
    resolve_handle(world.alice, world.bob, resolved, channel_id=world.channel.id)
    del resolved["members"]
    options = {"opponent": str(world.bob.id)}
    refused = await world.refusal(world.send_command(world.alice, "challenge", options, resolved=resolved))
    assert refused.text.startswith("**Bob** can't see this channel.")


MANGLED = [
    "",
    "catena",
    "catena:more:1",
    "catena:more:1:0:0",
    "catena:more:1:0 ",
    "catena:more:1:0\n",
    " catena:more:1:0",
    "CATENA:MORE:1:0",
    "catena:explode:1:0",
    "catena::1:0",
    "catena:more:-1:0",
    "catena:more:1:-1",
    "catena:more:1.0:0",
    "catena:more:x:0",
    "catena:more:1:10000",
    "catena:more:9999999999999999999:0",
    "catena:more:\u0661:0",
    "catena:more:\uff11:0",
    "catena:more:1:\u06f0",
    "catena:more:1:0' OR 1=1",
    "x" * 100,
]


@pytest.mark.parametrize("custom_id", MANGLED)
async def test_a_mangled_custom_id_is_that_of_no_button(custom_id: str, world: World) -> None:
    start = await world.start_match()
    for message in (start, start.forged(custom_id)):
        answer = await world.refusal(world.press(world.alice, message, custom_id))
        assert answer.text == OUTDATED


FORGED = {
    "catena:accept:999:0": "There is no such challenge in this channel.",
    "catena:decline:999999999999999999:0": "There is no such challenge in this channel.",
    "catena:withdraw:0:0": "There is no such challenge in this channel.",
    "catena:accept:1:0": "That challenge is no longer open. **Bob** accepted. Good game!",
    "catena:button:999:0": NO_MATCH,
    "catena:komi:999999999999999999:0": NO_MATCH,
    "catena:rematch:0:0": NO_MATCH,
    "catena:button:1:9999": "The match has moved on since that message.",
    "catena:button:1:0": "Not now: first the komi has to be named.",
    "catena:black:1:0": "Not now: first the komi has to be named.",
    "catena:rematch:1:0": "Match 1 is still running.",
    "catena:more:2:0": NO_MATCH,
    "catena:resign-surely:2:0": NO_MATCH,
    "catena:komi:2:0": NO_MATCH,
}


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_custom_id_does_nothing_that_the_person_may_not_do(
    custom_id: str, world: World
) -> None:
    start = await world.start_match()
    await a_match_of_another_server(world)
    refused = await world.refusal(world.press(world.alice, start.forged(custom_id), custom_id))
    assert refused.text.startswith(FORGED[custom_id])


async def a_match_of_another_server(world: World) -> None:
    """Alice and Bob play there too; the match has the id 2."""
    other = world.env.create_guild("Other club")
    channel = other.create_text_channel("catena")
    alice, bob = other.add_member(world.alice.user), other.add_member(world.bob.user)
    challenge = await world.slash(alice, "challenge", channel, opponent=bob)
    start = await world.click(bob, challenge, "Accept")
    assert start.buttons["More"] == "catena:more:2:0"


async def test_a_button_that_its_message_does_not_have_is_out_of_date(world: World) -> None:
    start = await world.start_match()
    assert (await world.refusal(world.press(world.alice, start, "catena:button:1:0"))).text == OUTDATED
    named = await world.play("komi 7")
    gone = world.now(start)
    assert (await world.refusal(world.press(world.bob, gone, named.buttons["More"]))).text == OUTDATED


@pytest.mark.parametrize("kind", [3, 5, 99], ids=["a menu", "a menu of people", "nothing known"])
async def test_a_button_pressed_as_another_kind_of_component_is_out_of_date(kind: int, world: World) -> None:
    start = await world.start_match()
    pressed = world.wire.press(world.alice, start, start.buttons["More"], kind=kind)
    assert (await world.refusal(world.answer(pressed))).text == OUTDATED
