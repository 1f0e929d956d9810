"""What is fuzzed, a little or much of it, and how much it was."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from sqlalchemy import URL

from bot.drawing.painter import Painter
from bot.images import Images
from bot.matches import check as check_replays
from bot.metrics import Metrics
from bot.storage import Database, url_of
from tests.bot.opening import open_world, unhurried
from tests.fuzz import inputs, sending, walk
from tests.fuzz.evening import Sent, spend_evening
from tests.fuzz.walk import Step, Walk
from tests.matches.club import ALICE, EVERYBODY, Club


@dataclass(frozen=True)
class Fuzz:
    """What is made up, and what has to hold for it, which counts what it tries; its share of all cases."""

    made_up: st.SearchStrategy[Any]
    check: Callable[[Any, Counter[str]], None]
    share: float
    at_once: int
    """Hypothesis remembers what it has tried in a run, and becomes slow by that."""

    def run(self, examples: int, number: int) -> Counter[str]:
        """Try that many; returns what was tried, by kind. What fails is raised with the least that does."""
        tried = Counter[str]()

        @seed(number)
        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck])
        @given(self.made_up)
        def hold(case: Any) -> None:
            self.check(case, tried)

        hold()
        return tried


def _of_inputs(made_up: st.SearchStrategy[Any], check: Callable[[Any], None], share: float) -> Fuzz:
    def counted(case: Any, tried: Counter[str]) -> None:
        tried["inputs"] += 1
        check(case)

    return Fuzz(made_up, counted, share, at_once=5_000)


_randoms = st.randoms(use_true_random=True)
"""Lists of steps that hypothesis makes up itself are the same few again and again."""


# Walks through the use cases

# Matches come to their end where acting is tried often, and what ends them seldom.
_TRIED = {
    "act": 120,
    "challenge": 10,
    "accept": 20,
    "propose": 8,
    "agree": 12,
    "plan": 6,
    "continue": 6,
    "delete data": 1,
    "lose channel": 1,
}
# A match of each game type, of Alice and Bob.
_BEGIN = [
    step
    for choice in (4, 16, 28)
    for step in (Step("challenge", ALICE, 0, choice), Step("accept", None, 0, 0))
]


def _steps(rng: Random, count: int) -> list[Step]:
    kinds = rng.choices([*walk.KINDS], [_TRIED.get(kind, 2) for kind in walk.KINDS], k=count)
    people = [None, None, None, *EVERYBODY]
    return [Step(kind, rng.choice(people), rng.randrange(60), rng.randrange(10_000)) for kind in kinds]


async def _walk(database: Database, url: URL, steps: Sequence[Step], tried: Counter[str]) -> None:
    walking = Walk(Club(database, url), tried)
    for step in (*_BEGIN, *steps):
        await walking.take(step)


# Evenings of interactions

_SENT = {"turn": 40, "press": 60, "forged id": 14, "command": 14, "form": 6, "suggestion": 6, "restart": 1}
_texts = st.lists(inputs.written_ids | inputs.written_actions | inputs.names, min_size=1, max_size=12)


def _sent(rng: Random, count: int, texts: Sequence[str]) -> list[Sent]:
    possible = [*sending.KINDS, "wait", "restart"]
    kinds = rng.choices(possible, [_SENT.get(kind, 2) for kind in possible], k=count)
    return [Sent(kind, rng.randrange(2**32), rng.choice(texts)) for kind in kinds]


async def _evening(database: Database, url: URL, sent: Sequence[Sent], tried: Counter[str]) -> None:
    metrics = Metrics()
    images = Images(_painter(), _painter(), metrics)
    async with open_world(database, url, images, metrics, unhurried()) as world:
        await spend_evening(world, sent, tried)


@cache
def _painter() -> Painter:
    """One for all evenings."""
    return Painter()


def _on_a_database(go: Callable[[Database, URL, Any, Counter[str]], Awaitable[None]]):
    """A check that goes through a case on a database of its own, and looks at it with `check` at the end."""

    async def opened(url: URL, case: Any, tried: Counter[str]) -> None:
        async with Database.open(url) as database:
            await go(database, url, case, tried)
            async with database.read() as transaction:
                assert not (await check_replays(transaction)).findings

    def check(case: Any, tried: Counter[str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "catena.sqlite3"
            shutil.copy(_empty_database(), path)
            asyncio.run(opened(url_of(path), case, tried))

    return check


@cache
def _empty_database() -> Path:
    """One that has its tables and nothing in them."""
    path = Path(tempfile.mkdtemp(prefix="catena-fuzz-")) / "empty.sqlite3"

    async def make() -> None:
        async with Database.open(url_of(path)):
            pass

    asyncio.run(make())
    return path


FUZZES = {
    "notation": _of_inputs(inputs.written_actions, inputs.check_notation, 0.23),
    "custom ids": _of_inputs(inputs.written_ids, inputs.check_custom_id, 0.24),
    "controls": _of_inputs(inputs.controls, inputs.check_control, 0.10),
    "files": _of_inputs(inputs.contents, inputs.check_record, 0.15),
    "records": _of_inputs(inputs.records, inputs.check_written_record, 0.05),
    "names": _of_inputs(inputs.names, inputs.check_name, 0.17),
    "use cases": Fuzz(
        st.builds(_steps, _randoms, st.integers(20, 80)),
        _on_a_database(_walk),
        share=0.04,
        at_once=100,
    ),
    "interactions": Fuzz(
        st.builds(_sent, _randoms, st.integers(30, 90), _texts),
        _on_a_database(_evening),
        share=0.02,
        at_once=50,
    ),
}
"""The quicker, the larger a share. A case is an input, or a step of a walk or an evening."""
