"""The use cases of one's own data: getting all of it, and deleting it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.matches.challenges import end_challenge
from bot.matches.endings import end_and_show
from bot.matches.match import Match
from bot.matches.unshown import AT_ONCE
from bot.storage import ChallengeState, Database, Ending, Person, Transaction


@dataclass(frozen=True, slots=True)
class Deleted:
    """What came to an end by the deletion of somebody's data."""

    challenges: int
    matches: int


class Privacy:
    """What is stored about a person is theirs: only they get it or delete it."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def everything(self, person: Person) -> dict[str, list[dict[str, Any]]]:
        """All that is stored about a person: rows by table, and columns by name."""
        async with self._database.read() as transaction:
            return await transaction.personal_data.everything(person.id)

    async def delete(self, person: Person) -> Deleted:
        """Give up a person's matches, end their challenges, and forget who they are.

        Finished matches stay, with a nameless player in their place: they are the opponents' matches too.
        """
        async with self._database.write() as transaction:
            challenges = await self._end_challenges(transaction, person)
            matches = await self._resign_matches(transaction, person)
            await transaction.personal_data.forget(person.id)
            return Deleted(challenges, matches)

    async def _end_challenges(self, transaction: Transaction, person: Person) -> int:
        own = await transaction.challenges.open_by(person.id)
        others = await transaction.challenges.open_to(person.id)
        for found, state in ((own, ChallengeState.WITHDRAWN), (others, ChallengeState.DECLINED)):
            for challenge in found:
                await end_challenge(transaction, challenge, state, self._now(), AT_ONCE)
        return len(own) + len(others)

    async def _resign_matches(self, transaction: Transaction, person: Person) -> int:
        running = await transaction.running.of_player(person.id)
        for record in running:
            match = await Match.load(transaction, record)
            player = match.player(person.id)
            assert player is not None  # They are among the match's players.
            await end_and_show(transaction, match, Ending.RESIGNED, player.opponent, self._now(), AT_ONCE)
        return len(running)
