"""What there is once for a whole run, however many folders use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.drawing.painter import Painter
from tests.storage.fixtures import files, server

__all__ = ["files", "server"]


@pytest.fixture(scope="session")
def painter() -> Iterator[Painter]:
    with Painter() as painter:
        yield painter
