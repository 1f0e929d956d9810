"""Races to be drawn."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.races.challenges import CHALLENGES
from tests.races.contest import Contest
from tests.races.race import Race
from tests.races.turns import TURNS


def _races_of(contest: Contest) -> st.SearchStrategy[Race]:
    contender = st.tuples(st.integers(0, len(contest.contenders) - 1), st.integers(0, 1))
    contenders = st.lists(contender, min_size=2, max_size=4).map(tuple)
    order = st.lists(st.integers(0, 3), max_size=30).map(tuple)
    return st.builds(Race, st.just(contest), contenders, order)


races = st.sampled_from([*CHALLENGES, *TURNS]).flatmap(_races_of)
