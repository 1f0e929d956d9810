"""What is refused about series of games."""

from __future__ import annotations

from dataclasses import dataclass

from bot.matches.match import Match
from bot.matches.refusals import Refusal


@dataclass(eq=False)
class NoSeries(Refusal):
    """The next game was asked for after a match that is of no series."""

    match: Match


@dataclass(eq=False)
class SeriesOver(Refusal):
    """The next game of a series was asked for that is decided."""

    match: Match


@dataclass(eq=False)
class NextGameBegun(Refusal):
    """The next game of a series was asked for twice; ``match`` is that game."""

    match: Match
