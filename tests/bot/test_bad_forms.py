"""Forms with anything in them, forged ones, and actions in matches that are over."""

from __future__ import annotations

import pytest
from simcord.enums import InteractionType

from tests.bot.test_bad_input import NO_MATCH, OUTDATED, a_match_of_another_server
from tests.bot.world import World

KOMI = {
    "16": "Komi is a whole number from 0 to 15, not 16.",
    "999999": "Komi is a whole number from 0 to 15, not 999999.",
    "1" + "0" * 30: "`10000000000000000000` is no komi: a whole number from 0 to 15 is.",
    "-1": "`-1` is no komi",
    "+1": "`+1` is no komi",
    "7.5": "`7.5` is no komi",
    "1e1": "`1e1` is no komi",
    "0x7": "`0x7` is no komi",
    "07": "`07` is no komi",
    "seven": "`seven` is no komi",
    "٧": "`٧` is no komi",
    "７": "`７` is no komi",
    "½": "`½` is no komi",
    "7 7": "`7 7` is no komi",
    "": "` ` is no komi",
    "   ": "` ` is no komi",
    "`7`": "`7` is no komi",
    "9" * 5000: "`99999999999999999999` is no komi",
}


@pytest.mark.parametrize("typed", KOMI, ids=lambda typed: repr(typed[:10]))
async def test_komi_that_is_none_is_refused(typed: str, world: World) -> None:
    start = await world.start_match()
    form = world.wire.form(world.alice, "catena:komi-form:1:0", typed, start)
    refused = await world.refusal(world.answer(form))
    assert refused.text.startswith(KOMI[typed])


async def test_komi_may_have_blanks_around_it(world: World) -> None:
    start = await world.start_match()
    named = await world.answer(world.wire.form(world.alice, "catena:komi-form:1:0", " 7\n", start))
    assert "**Alice** named komi **7**." in named.text


async def test_the_form_states_the_range_of_komi(world: World) -> None:
    start = await world.start_match(scoring="square")
    form = await world.open_form(world.alice, start, "Name komi")
    assert form.modal is not None
    (label,) = form.modal["components"]
    assert label["label"] == "Points for White, from 0 to 1000"
    assert label["component"]["max_length"] == 4
    named = await world.submit(world.alice, form, "1000")
    assert "**Alice** named komi **1000**." in named.text


@pytest.mark.parametrize("typed", ["4", "-1", "0x1", "٣", "three", "", "9" * 4, "9" * 10_000])
async def test_a_step_that_there_is_not_is_refused(typed: str, world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    replay = await world.slash(world.carol, "replay")
    form = world.wire.form(world.carol, "catena:jump-form:1:0", typed, replay)
    refused = await world.refusal(world.answer(form))
    assert refused.text.startswith("The match has 3 steps so far.")


FORMS = {
    "catena:komi-form:1:0:0": OUTDATED,
    "catena:komi-form:x:0": OUTDATED,
    "catena:komi-form:\u0661:0": OUTDATED,
    "catena:komi-form:-1:0": OUTDATED,
    "catena:komi-form:9999999999999999999:0": OUTDATED,
    "catena:more:1:0": OUTDATED,
    "another form": OUTDATED,
    "": OUTDATED,
    "catena:komi-form:999:0": NO_MATCH,
    "catena:komi-form:2:0": NO_MATCH,
    "catena:komi-form:1:9": "The match has moved on since that message.",
}


@pytest.mark.parametrize("custom_id", FORMS)
async def test_a_forged_form_is_refused(custom_id: str, world: World) -> None:
    start = await world.start_match()
    await a_match_of_another_server(world)
    for message in (start, None):
        refused = await world.refusal(world.answer(world.wire.form(world.alice, custom_id, "7", message)))
        assert refused.text.startswith(FORMS[custom_id])


@pytest.mark.parametrize(("who", "says"), [("bob", "It is **Alice**'s"), ("carol", "Match 1 is between")])
async def test_a_form_sent_by_somebody_else_is_refused(who: str, says: str, world: World) -> None:
    start = await world.start_match()
    form = world.wire.form(getattr(world, who), "catena:komi-form:1:0", "7", start)
    assert (await world.refusal(world.answer(form))).text.startswith(says)


async def test_a_form_without_its_field_is_refused(world: World) -> None:
    start = await world.start_match()
    data = {"custom_id": "catena:komi-form:1:0", "components": []}
    form = world.wire.emit(world.alice, InteractionType.MODAL_SUBMIT, data, message=start)
    assert (await world.refusal(world.answer(form))).text.startswith("` ` is no komi")


@pytest.mark.parametrize("typed", ["7", "seven"])
async def test_a_komi_form_for_a_match_without_komi_is_refused(typed: str, world: World) -> None:
    start = await world.start_match(game="double")
    form = world.wire.form(world.alice, "catena:komi-form:1:0", typed, start)
    assert (await world.refusal(world.answer(form))).text == "This game type has no komi."


# Matches that are over

ACTIONS = {
    "move": {"turn": "D5"},
    "button": {},
    "komi": {"points": 7},
    "color": {"color": "white"},
    "resign": {},
}


async def end_match(world: World) -> None:
    await world.start_match()
    await world.play("komi 7")
    await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")


@pytest.mark.parametrize("command", ACTIONS)
async def test_nobody_acts_in_a_match_that_is_over(command: str, world: World) -> None:
    await end_match(world)
    says = {
        "alice": "Match 1 is over: **Alice** won.",
        "bob": "Match 1 is over: **Alice** won.",
        "carol": "Match 1 is between **Alice** and **Bob**: only they can do that.",
    }
    for who, sentence in says.items():
        person = getattr(world, who)
        named = await world.refusal(world.slash(person, command, match=1, **ACTIONS[command]))
        assert named.text.startswith(sentence)
        meant = await world.refusal(world.slash(person, command, **ACTIONS[command]))
        assert meant.text.startswith("No match of yours runs in this channel.")
