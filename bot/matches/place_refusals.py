"""What is refused because of where a match is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.storage import Person


@dataclass(eq=False)
class PlayedInThread(Refusal):
    """What was meant is played in threads of this channel; ``matches`` are they."""

    matches: Sequence[Match]


@dataclass(eq=False)
class MovedOut(Refusal):
    """The match has left this thread for the channel that the thread belongs to."""

    match: Match


@dataclass(eq=False)
class HasAPlace(Refusal):
    """Somebody wanted to continue a match elsewhere whose channel is still there."""

    match: Match


@dataclass(eq=False)
class OtherCannotSee(Refusal):
    """Somebody wanted to continue a match where the other player can't see the channel."""

    other: Person
