"""What both forms of a record come down to: headers and turns, each with the place where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.records.errors import Spot
from bot.records.fields import Header

MAGIC = "Catena record"
JSON_FORMAT = "catena-record"
VERSION = 1


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """A turn as a file has it."""

    text: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Source:
    """A file taken apart, but not checked further. Headers without a spot stand nowhere in particular."""

    headers: Mapping[Header, str]
    spots: Mapping[Header, Spot]
    turns: Sequence[WrittenTurn]
