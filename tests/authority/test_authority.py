"""Nobody does what is not theirs: all of `docs/authority.md`, tried by everybody."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from bot.matches import MatchId
from tests.authority.doors import Subjects, Typed, commands
from tests.authority.forgeries import FORGED, forgeries
from tests.authority.scene import Scene
from tests.authority.stages import FIRST, STAGES
from tests.authority.table import DOCUMENT, DONE, NOT_TRIED, REFUSED, WHAT, Row, Words, asked_in, rows

WORDS = Words.read()
CASES = [
    pytest.param(heading, asked, row, id=f"{asked} - {heading}")
    for heading in (*STAGES, FORGED)
    for row in rows(heading)
    for asked in asked_in(row)
]
in_one_loop = pytest.mark.asyncio(loop_scope="module")
"""What is set up once is used in the loop that it was set up in."""


@in_one_loop
@pytest.mark.parametrize(("heading", "asked", "row"), [one for one in CASES if one.values[0] != FORGED])
async def test_everybody_may_do_what_is_theirs_and_nothing_else(scene: Scene, asked: str, row: Row) -> None:
    came = {role: WORDS.of(await scene.ask(asker, asked)) for role, asker in scene.askers.items()}
    assert came | {WHAT: row[WHAT]} == row


@in_one_loop
@pytest.mark.parametrize(("heading", "asked", "row"), [one for one in CASES if one.values[0] == FORGED])
async def test_an_id_that_no_message_has_leads_nowhere(scene: Scene, asked: str, row: Row) -> None:
    came = {
        column: WORDS.of(await scene.ask(scene.askers["To act"], asked, about))
        for column, about in forgeries(scene.subjects).items()
        if row[column] != NOT_TRIED
    }
    assert row | came == row


@in_one_loop
@pytest.mark.parametrize("heading", ["Nothing is open"])
async def test_everything_that_the_bot_can_be_asked_is_in_the_table(scene: Scene) -> None:
    known = {*commands(scene.world.env.bot), *scene.subjects.custom_ids()}
    assert {name_of(asked) for asked in tried_at(STAGES)} == known


def test_every_id_that_names_something_is_forged() -> None:
    one = Subjects(FIRST).custom_ids()
    other = Subjects(MatchId(2, 2, 2), challenge=2, proposal=2).custom_ids()
    assert tried_at([FORGED]) == {name for name in one if one[name] != other[name]}


def test_every_word_is_used_and_every_heading_known() -> None:
    headings = [*STAGES, FORGED]
    words = {word for heading in headings for row in rows(heading) for word in row.values()}
    explained = {row["Word"] for heading in (REFUSED, DONE) for row in rows(heading)}
    assert explained <= words
    written = re.findall("^## (.+)$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert written == [*headings, REFUSED, DONE]


def tried_at(headings: Iterable[str]) -> set[str]:
    """What is asked under some headings."""
    return {asked for heading in headings for row in rows(heading) for asked in asked_in(row)}


def name_of(asked: str) -> str:
    """What is asked, without what is typed with it."""
    return Typed.read(asked).name if asked.startswith("/") else asked
