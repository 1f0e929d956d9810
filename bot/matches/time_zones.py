"""Finding the time zone that somebody means by what they typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from bot.matches.refusals import Refusal

NOWHERE = frozenset({"Factory", "localtime"})
"""Names that are in the list and stand for no place: what they mean is the machine's business."""


@dataclass(eq=False)
class NoSuchTimeZone(Refusal):
    """No time zone has that name, or several have: then ``candidates`` are they."""

    typed: str
    candidates: Sequence[str]


def find_time_zone(typed: str) -> str:
    """The IANA name of a time zone, given in any case, or by its last part alone (``berlin``).

    Raises NoSuchTimeZone.
    """
    wanted = _plain(typed)
    names = _names()
    if wanted in names:
        return names[wanted]
    found = sorted(name for plain, name in names.items() if plain.endswith(f"/{wanted}"))
    if len(found) != 1:
        raise NoSuchTimeZone(typed, found)
    return found[0]


@cache
def _names() -> dict[str, str]:
    return {_plain(name): name for name in available_timezones() - NOWHERE}


def _plain(name: str) -> str:
    return "_".join(name.casefold().split())
