"""Discord's shards: each process hears of a share of the servers."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PART = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class Shards:
    """Those of one process: of ``count`` shards the ones with these ids.

    No count is as many as Discord advises, and no ids are all of them.
    """

    count: int | None = None
    ids: tuple[int, ...] | None = None


ALL_SHARDS = Shards()


def parse_shard_ids(text: str) -> tuple[int, ...]:
    """Ids as they are written: ``0``, ``0,2`` or ``0-3``. Raises ValueError."""
    return tuple(one for part in text.split(",") for one in _span(part.strip()))


def _span(part: str) -> range:
    if not (found := _PART.fullmatch(part)):
        raise ValueError(f"{part!r} is no shard")
    first = int(found[1])
    last = int(found[2] or first)
    if last < first:
        raise ValueError(f"{part!r} goes backwards")
    return range(first, last + 1)
