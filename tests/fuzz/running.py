"""Running the properties, few cases or many, and counting them."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.storage import Database, url_of
from tests.fuzz import inputs
from tests.fuzz.walk import KINDS, Figures, Step, Walk
from tests.matches.club import ALICE, BOB, CAROL, Club

PROPERTIES: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
    "notation": (inputs.written_actions, inputs.check_notation),
    "custom ids": (inputs.written_ids, inputs.check_custom_id),
    "controls": (inputs.controls, inputs.check_control),
    "files": (inputs.contents, inputs.check_record),
    "records": (inputs.records, inputs.check_written_record),
    "names": (inputs.names, inputs.check_name),
}

# Acting has to be tried often for games to come to their end.
_kinds = st.sampled_from(
    [*KINDS, *["act"] * 14, *["accept"] * 3, *["propose", "agree", "plan", "next game"] * 2]
)
_people = st.sampled_from([ALICE, BOB, ALICE, BOB, ALICE, BOB, CAROL])
_numbers = st.integers(0, 999)
steps = st.lists(st.builds(Step, _kinds, _people, _numbers, _numbers), min_size=20, max_size=80)
BEGIN = [
    Step("challenge", ALICE, 2, 3 * 5),
    Step("accept", BOB, 0, 1),
]


def run_property(name: str, examples: int) -> int:
    """Hold that many cases to a property; returns how many ran. What fails is raised with the least case."""
    strategy, check = PROPERTIES[name]
    ran = count()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(strategy)
    def hold(case: Any) -> None:
        next(ran)
        check(case)

    hold()
    return next(ran)


def run_walks(examples: int, figures: Figures) -> int:
    """Go that many random walks; returns how many."""
    ran = count()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(steps)
    def hold(sequence: list[Step]) -> None:
        next(ran)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "walk.sqlite3"
            shutil.copy(_empty_database(), path)
            asyncio.run(_walk(path, [*BEGIN, *sequence], figures))

    hold()
    return next(ran)


async def _walk(path: Path, sequence: list[Step], figures: Figures) -> None:
    url = url_of(path)
    async with Database.open(url) as database:
        walk = Walk(Club(database, url), figures)
        for step in sequence:
            await walk.take(step)


@cache
def _empty_database() -> Path:
    """A database with its tables, to be copied for each walk."""
    path = Path(tempfile.mkdtemp(prefix="catena-fuzz-")) / "empty.sqlite3"

    async def make() -> None:
        async with Database.open(url_of(path)):
            pass

    asyncio.run(make())
    return path
