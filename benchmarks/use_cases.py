"""What people and the bot itself ask a database for, about subjects chosen at random."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from benchmarks.crowd import MESSAGES_FROM, NOW, Crowd, Server, skewed
from bot.matches import (
    Balances,
    Challenges,
    Clocks,
    Filter,
    Match,
    MatchId,
    Outbox,
    Play,
    Preferences,
    Proposals,
    Records,
    Refusal,
    Standings,
    Terms,
)
from bot.storage import Database, FirstPlayer, Person, Place
from engine import GameOptions, GameType, Scoring

MOST_SUGGESTED = 25
"""Discord shows no more."""

DUE_AT_ONCE = 50

Use = Callable[[], Awaitable[object]]
"""Something that can be done once."""


class UseCases:
    """The use cases on a database that a `Crowd` has filled, at the moment at which that was."""

    def __init__(self, database: Database, crowd: Crowd, rng: Random) -> None:
        self._database, self._crowd, self._rng = database, crowd, rng
        self._largest = crowd.servers[0]
        self._messages = MESSAGES_FROM * 4
        self._ticks = itertools.count()
        self._play = Play(database, self._now)
        self._challenges = Challenges(database, self._now, lambda: True)
        self._standings = Standings(database)
        self._records = Records(database, self._now)
        self._preferences = Preferences(database)
        self._proposals = Proposals(database, self._now)
        self._balances = Balances(database)
        self._clocks = Clocks(database, self._now)
        self._outbox = Outbox(database, self._now)

    def _now(self) -> datetime:
        """Time goes on: of two matches that end at one moment the ratings would have to be computed anew."""
        return NOW + timedelta(milliseconds=next(self._ticks))

    # Subjects

    def _server(self) -> Server:
        return self._crowd.server(self._rng)

    def _person(self, server: Server) -> Person:
        return person(skewed(server.players, self._rng))

    def _somewhere(self) -> tuple[Place, Person]:
        server = self._server()
        return Place(server.id, skewed(server.channels, self._rng)), self._person(server)

    async def _running(self) -> Match:
        """A match that goes on, of whoever comes first who has one."""
        async with self._database.read() as transaction:
            while True:
                if found := await transaction.running.of_player(self._person(self._server()).id):
                    return await Match.load(transaction, self._rng.choice(found))

    # What only looks

    async def matches(self) -> Use:
        someone = self._person(self._server())
        return lambda: self._play.running_with(someone)

    async def matches_of_the_busiest(self) -> Use:
        return lambda: self._play.running_with(person(self._largest.players[0]))

    async def board_by_number(self) -> Use:
        match = await self._running()
        return lambda: self._play.seen(match.place, match.record.first, match.number, None)

    async def board(self) -> Use:
        match = await self._running()
        return lambda: self._play.seen(match.place, match.record.first, None, None)

    async def board_in_the_busiest_channel(self) -> Use:
        here = Place(self._largest.id, self._largest.channels[0])
        stranger = self._person(self._crowd.servers[-1])
        return lambda: self._play.seen(here, stranger, None, None)

    async def suggested(self) -> Use:
        where = self._somewhere()
        digits = self._rng.choice(["", "1", "12"])
        return lambda: self._play.running_in(*where, digits, MOST_SUGGESTED)

    async def record(self) -> Use:
        match = await self._running()
        return lambda: self._records.seen(match.place, match.record.first, match.number)

    async def leaderboard(self) -> Use:
        place, asker = self._somewhere()
        size = self._rng.choice([None, None, 6])
        return lambda: self._standings.leaderboard(place, asker, GameType.KOMI, Scoring.STANDARD, size, 0)

    async def later_page(self) -> Use:
        place = Place(self._largest.id, self._largest.channels[0])
        busiest, variant = person(self._largest.players[0]), (GameType.KOMI, Scoring.STANDARD, None)
        last = await self._standings.leaderboard(place, busiest, *variant, 10**6)
        # Before whoever asks are all others, and who is last is not on the page.
        asker = last.entries[-1].person if last.entries else busiest
        page = self._rng.randrange(max(last.pages - 1, 1))
        return lambda: self._standings.leaderboard(place, asker, *variant, page)

    async def stats(self) -> Use:
        place, someone = self._somewhere()
        asker = self._rng.choice([someone, self._person(self._server())])
        return lambda: self._standings.of(place, someone, asker, Filter())

    async def stats_of_the_busiest(self) -> Use:
        place = Place(self._largest.id, self._largest.channels[0])
        busiest, next_one = (person(one) for one in self._largest.players[:2])
        return lambda: self._standings.of(place, busiest, next_one, Filter())

    async def settings(self) -> Use:
        place, someone = self._somewhere()
        return lambda: self._preferences.viewer(someone, place)

    async def fair_komi(self) -> Use:
        """Of the two busiest, who have played against each other most often."""
        here = Place(self._largest.id, self._largest.channels[0])
        one, other = (person(busy) for busy in self._largest.players[:2])
        terms = Terms(other, GameOptions(), FirstPlayer.CHALLENGER)
        made = await self._challenges.challenge(here, one, terms)
        match = (await self._challenges.accept(here, other, made.id)).match
        return lambda: self._balances.proposed(here, one, MatchId.of(match))

    # What changes something

    async def challenge(self) -> Use:
        (place, one), other = self._somewhere(), person(self._messages)
        self._messages += 1
        options = GameOptions(self._rng.choice([6, 7, 8, 9, 10]))

        async def agree() -> None:
            terms = Terms(other, options, FirstPlayer.CHALLENGER)
            made = await self._challenges.challenge(place, one, terms)
            await self._challenges.accept(place, other, made.id)

        return agree

    async def turn(self) -> Use:
        match = await self._running()
        return lambda: self._act(match)

    async def _act(self, match: Match) -> Match:
        assert match.to_act is not None  # It is running.
        after, is_whole = match.game.copy(), False
        while not is_whole:
            is_whole = after.play(self._rng.choice(after.legal_actions())).ends_turn
        turn = after.actions[match.ply :]
        return await self._play.act(match.place, match.to_act, MatchId.of(match), turn)

    async def shown(self) -> Use:
        match = await self._act(await self._running())
        self._messages += 1
        message_id = self._messages

        async def note() -> None:
            await self._proposals.settle(match)
            if outdated := await self._play.set_message(match, message_id):
                await self._outbox.retired(match, outdated)

        return note

    async def resignation(self) -> Use:
        match = await self._running()
        return lambda: self._play.resign(match.place, match.record.first, MatchId.of(match))

    async def expire(self) -> Use:
        return self._challenges.expire_due

    async def expire_many(self) -> Use:
        """Let as many be due as are ended in one round."""
        async with self._database.write() as transaction:
            for _ in range(DUE_AT_ONCE):
                (place, one), other = self._somewhere(), person(self._largest.players[0])
                terms = place, one, other, GameOptions(), FirstPlayer.RANDOM
                await transaction.challenges.add(*terms, NOW - timedelta(days=7), NOW)
        return self._challenges.expire_due

    async def call(self) -> Use:
        return self._clocks.call_due

    async def call_many(self) -> Use:
        """Let as many be due as are told in one round."""
        due = {(match := await self._running()).record.id: match.record.clock for _ in range(DUE_AT_ONCE)}
        async with self._database.write() as transaction:
            for one, clock in due.items():
                await transaction.matches.set_clock(one, replace(clock, call_at=NOW))
        return self._clocks.call_due

    async def deliver(self) -> Use:
        return self._outbox.take_due

    async def backlog(self) -> Use:
        return self._outbox.backlog


Prepare = Callable[[UseCases], Awaitable[Use]]

USE_CASES: dict[str, Prepare] = {
    "/matches": UseCases.matches,
    "/matches of the busiest": UseCases.matches_of_the_busiest,
    "/board by its number": UseCases.board_by_number,
    "/board of one's own": UseCases.board,
    "/board in the busiest channel": UseCases.board_in_the_busiest_channel,
    "suggested matches": UseCases.suggested,
    "/record": UseCases.record,
    "/leaderboard": UseCases.leaderboard,
    "/leaderboard of the largest, a later page": UseCases.later_page,
    "/stats": UseCases.stats,
    "/stats of the busiest": UseCases.stats_of_the_busiest,
    "/settings": UseCases.settings,
    "a fair komi": UseCases.fair_komi,
    "metrics: what waits to be shown": UseCases.backlog,
    "a challenge, made and accepted": UseCases.challenge,
    "a turn": UseCases.turn,
    "a turn, noted as shown": UseCases.shown,
    "a match given up": UseCases.resignation,
    "round: challenges that expire": UseCases.expire,
    "round: 50 challenges that expire": UseCases.expire_many,
    "round: players to be called": UseCases.call,
    "round: 50 players to be called": UseCases.call_many,
    "round: what is to be shown": UseCases.deliver,
}
"""Under the names that the table has for them; each chooses first about whom it is."""


def person(player_id: int) -> Person:
    return Person(player_id, f"Player {player_id}")


async def used(use: Use) -> None:
    """Do something; to be refused is an answer, too."""
    with suppress(Refusal):
        await use()
