"""The use cases of one's own data: getting all of it, and deleting it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.matches.finding import stored
from bot.matches.match import Match
from bot.matches.ratings import end_match
from bot.matches.unshown import challenge_entry, match_entry
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
        ended = [
            replace(one, state=state)
            for found, state in (
                (await transaction.challenges.open_by(person.id), ChallengeState.WITHDRAWN),
                (await transaction.challenges.open_to(person.id), ChallengeState.DECLINED),
            )
            for one in found
        ]
        for challenge in ended:
            await transaction.challenges.end(challenge.id, challenge.state)
            await transaction.outbox.put(challenge_entry(challenge), self._now())
        return len(ended)

    async def _resign_matches(self, transaction: Transaction, person: Person) -> int:
        running = await transaction.matches.running_with(person.id)
        for record in running:
            match = await Match.load(transaction, record)
            player = match.player(person.id)
            assert player is not None  # They are among the match's players.
            await end_match(transaction, record.id, Ending.RESIGNED, player.opponent, self._now())
            ended = await stored(transaction, match)
            # Nobody is about to show it, so there is nothing to wait for.
            await transaction.outbox.put(match_entry(ended, record.message), self._now())
        return len(running)
