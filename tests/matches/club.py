"""A channel with three people who know the bot's use cases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, datetime, timedelta
from math import ceil

import pytest
from sqlalchemy import URL

from bot.matches import (
    Call,
    Challenges,
    Clocks,
    Match,
    MatchId,
    MatchNumber,
    Outbox,
    Places,
    Play,
    Preferences,
    Privacy,
    Proposals,
    Refusal,
    Replies,
    Terms,
    Unshown,
)
from bot.storage import ChallengeRecord, Database, FirstPlayer, Person, Place
from engine import GameOptions
from tests.storage.contents import unchanged

HERE, ELSEWHERE, OTHER_SERVER = Place(1, 2), Place(1, 3), Place(4, 5)
ALICE, BOB, CAROL = Person(10, "Alice"), Person(11, "Bob"), Person(12, "Carol")
EVERYBODY = (ALICE, BOB, CAROL)


class Club:
    """The use cases on one database, with a clock and a coin that the tests turn."""

    def __init__(self, database: Database, url: URL) -> None:
        self.url = url
        self.time = datetime(2026, 1, 1, tzinfo=UTC)
        self.is_heads = True
        self.challenges = Challenges(database, lambda: self.time, lambda: self.is_heads)
        self.play = Play(database, lambda: self.time)
        self.clocks = Clocks(database, lambda: self.time)
        self.proposals = Proposals(database, lambda: self.time)
        self.replies = Replies(database)
        self.places = Places(database, lambda: self.time)
        self.outbox = Outbox(database, lambda: self.time)
        self.preferences = Preferences(database)
        self.privacy = Privacy(database, lambda: self.time)

    def wait(self, **duration: float) -> None:
        self.time += timedelta(**duration)

    async def calls(self, step: timedelta, rounds: int) -> AsyncIterator[tuple[int, Call]]:
        """What the bot tells, and in which of so many rounds, the first of them now.

        Of the rounds in which nothing is due only the last is gone, before the next in which something is.
        """
        begin, number = self.time, 0
        while number < rounds:
            self.time = begin + number * step
            for call in await self.clocks.call_due():
                yield number, call
            clocks = [match.record.clock for match in await self.play.running_in(HERE, ALICE)]
            due = [ceil((clock.call_at - begin) / step) for clock in clocks if clock.call_at]
            number = max(number + 1, min(due, default=rounds) - 1)
        self.time = begin + rounds * step

    async def unshown(self) -> list[Unshown]:
        """Everything that is to be shown by now."""
        found = []
        while due := await self.outbox.take_due():
            found.append(due)
        return found

    async def challenge(
        self,
        who: Person = ALICE,
        opponent: Person | None = BOB,
        options: GameOptions | None = None,
        first: FirstPlayer = FirstPlayer.CHALLENGER,
        place: Place = HERE,
    ) -> ChallengeRecord:
        return await self.challenges.challenge(place, who, Terms(opponent, options or GameOptions(), first))

    async def start(self, options: GameOptions | None = None, place: Place = HERE) -> Match:
        """A match of Alice, who is first, and Bob."""
        made = await self.challenge(options=options, place=place)
        return (await self.challenges.accept(place, BOB, made.id)).match

    async def act(self, *turns: str, number: int | None = None) -> Match:
        """Play turns, each by whoever's turn it is."""
        for turn in turns:
            match = await self.play.seen(HERE, ALICE, number, None)
            assert match.to_act is not None
            actions = [turn] if turn.startswith("komi") else turn.split()
            after = await self.play.act(HERE, match.to_act, MatchNumber(number), actions)
        return after

    async def resign(self, match: Match, who: Person = BOB) -> Match:
        return await self.play.resign(match.place, who, MatchId(match.record.id, match.ply))

    async def refuses(self, kind: type[Refusal], attempt: Awaitable[object]) -> Refusal:
        """The refusal of that kind of an attempt, which must have changed nothing."""
        refusal = await self.refuses_somehow(attempt)
        assert type(refusal) is kind
        return refusal

    async def refuses_somehow(self, attempt: Awaitable[object]) -> Refusal:
        with unchanged(self.url), pytest.raises(Refusal) as refused:
            await attempt
        return refused.value
