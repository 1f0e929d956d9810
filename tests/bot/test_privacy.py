"""One's own data, as players get and delete it."""

from __future__ import annotations

import json

from tests.bot.test_delivery import pass_the_grace
from tests.bot.test_records import files
from tests.bot.world import World
from tests.storage.contents import contents
from tests.storage.fixtures import on_both


async def test_the_data_is_given_as_a_file_by_button_and_by_typing(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    message = await world.slash(world.alice, "preferences")
    for given in (
        await world.click(world.alice, message, "Export my data"),
        await world.slash(world.alice, "preferences", data="export"),
    ):
        assert given.is_private
        (content,) = files(world, given).values()
        found = json.loads(content)
        assert [row["name"] for row in found["players"]] == ["Alice"]
        assert [row["written"] for row in found["actions"]] == ["komi 7", "D5"]


@on_both
async def test_deleting_asks_once_more_and_then_the_opponent_wins(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5")
    message = await world.slash(world.alice, "preferences")
    question = await world.click(world.alice, message, "Delete my data")
    assert "Your running matches are resigned" in question.text
    kept = await world.click(world.alice, question, "Keep it")
    assert kept.text == "Your data is kept."
    question = await world.slash(world.alice, "preferences", data="delete")
    done = await world.click(world.alice, question, "Delete my data")
    assert done.text == "Your data is deleted. Matches resigned: 1; challenges ended: 0."
    await pass_the_grace(world)
    assert "### **Bob** wins match 1\n**deleted player** resigned." in world.latest.text
    assert str(world.alice.id) not in world.latest.text
    rows = contents(world.url)
    assert all(world.alice.id not in row for found in rows.values() for row in found)


async def test_a_finished_match_can_be_looked_at_and_goes_as_a_record(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5", "button", "E7", "F9", "B2")
    question = await world.slash(world.alice, "preferences", data="delete")
    await world.click(world.alice, question, "Delete my data")
    assert "**deleted player**" in (await world.slash(world.bob, "replay", match=1)).text
    assert files(world, await world.slash(world.bob, "record", match=1))
    assert "1** won" in (await world.slash(world.bob, "stats")).text


async def test_nobody_deletes_anything_but_their_own(world: World) -> None:
    start = await world.start_match()
    before = contents(world.url)
    answer = await world.press(world.carol, start, "catena:delete-surely:1:0")
    assert answer.is_private
    after = contents(world.url)
    assert {name: rows for name, rows in after.items() if name != "players"} == {
        name: rows for name, rows in before.items() if name != "players"
    }
