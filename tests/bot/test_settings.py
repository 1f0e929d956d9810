"""`/settings`: what moderators choose for a channel, at once and for everybody in it."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.messages import Setting
from bot.messages.settings import setting_choice
from bot.storage import ChannelSettings
from rendering import THEMES, ExampleName, ThemeName, render_board, rules_example
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

OFFERED = {
    "theme": ["wood", "dark", "contrast", "shapes"],
    "size": ["6", "7", "8", "9", "10"],
    "game": ["komi", "no-komi", "double"],
    "scoring": ["standard", "longest", "square"],
    "first": ["random", "challenger", "opponent"],
    "pace": ["none", "1", "3", "7"],
    "days": ["1", "2", "3", "5", "7", "14", "30"],
}
DEFAULTS = {
    "theme": "wood",
    "size": "6",
    "game": "komi",
    "scoring": "standard",
    "first": "random",
    "pace": "none",
    "days": "7",
}
ASKED = ["Theme", "Size", "Game", "Scoring", "Who is first", "Pace", "How long a challenge stays open"]
"""What stands over each menu."""
SWITCHES = {
    "threads": ("Open threads", "Open no threads", "opens_threads", True),
    "results": ("Announce no results", "Announce results", "announces_results", False),
    "off": ("Allow no new matches", "Allow new matches", "is_off", True),
}
STATES = {
    "threads": ("Matches are played in the channel itself.", "Each match gets a thread of its own."),
    "results": (
        "The result of a match in a thread is announced in the channel.",
        "The result of a match in a thread is told in the thread alone.",
    ),
    "off": ("Matches can be begun here.", "**No match can be begun here.** Those that run go on."),
}
"""What is said of each switch at first, and once it is pressed."""
NOT_ALLOWED = "Only members who may manage the server can do that."


def menu(setting: str) -> str:
    return f"catena:set:{setting}"


async def set_up(world: World, **chosen: str) -> Shown:
    """A moderator chooses something in each of some menus."""
    dana = world.moderator()
    shown = await world.slash(dana, "settings")
    for setting, value in chosen.items():
        shown = await world.choose(dana, shown, menu(setting), value)
    return shown


async def test_everything_that_applies_is_shown_in_one_private_message(world: World) -> None:
    shown = await world.slash(world.moderator(), "settings")
    assert shown.is_private
    assert shown.text.startswith(f"### What applies in <#{world.channel.id}>\n")
    assert shown.text.endswith("\n".join(f"- {at_first}" for at_first, _ in STATES.values()))
    assert re.findall(r"\*\*(.+?)\*\*", shown.text)[: len(ASKED)] == ASKED
    assert {one: [*entries] for one, entries in shown.menus.items()} == {
        menu(setting): values for setting, values in OFFERED.items()
    }
    assert shown.selected == {menu(setting): value for setting, value in DEFAULTS.items()}
    assert list(shown.buttons) == [turn_on for turn_on, *_ in SWITCHES.values()]
    assert shown.png == rules_example(ExampleName.CLAIM_AFTER).png
    assert world.rows["channels"] == []


@pytest.mark.parametrize(
    ("setting", "value"), [(one, value) for one, values in OFFERED.items() for value in values]
)
async def test_each_entry_counts_at_once_and_is_selected_then(setting: str, value: str, world: World) -> None:
    dana = world.moderator()
    before = await world.slash(dana, "settings")
    changed = await world.choose(dana, before, menu(setting), value)
    assert changed.id == before.id
    assert changed.selected == before.selected | {menu(setting): value}
    assert changed.buttons == before.buttons
    theme = ThemeName(changed.selected[menu("theme")])
    assert changed.png == rules_example(ExampleName.CLAIM_AFTER, theme=THEMES[theme]).png
    assert (await world.slash(dana, "settings")).selected == changed.selected


@pytest.mark.parametrize(("setting", "switch"), SWITCHES.items(), ids=SWITCHES)
async def test_each_switch_counts_at_once_and_can_be_turned_back(
    setting: str, switch: tuple[str, str, str, bool], world: World
) -> None:
    label, back, name, value = switch
    dana = world.moderator()
    before = await world.slash(dana, "settings")
    changed = await world.click(dana, before, label)
    assert column(world.url, "channels", name) == [value]
    assert changed.id == before.id
    assert changed.text == before.text.replace(*STATES[setting])
    assert back in changed.buttons
    again = await world.press(dana, before, before.buttons[label])
    assert (again.text, again.buttons) == (changed.text, changed.buttons), "pressed twice, it is no other"
    assert (await world.click(dana, changed, back)).text == before.text


@pytest.mark.parametrize("setting", Setting)
def test_every_setting_can_be_chosen(setting: Setting) -> None:
    choice = setting_choice(setting)
    written = OFFERED[setting][-1] if setting in OFFERED else "on"
    assert choice.get(choice.chosen(ChannelSettings(), written)) not in (None, False)


async def test_boards_that_everybody_sees_have_the_theme_of_the_channel(world: World) -> None:
    await set_up(world, theme="contrast")
    started = await world.start_match()
    game = (await world.match()).game
    assert started.png == render_board(game, theme=THEMES[ThemeName.CONTRAST])
    assert (await world.slash(world.carol, "board")).png == started.png


EFFECTS: dict[str, tuple[dict[str, str], dict[str, Any], str]] = {
    "the size": ({"size": "8"}, {}, "8 cells per side"),
    "the game": ({"game": "double"}, {}, "Double placement game"),
    "the scoring": ({"scoring": "square"}, {}, "Square scoring"),
    "who is first": ({"first": "opponent"}, {}, "**Bob** names komi."),
    "the pace": ({"pace": "3"}, {}, "3 days a turn"),
    "another size": ({"size": "8"}, {"size": 6}, "6 cells per side"),
    "another game": ({"game": "double"}, {"game": "komi"}, "Komi game"),
    "another scoring": ({"scoring": "square"}, {"scoring": "standard"}, "Standard scoring"),
    "another first player": ({"first": "opponent"}, {"first": "random"}, "A coin decides who names komi."),
    "another pace": ({"pace": "3"}, {"pace": "none"}, "6 cells per side. A coin"),
}


@pytest.mark.parametrize(("chosen", "options", "says"), EFFECTS.values(), ids=EFFECTS)
async def test_what_a_challenge_leaves_out_comes_from_the_settings(
    chosen: dict[str, str], options: dict[str, Any], says: str, world: World
) -> None:
    await set_up(world, **chosen)
    assert says in (await world.challenge(**options)).text


async def test_a_match_has_what_the_settings_said(world: World) -> None:
    await set_up(world, size="7", game="no-komi", scoring="longest", first="opponent", pace="7")
    started = await world.start_match()
    assert "size 7 · No komi · Longest ribbon · 7 days a turn" in started.text
    assert started.pinged == [world.bob.id]


@pytest.mark.parametrize(("days", "says"), [("1", "1 day"), ("14", "14 days")])
async def test_a_challenge_expires_after_the_days_of_the_channel(days: str, says: str, world: World) -> None:
    await set_up(world, days=days)
    made = await world.challenge()
    world.clock.advance(days=int(days), seconds=-1)
    assert "Accept" in (await world.slash(world.bob, "challenges")).buttons
    world.clock.advance(seconds=1)
    late = await world.refusal(world.click(world.bob, made, "Accept"))
    assert late.text.endswith(f"It expired: nobody accepted within {says}.")


async def test_where_matches_are_switched_off_none_begins_and_what_runs_goes_on(world: World) -> None:
    dana, offer = world.moderator(), await world.challenge(world.channel, size=7)
    await world.start_match()
    shown = await world.slash(dana, "settings")
    await world.click(dana, shown, "Allow no new matches")
    says = (
        "No match can be begun in this channel now; those that run go on. "
        "Members who may manage the server can change that with `/settings`."
    )
    assert (await world.refusal(world.challenge(size=8))).text == says
    assert (await world.refusal(world.click(world.bob, offer, "Accept"))).text == says
    await world.play("komi 7", "white", "D5")
    assert column(world.url, "actions", "written") == ["komi 7", "white", "D5"]
    result = await world.click(world.bob, await world.slash(world.bob, "resign", match=1), "Resign match 1")
    assert (await world.refusal(world.click(world.alice, result, "Rematch"))).text == says
    await world.click(world.bob, offer, "Decline")


BAD = {
    "a smaller size": ("size", ["5"]),
    "a larger size": ("size", ["11"]),
    "no size": ("size", []),
    "two sizes": ("size", ["7", "8"]),
    "no number": ("size", ["six"]),
    "a theme that is none": ("theme", ["neon"]),
    "days that are not offered": ("days", ["4"]),
    "another word for a switch": ("off", ["maybe"]),
    "nothing for a switch": ("off", []),
    "a number": ("size", [7]),
}


@pytest.mark.parametrize(("setting", "values"), BAD.values(), ids=BAD)
async def test_what_was_never_offered_changes_nothing(setting: str, values: list[Any], world: World) -> None:
    dana = world.moderator()
    shown = _forged_menu(await world.slash(dana, "settings"), menu(setting))
    refused = await world.refusal(world.choose(dana, shown, menu(setting), *values))
    assert "offered" in refused.text


def _forged_menu(message: Shown, custom_id: str) -> Shown:
    """The same message with another id in its first menu, unless a menu has it already."""
    return message if custom_id in message.menus else message.forged_menu(custom_id)


async def test_a_switch_does_not_choose_in_a_menu(world: World) -> None:
    dana = world.moderator()
    forged = (await world.slash(dana, "settings")).forged("catena:set:size:on")
    assert "offered" in (await world.refusal(world.press(dana, forged, "catena:set:size:on"))).text


async def test_nobody_else_sees_or_changes_the_settings(world: World) -> None:
    command = world.env.backend.find_command("settings", None)
    assert command is not None
    assert command["default_member_permissions"] == discord.Permissions(manage_guild=True).value
    shown = await world.slash(world.moderator(), "settings")
    refused = await world.refusal(world.send_command(world.carol, "settings", {}))
    assert refused.text.startswith(NOT_ALLOWED)
    for setting, values in OFFERED.items():
        refused = await world.refusal(world.choose(world.carol, shown, menu(setting), values[-1]))
        assert refused.text.startswith(NOT_ALLOWED)
    for custom_id in shown.buttons.values():
        refused = await world.refusal(world.press(world.carol, shown, custom_id))
        assert refused.text.startswith(NOT_ALLOWED)


async def test_who_is_no_moderator_any_more_changes_nothing_with_an_old_message(world: World) -> None:
    dana = world.moderator()
    shown = await world.slash(dana, "settings")
    world.env.backend.get_member(world.guild.id, dana.id).role_ids.clear()
    refused = await world.refusal(world.choose(dana, shown, menu("size"), "9"))
    assert refused.text.startswith(NOT_ALLOWED)


async def test_the_settings_of_one_channel_are_not_those_of_another(world: World) -> None:
    dana, other = world.moderator(), world.guild.create_text_channel("elsewhere")
    shown = await world.slash(dana, "settings")
    await world.choose(dana, shown, menu("size"), "9")
    assert (await world.slash(dana, "settings", other)).selected[menu("size")] == "6"


async def test_a_thread_has_the_settings_of_its_channel(world: World) -> None:
    stored = world.env.backend.create_thread(world.channel.id, "a quiet corner", world.alice.id)
    thread = ChannelHandle(world.env, world.guild, stored)
    dana = world.moderator()
    shown = await world.slash(dana, "settings", thread)
    assert shown.text.startswith(f"### What applies in <#{world.channel.id}>\n")
    changed = await world.choose(dana, shown, menu("size"), "9", channel=thread)
    assert changed.selected[menu("size")] == "9"
    for channel in (world.channel, thread):
        assert "9 cells per side" in (await world.challenge(channel)).text
    assert column(world.url, "channels", "id") == [world.channel.id]


async def test_in_a_private_conversation_everybody_may_choose(world: World) -> None:
    (shown,) = await world.alone(world.alice.user, "settings")
    assert shown.text.startswith("### What applies in this conversation\n")
    assert "thread" not in shown.text
    assert list(shown.buttons) == ["Allow no new matches"]
    stored = world.env.backend.create_channel(None, "friends", type=discord.ChannelType.group.value)
    group = ChannelHandle(world.env, None, stored)
    shown = await world.send_command(world.bob, "settings", {}, group)
    changed = await world.choose(world.bob, shown, menu("size"), "9", channel=group)
    assert changed.selected[menu("size")] == "9"
    seen = await world.send_command(world.alice, "settings", {}, group)
    assert seen.selected == changed.selected
    await world.press(world.bob, changed, "catena:set:off:on", group)
    refused = await world.refusal(world.send_command(world.alice, "challenge", {}, group))
    assert refused.text == "No match can be begun here now. Anybody here can change that with `/settings`."


async def test_two_moderators_at_once_change_one_thing_each(busy_discord: None, world: World) -> None:
    dana, erik = world.moderator("Dana"), world.moderator("Erik")
    first, second = await world.slash(dana, "settings"), await world.slash(erik, "settings")
    await world.answers(
        world.wire.choose(dana, first, menu("size"), ["9"]),
        world.wire.choose(erik, second, menu("pace"), ["3"]),
        world.wire.press(dana, first, "catena:set:threads:on"),
    )
    shown = await world.slash(dana, "settings")
    assert (shown.selected[menu("size")], shown.selected[menu("pace")]) == ("9", "3")
    assert "Open no threads" in shown.buttons


async def test_a_message_from_before_a_restart_still_changes_and_shows_all_as_it_is(world: World) -> None:
    dana, erik = world.moderator("Dana"), world.moderator("Erik")
    old = await world.slash(dana, "settings")
    await world.choose(erik, await world.slash(erik, "settings"), menu("size"), "9")
    await world.restart()
    changed = await world.choose(dana, old, menu("pace"), "3")
    assert (changed.selected[menu("size")], changed.selected[menu("pace")]) == ("9", "3")
