"""How sure it is that what is stored stays so."""

from __future__ import annotations

from enum import Enum, auto


class Durability(Enum):
    """What a committed transaction survives."""

    FULL = auto()
    """Whatever happens."""
    DEFERRED = auto()
    """The end of the process, but of the power or the system only later: nobody waits for the disk."""
