"""A little of the long run in each run of the suite."""

from __future__ import annotations

import pytest

from tests.fuzz.running import PROPERTIES, run_property, run_walks
from tests.fuzz.walk import Figures

CASES, WALKS = 300, 8


@pytest.mark.parametrize("name", PROPERTIES)
def test_no_input_breaks_what_reads_it(name: str) -> None:
    assert run_property(name, CASES) > CASES / 4


def test_whatever_people_do_in_whichever_order_what_is_stored_fits_together() -> None:
    figures = Figures()
    assert run_walks(WALKS, figures) >= WALKS / 2
    assert figures.refused
    assert figures.done["act"]
