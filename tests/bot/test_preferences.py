"""`/preferences`: what players choose for themselves, at once and everywhere."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.messages import Preference, preference_choice, preferences
from bot.storage import PlayerPreferences
from engine import parse_cell
from rendering import THEMES, ExampleName, ThemeName, View, render_board, rules_example
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

HOURS = ["None", *map(str, range(24))]
OFFERED = {
    "theme": ["None", "wood", "dark", "contrast", "shapes"],
    "calls": ["mention", "direct", "quiet"],
    "from": HOURS,
    "until": HOURS,
}
DEFAULTS = {"theme": "None", "calls": "mention", "from": "None", "until": "None"}
ASKED = ["Theme", "When it is your turn", "Remind me from", "Remind me until"]
"""What stands over each menu."""
SWITCHES = {
    "cells": ("Don't light legal cells", "Light legal cells"),
    "confirm": ("Confirm typed moves", "Play typed moves at once"),
}
STATES = {
    "cells": (
        "Legal cells are lit when you choose a stone.",
        "Legal cells are not lit when you choose a stone.",
    ),
    "confirm": (
        "A typed move is played at once.",
        "A typed move is shown to you first, and played when you confirm it.",
    ),
}
"""What is said of each switch at first, and once it is pressed."""


def menu(preference: str) -> str:
    return f"catena:prefer:{preference}"


async def prefer(world: World, who: MemberActor, **chosen: str) -> Shown:
    """Somebody chooses something in each of some menus."""
    shown = await world.slash(who, "preferences")
    for preference, value in chosen.items():
        shown = await world.choose(who, shown, menu(preference), value)
    return shown


async def press(world: World, who: MemberActor, label: str) -> Shown:
    return await world.click(who, await world.slash(who, "preferences"), label)


async def test_everything_that_a_player_prefers_is_shown_in_one_private_message(world: World) -> None:
    shown = await world.slash(world.alice, "preferences")
    assert shown.is_private
    assert re.findall(r"\*\*(.+?)\*\*", shown.text)[: len(ASKED)] == ASKED
    assert {one: [*entries] for one, entries in shown.menus.items()} == {
        menu(preference): values for preference, values in OFFERED.items()
    }
    assert shown.selected == {menu(preference): value for preference, value in DEFAULTS.items()}
    data = ["Export my data", "Delete my data"]
    assert list(shown.buttons) == [*(on for on, _ in SWITCHES.values()), "Time zone", *data]
    for at_first, _ in STATES.values():
        assert f"\n- {at_first}\n" in shown.text
    assert shown.text.endswith(
        "The hours are those of **UTC** until you tell your time zone.\n- The bot speaks English only."
    )
    assert world.rows["players"] == []


@pytest.mark.parametrize(
    ("preference", "value"), [(one, value) for one in ("theme", "calls") for value in OFFERED[one]]
)
async def test_each_entry_counts_at_once_and_is_selected_then(
    preference: str, value: str, world: World
) -> None:
    before = await world.slash(world.alice, "preferences")
    changed = await world.choose(world.alice, before, menu(preference), value)
    assert changed.id == before.id
    assert changed.selected == before.selected | {menu(preference): value}
    assert (await world.slash(world.alice, "preferences")).selected == changed.selected
    assert (await world.slash(world.bob, "preferences")).selected == before.selected


@pytest.mark.parametrize("preference", SWITCHES)
async def test_each_switch_counts_at_once_and_can_be_turned_back(preference: str, world: World) -> None:
    on, off = SWITCHES[preference]
    before = await world.slash(world.alice, "preferences")
    changed = await world.click(world.alice, before, on)
    assert changed.id == before.id
    assert changed.text == before.text.replace(*STATES[preference])
    assert off in changed.buttons
    again = await world.press(world.alice, before, before.buttons[on])
    assert (again.text, again.buttons) == (changed.text, changed.buttons), "pressed twice, it is no other"
    assert (await world.click(world.alice, changed, off)).text == before.text


@pytest.mark.parametrize("preference", [*OFFERED, *SWITCHES])
def test_every_preference_can_be_chosen(preference: str) -> None:
    choice = preference_choice(Preference(preference))
    written = OFFERED[preference][-1] if preference in OFFERED else "off"
    chosen = choice.chosen(PlayerPreferences(), written)
    assert str(choice.get(chosen)) == (written if preference in OFFERED else "False")


BAD = {
    "a theme that is none": ("theme", ["neon"]),
    "an hour too late": ("from", ["24"]),
    "two hours": ("until", ["8", "9"]),
    "no hour": ("until", []),
    "a language that is not spoken": ("language", ["de"]),
    "another word for a switch": ("cells", ["maybe"]),
}


@pytest.mark.parametrize(("preference", "values"), BAD.values(), ids=BAD)
async def test_what_was_never_offered_changes_nothing(
    preference: str, values: list[Any], world: World
) -> None:
    shown = (await world.slash(world.alice, "preferences")).forged_menu(menu(preference))
    refused = await world.refusal(world.choose(world.alice, shown, menu(preference), *values))
    assert "offered" in refused.text


async def test_a_message_from_before_a_restart_still_changes_and_shows_all_as_it_is(world: World) -> None:
    old = await world.slash(world.alice, "preferences")
    await prefer(world, world.alice, theme="dark")
    await world.restart()
    changed = await world.choose(world.alice, old, menu("calls"), "quiet")
    assert (changed.selected[menu("theme")], changed.selected[menu("calls")]) == ("dark", "quiet")


# What they do


async def test_boards_that_only_a_player_sees_have_their_theme(world: World) -> None:
    shown = await prefer(world, world.alice, theme="dark")
    assert shown.png == rules_example(ExampleName.CLAIM_AFTER, theme=THEMES[ThemeName.DARK]).png
    started = await world.start_match()
    game = (await world.match()).game
    assert (await world.slash(world.alice, "board")).png == render_board(game, theme=THEMES[ThemeName.DARK])
    assert (await world.slash(world.bob, "board")).png == started.png == render_board(game)


async def test_without_a_theme_of_their_own_a_player_sees_that_of_the_channel(world: World) -> None:
    dana = world.moderator()
    await world.choose(dana, await world.slash(dana, "settings"), "catena:set:theme", "contrast")
    await prefer(world, world.alice, theme="dark")
    shown = await prefer(world, world.alice, theme="None")
    assert shown.png == rules_example(ExampleName.CLAIM_AFTER, theme=THEMES[ThemeName.CONTRAST]).png


async def test_legal_cells_are_lit_or_not_as_a_player_prefers(world: World) -> None:
    await world.start_match()
    board = await world.play("komi 7", "white", "D5")
    game = (await world.match()).game
    legal = game.legal_placements()
    assert (await world.click(world.bob, board, "Play")).png == render_board(game, view=View(lit=legal))
    await press(world, world.bob, "Don't light legal cells")
    plain = render_board(game, view=View())
    rows = await world.click(world.bob, board, "Play")
    assert rows.png == plain
    cells = await world.select(world.bob, rows, "5")
    assert cells.png == plain
    assert (await world.slash(world.bob, "try")).png == plain
    lit = render_board(game, view=View(lit=legal))
    assert (await world.slash(world.alice, "try")).png == lit
    more = await world.click(world.bob, board, "More")
    assert (await world.click(world.bob, more, "Legal moves")).png == lit, "there they are asked for"


async def test_a_typed_move_is_confirmed_by_whoever_prefers_that(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    await press(world, world.alice, "Confirm typed moves")
    asked = await world.refusal(world.slash(world.alice, "move", turn="D5"))
    assert asked.text.startswith("Play **D5**?")
    assert list(asked.buttons) == ["Confirm", "Change"]
    game = (await world.match()).game
    assert asked.png == render_board(game, view=View(considered=[parse_cell("D5")]))
    await world.restart()
    played = await world.click(world.alice, asked, "Confirm")
    assert played.id == world.latest.id
    assert "**Alice** (Black) played **D5**." in played.text
    await world.slash(world.bob, "move", turn="E7")
    assert column(world.url, "actions", "written") == ["komi 7", "white", "D5", "E7"]


async def test_a_move_to_confirm_can_be_changed(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    await press(world, world.alice, "Confirm typed moves")
    asked = await world.slash(world.alice, "move", turn="D5")
    changed = await world.click(world.alice, asked, "Change")
    assert "D5" in changed.entries
    asked = await world.select(world.alice, changed, "C5")
    assert asked.text.startswith("Play **C5**?")


async def test_the_button_too_is_confirmed(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    await press(world, world.bob, "Confirm typed moves")
    for asked in (
        await world.refusal(world.slash(world.bob, "button")),
        await world.refusal(world.slash(world.bob, "move", turn="button")),
    ):
        assert asked.text.startswith("Take the **button**?")
    assert "took the **button**" in (await world.click(world.bob, asked, "Confirm")).text


async def test_of_two_stones_one_typed_leads_to_the_other(world: World) -> None:
    await world.start_match(game="double")
    await world.play("D5")
    await press(world, world.bob, "Confirm typed moves")
    asked = await world.refusal(world.slash(world.bob, "move", turn="E7"))
    assert "second stone" in asked.text
    whole = await world.refusal(world.slash(world.bob, "move", turn="E7 A1"))
    assert whole.text.startswith("Play **E7 and A1**?" if "E7 and A1" in whole.text else "Play **E7**")


REFUSED = {
    "an occupied cell": "D5",
    "no cell of the board": "Z30",
    "unreadable": "hello",
    "too many": "A1 B2 C3",
    "another kind of action": "komi 7",
}


@pytest.mark.parametrize("turn", REFUSED.values(), ids=REFUSED)
async def test_what_is_no_move_is_refused_the_same_whether_it_is_to_be_confirmed(
    turn: str, world: World
) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    at_once = await world.refusal(world.slash(world.bob, "move", turn=turn))
    await press(world, world.bob, "Confirm typed moves")
    confirmed = await world.refusal(world.slash(world.bob, "move", turn=turn))
    assert confirmed.text == at_once.text
    assert not confirmed.buttons


async def test_komi_and_colour_are_not_confirmed(world: World) -> None:
    await world.start_match()
    for who in (world.alice, world.bob):
        await press(world, who, "Confirm typed moves")
    await world.slash(world.alice, "move", turn="komi 7")
    await world.slash(world.bob, "color", color="white")
    assert column(world.url, "actions", "written") == ["komi 7", "white"]


async def test_a_turn_that_is_not_theirs_is_shown_to_nobody(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    await press(world, world.bob, "Confirm typed moves")
    refused = await world.refusal(world.slash(world.bob, "move", turn="D5"))
    assert not refused.buttons


# Hours and time zones


async def test_hours_are_chosen_one_by_one(world: World) -> None:
    shown = await prefer(world, world.alice, **{"from": "9"})
    assert (shown.selected[menu("from")], shown.selected[menu("until")]) == ("9", "0")
    shown = await prefer(world, world.alice, until="22")
    assert (shown.selected[menu("from")], shown.selected[menu("until")]) == ("9", "22")
    assert shown.menus[menu("from")]["9"] == "09:00"
    for bound in ("from", "until"):
        await prefer(world, world.alice, **{"from": "9", "until": "22"})
        either = await prefer(world, world.alice, **{bound: "None"})
        assert (either.selected[menu("from")], either.selected[menu("until")]) == ("None", "None")


async def test_hours_that_end_when_they_begin_are_the_whole_day(world: World) -> None:
    shown = await prefer(world, world.alice, **{"from": "9", "until": "9"})
    assert (shown.selected[menu("from")], shown.selected[menu("until")]) == ("None", "None")
    shown = await prefer(world, world.alice, until="8")
    assert (shown.selected[menu("from")], shown.selected[menu("until")]) == ("0", "8")


async def name_zone(world: World, shown: Shown, text: str) -> Shown:
    form = await world.open_form(world.alice, shown, "Time zone")
    return await world.submit(world.alice, form, text)


async def test_a_time_zone_is_typed_and_the_hours_stay(world: World) -> None:
    shown = await prefer(world, world.alice, **{"from": "9", "until": "22"})
    named = await name_zone(world, shown, "berlin")
    assert named.id == shown.id
    assert "The hours are those of **Europe/Berlin**." in named.text
    assert named.selected == shown.selected
    assert column(world.url, "players", "time_zone") == ["Europe/Berlin"]


async def test_a_form_opened_before_a_restart_can_be_sent_after_it(world: World) -> None:
    shown = await world.slash(world.alice, "preferences")
    form = await world.open_form(world.alice, shown, "Time zone")
    await world.restart()
    assert "**Asia/Tokyo**" in (await world.submit(world.alice, form, "Asia/Tokyo")).text


NO_ZONES = {
    "atlantis": "`atlantis` is no time zone. Write it as `Europe/Berlin`",
    "louisville": (
        "Several time zones are called `louisville`. Write the whole name:\n"
        "- `America/Kentucky/Louisville`\n- `America/Louisville`"
    ),
    "@everyone `": "`@everyone ` is no time zone.",
}


@pytest.mark.parametrize(("typed", "says"), NO_ZONES.items())
async def test_what_is_no_time_zone_is_refused_with_examples(typed: str, says: str, world: World) -> None:
    shown = await world.slash(world.alice, "preferences")
    assert (await world.refusal(name_zone(world, shown, typed))).text.startswith(says)


# Languages


async def test_with_more_languages_than_one_a_player_may_choose(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "languages", lambda: ("en", "de"))
    shown = await world.slash(world.alice, "preferences")
    assert [*shown.menus[menu("language")]] == ["None", "en", "de"]
    assert shown.menus[menu("language")]["en"] == "English"
    assert "The bot speaks" not in shown.text
    changed = await world.choose(world.alice, shown, menu("language"), "de")
    assert changed.selected[menu("language")] == "de"
    assert column(world.url, "players", "language") == ["de"]
