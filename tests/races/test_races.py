"""Whatever people do at the same moment, it is as if they had done it one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from tests.races.race import Race, track
from tests.races.strategies import races
from tests.storage.fixtures import Databases

FaultsOf = Callable[[Race], list[str]]


@pytest.fixture(scope="module")
def faults_of(databases: Databases) -> Iterator[FaultsOf]:
    url = databases.new()
    with track(url) as faults_of:
        yield faults_of
    databases.drop(url)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(race=races)
def test_whatever_is_done_at_once_could_have_been_done_one_after_the_other(
    race: Race, faults_of: FaultsOf
) -> None:
    assert faults_of(race) == []
