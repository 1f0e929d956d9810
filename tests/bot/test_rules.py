"""The rules, page by page."""

from __future__ import annotations

from bot.messages import RULES
from rendering import rules_example
from tests.bot.shown import GALLERY, TEXT, parts
from tests.bot.world import World


async def test_the_pages_can_be_turned_to_the_last_and_back(world: World) -> None:
    page = await world.slash(world.carol, "rules")
    assert page.is_private
    for number in range(2, len(RULES) + 1):
        page = await world.click(world.carol, page, "▶")
        assert page.text.endswith(f"Page {number} of {len(RULES)}")
    assert (await world.click(world.carol, page, "◀")).text.endswith(f"Page {len(RULES) - 1} of {len(RULES)}")


async def test_each_page_shows_its_example(world: World) -> None:
    page = await world.slash(world.carol, "rules")
    for rules in RULES:
        example = rules_example(rules.example)
        assert page.png == example.png
        assert page.alt_text == example.text
        if rules is not RULES[-1]:
            page = await world.click(world.carol, page, "▶")


async def test_the_number_of_a_page_stands_below_all_its_pictures(world: World) -> None:
    page = await world.slash(world.carol, "rules")
    for number in range(1, len(RULES) + 1):
        shown = [part for part in parts(page.payload["components"]) if part["type"] in (TEXT, GALLERY)]
        assert shown[-1].get("content") == f"-# Page {number} of {len(RULES)}"
        if number < len(RULES):
            page = await world.click(world.carol, page, "▶")


async def test_the_pages_turn_after_a_restart(world: World) -> None:
    page = await world.slash(world.carol, "rules")
    await world.restart()
    assert (await world.click(world.carol, page, "▶")).text.endswith(f"Page 2 of {len(RULES)}")


async def test_a_page_that_there_is_not_is_the_last(world: World) -> None:
    page = await world.slash(world.carol, "rules")
    forged = page.forged("catena:rules:999:0")
    turned = await world.press(world.carol, forged, "catena:rules:999:0")
    assert turned.text.endswith(f"Page {len(RULES)} of {len(RULES)}")
