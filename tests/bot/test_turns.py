"""The public message after each turn: what was done, how it stands, who is called to do what."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from tests.bot.games import edge_game, listed, options_to_challenge, turns_of
from tests.bot.shown import Shown
from tests.bot.world import World

TWO_STONES = "a join closes off a ring cell at distance 3 or more, and so bounds the joined ribbon"
JOIN = "a join closes off a ring cell at distance 4 or more, and so bounds the joined ribbon"
SWAP = "a join closes off a ring cell at distance 8 or more, and so bounds the joined ribbon"
FAR_JOIN = "a join closes off a ring cell at distance 6 or more, and so bounds the joined ribbon"
TEN = "size 10: a join makes a cell at distance 14 or more illegal"
TIED = "5 or more ribbons claimed by one placement"
BUTTON = "4 or more ribbons claimed by one placement"
DOUBLE = "double: three or more unbounded ribbons are claimed at the end"

TOLD = {
    "naming komi": (JOIN, 0, "**Alice** named komi **14**.", None, None),
    "a choice after komi": (
        JOIN,
        1,
        "**Bob** chose ⚪ **White**.",
        "⚫ **Alice** **no ribbon yet** · ⚪ **Bob** **no ribbon yet**",
        "button not taken",
    ),
    "the first stone without komi": (
        SWAP,
        0,
        "**Alice** placed the first stone, a black one, on **C9**.",
        None,
        None,
    ),
    "a choice without komi": (
        SWAP,
        1,
        "**Bob** chose ⚫ **Black**.",
        "⚫ **Bob** **0** · ⚪ **Alice** **0**",
        "1 stone in 1 open ribbon, button not taken",
    ),
    "two stones": (
        TWO_STONES,
        1,
        "**Bob** (White) played **L9** and **L13**.",
        "⚫ **Alice** **no ribbon yet** · ⚪ **Bob** **no ribbon yet**",
        "3 stones in 3 open ribbons",
    ),
    "two stones, each with a claim, one for the other player": (
        TWO_STONES,
        40,
        (
            "**Alice** (Black) played **M6** and **E1** and claimed a ribbon of 9, turning 4 stones black. "
            "That gave **Bob** a ribbon of 16, turning 7 stones white."
        ),
        "⚫ **Alice** **15, 9, 4** · ⚪ **Bob** **18, 16, 2**",
        "17 stones in 3 open ribbons",
    ),
    "two stones, each with a claim of one's own": (
        DOUBLE,
        26,
        (
            "**Alice** (Black) played **I10** and **C4** and claimed ribbons of 9 and 8, "
            "turning 4 stones black: +17."
        ),
        "⚫ **Alice** **17** · ⚪ **Bob** **0**",
        "36 stones in 7 open ribbons",
    ),
    "a claim": (
        JOIN,
        40,
        "**Alice** (Black) played **K10** and claimed a ribbon of 29, turning 14 stones black.",
        "⚫ **Alice** **29** · ⚪ **Bob** **no ribbon yet**",
        "10 stones in 4 open ribbons, button not taken",
    ),
    "a claim that turns no stone": (
        TEN,
        124,
        "**Alice** (White) played **M11** and claimed a ribbon of 1: +1.",
        "⚫ **Bob** **2934** · ⚪ **Alice** **1**",
        "55 stones in 11 open ribbons, button not taken",
    ),
    "a claim for the other player": (
        FAR_JOIN,
        65,
        "**Alice** (White) played **I12**. That gave **Bob** a ribbon of 4.",
        "⚫ **Bob** **4** · ⚪ **Alice** **no ribbon yet**",
        "60 stones in 9 open ribbons, button not taken",
    ),
    "a tie": (
        JOIN,
        45,
        (
            "**Bob** (White) played **D6**. That gave **Alice** a ribbon of 2, turning 1 stone black "
            "(a tie goes to the opponent)."
        ),
        "⚫ **Alice** **29, 2** · ⚪ **Bob** **no ribbon yet**",
        "13 stones in 3 open ribbons, button not taken",
    ),
    "several claims": (
        SWAP,
        62,
        "**Alice** (White) played **I7** and claimed ribbons of 9 and 6, turning 6 stones white: +117.",
        "⚫ **Bob** **1225** · ⚪ **Alice** **117**",
        "12 stones in 4 open ribbons, button not taken",
    ),
    "several claims for both, with a tie": (
        TIED,
        39,
        (
            "**Alice** (White) played **E8** and claimed ribbons of 1 and 1: +2. "
            "That gave **Bob** ribbons of 3, 2 and 2, turning 3 stones black "
            "(a tie goes to the opponent): +17."
        ),
        "⚫ **Bob** **17** · ⚪ **Alice** **4½** with the button",
        "26 stones in 13 open ribbons",
    ),
    "komi lengthens the longest ribbon": (
        FAR_JOIN,
        79,
        "**Alice** (White) played **K7** and claimed a ribbon of 7, turning 1 stone white.",
        "⚫ **Bob** **20, 4** · ⚪ **Alice** **19** with komi 12",
        "47 stones in 5 open ribbons, button not taken",
    ),
    "the button": (
        BUTTON,
        9,
        "**Alice** (Black) took the **button**.",
        "⚫ **Alice** **½** with the button · ⚪ **Bob** **0**",
        "8 stones in 8 open ribbons",
    ),
}


def lengths_claimed(record: dict[str, Any], turns: list[str], number: int) -> dict[str, list[int]]:
    """How long the ribbons are that a turn claims, by colour, as the vector has them."""
    plies = [turn if turn.startswith("komi") else turn.split() for turn in turns]
    before = sum(1 if isinstance(turn, str) else len(turn) for turn in plies[:number])
    after = before + (1 if isinstance(plies[number], str) else len(plies[number]))
    claims = [claim for ply in record["claims"][before:after] for claim in ply]
    return {
        color: sorted((len(claim["cells"]) for claim in claims if claim["colour"] == color), reverse=True)
        for color in ("black", "white")
    }


@pytest.mark.parametrize(("note", "number", "says", "score", "rest"), TOLD.values(), ids=TOLD)
async def test_a_turn_is_told_in_words_and_so_is_the_score(
    note: str, number: int, says: str, score: str | None, rest: str | None, world: World
) -> None:
    record = edge_game(note)
    turns = turns_of(record)
    for lengths in lengths_claimed(record, turns, number).values():
        ribbons = f"ribbons of {listed(lengths)}" if len(lengths) > 1 else f"a ribbon of {listed(lengths)}"
        assert not lengths or ribbons in says

    await world.start_match(**options_to_challenge(record))
    await world.arrange(*turns[:number])
    shown = await world.play(turns[number])
    heading, *details = shown.text.splitlines()
    assert heading == says
    assert details[:-2] == ([score, f"-# {rest}"] if score else [])


WHAT_IS_DUE = {
    "the komi": (
        {"scoring": "square"},
        (),
        "alice",
        "name komi: the points that White gets for moving second, 0 to 1000.",
    ),
    "a colour": ({}, ("komi 7",), "bob", "pick your colour: White gets 7 komi, Black moves first."),
    "a stone": (
        {},
        ("komi 7", "white"),
        "alice",
        "your turn as ⚫ Black: one stone or the button. Press **Play**, or type `/move`.",
    ),
    "a stone only": (
        {},
        ("komi 7", "white", "button"),
        "bob",
        "your turn as ⚪ White: one stone. Press **Play**, or type `/move`.",
    ),
    "the first stone": (
        {"game": "no-komi"},
        (),
        "alice",
        "place the first black stone. **Bob** then picks a colour.",
    ),
    "a colour without komi": ({"game": "no-komi"}, ("D5",), "bob", "pick your colour. White moves next."),
    "one stone of two": (
        {"game": "double"},
        (),
        "alice",
        "your turn as ⚫ Black: one stone. Press **Play**, or type `/move`.",
    ),
    "two stones": (
        {"game": "double"},
        ("D5",),
        "bob",
        "your turn as ⚪ White: two stones. Press **Play**, or type `/move`.",
    ),
}
BUTTONS = {
    "the komi": ["Name komi", "Balance", "More"],
    "a colour": ["Play Black", "Play White (+7)", "More"],
    "a stone": ["Play", "Take the button", "More"],
    "a colour without komi": ["Play Black", "Play White", "More"],
}


@pytest.mark.parametrize("due", WHAT_IS_DUE)
async def test_the_player_to_act_is_called_and_told_what_is_due(due: str, world: World) -> None:
    options, turns, who, says = WHAT_IS_DUE[due]
    start = await world.start_match(**options)
    shown = await world.play(*turns) if turns else start
    called = getattr(world, who)
    (line,) = [line for line in shown.text.splitlines() if f"<@{called.id}>" in line]
    assert line.startswith(f"<@{called.id}>, {says}")
    assert shown.pinged == [called.id]
    assert list(shown.buttons) == BUTTONS.get(due, ["Play", "More"])


@pytest.mark.parametrize(("color", "label"), [("black", "Play Black"), ("white", "Play White (+7)")])
async def test_a_match_begins_alike_by_buttons_and_by_commands(color: str, label: str, world: World) -> None:
    form = await world.open_form(world.alice, await world.start_match(), "Name komi")
    named = await world.submit(world.alice, form, "7")
    chosen = await world.click(world.bob, named, label)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.start_match(elsewhere)
    typed = [
        await world.slash(world.alice, "komi", elsewhere, points=7),
        await world.slash(world.bob, "color", elsewhere, color=color),
    ]
    assert [one.text for one in typed] == [one.text.replace("Match 1", "Match 2") for one in (named, chosen)]
    for number in (1, 2):
        assert [str(action) for action in (await world.match(number)).game.actions] == ["komi 7", color]


async def test_each_turn_shows_a_new_picture_and_takes_buttons_and_call_from_the_message_before(
    world: World,
) -> None:
    shown = await world.start_match()
    pictures = [shown.png]
    for turn in ("komi 7", "white", "D5", "E6", "button", "A1", "K11"):
        before, shown = shown, await world.play(turn)
        assert_is_a_picture(shown)
        pictures.append(shown.png)
        earlier = world.now(before)
        assert earlier.buttons == {}
        assert "<@" not in earlier.text
        assert earlier.text.splitlines()[0] == before.text.splitlines()[0]
        assert (earlier.png, earlier.alt_text) == (before.png, before.alt_text)
    assert len(set(pictures)) == len(pictures)
    assert len([message for message in world.messages if message.buttons]) == 1


def assert_is_a_picture(shown: Shown) -> None:
    assert shown.png is not None
    with Image.open(io.BytesIO(shown.png)) as image:
        image.verify()
        assert image.format == "PNG"
        assert image.width > image.height
    assert shown.alt_text
    assert len(shown.alt_text) <= 1024


async def test_the_picture_tells_those_who_cannot_see_it_what_was_played(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white", "D5")
    assert shown.alt_text is not None
    assert shown.alt_text.startswith("Black played D5.")
    assert shown.payload["attachments"][0]["description"] == shown.alt_text


async def test_a_crowded_board_is_still_described_within_discords_limit(world: World) -> None:
    record = edge_game(TEN)
    *before, turn = turns_of(record)[:110]
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*before)
    assert_is_a_picture(await world.play(turn))


async def test_how_to_play_is_told_at_the_first_turn_of_each_player_alone(world: World) -> None:
    await world.start_match()
    hint = "Press **Play**, or type `/move`."
    assert hint in (await world.play("komi 7", "white")).text
    assert hint in (await world.play("button")).text
    assert hint not in (await world.play("D5")).text
    assert hint not in (await world.play("A1")).text


async def test_komi_and_the_button_of_one_player_are_told_together(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white", "D5", "button")
    assert "⚫ **Alice** **0** · ⚪ **Bob** **7½** with komi 7 and the button" in shown.text.splitlines()
