"""Whatever people do at the same moment, it is as if they had done it one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from bot.storage import url_of
from tests.races.race import Race, Racing
from tests.races.stage import Stage
from tests.races.strategies import races


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def racing(runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Racing]:
    opening = Stage.open(url_of(tmp_path_factory.mktemp("races") / "catena.sqlite3"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.storage.sqlite.SECONDS_TO_WAIT_FOR_A_LOCK", 0)
        yield Racing(runner.run(opening.__aenter__()))
        runner.run(opening.__aexit__(None, None, None))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(race=races)
def test_whatever_is_done_at_once_could_have_been_done_one_after_the_other(
    race: Race, runner: asyncio.Runner, racing: Racing
) -> None:
    assert runner.run(racing.faults(race)) == []
