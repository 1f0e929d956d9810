"""A little of the long run in each run of the suite, and the same in each."""

from __future__ import annotations

import pytest

from tests.fuzz.running import FUZZES

EXAMPLES = {"use cases": 4, "interactions": 2}
"""Of all else 100."""


@pytest.mark.parametrize("name", FUZZES)
def test_nothing_that_is_sent_or_tried_breaks_anything(name: str) -> None:
    tried = FUZZES[name].run(EXAMPLES.get(name, 100), number=1)
    assert tried.total() >= 50
    assert len(tried) > 5 or name not in EXAMPLES
