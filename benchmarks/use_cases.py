"""What people and the bot itself ask a database for, about subjects chosen at random."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
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
from engine import GameOptions, GameType, Phase, Scoring

MOST_SUGGESTED = 25
"""Discord shows no more."""

Use = Callable[[], Awaitable[object]]
Prepare = Callable[[], Awaitable[Use]]


@dataclass(frozen=True, slots=True)
class UseCase:
    """Something that is done, by the name that the table has for it. ``prepare`` chooses about whom."""

    name: str
    prepare: Prepare


class UseCases:
    """The use cases on a database that a `Crowd` has filled, at the moment at which that was."""

    def __init__(self, database: Database, crowd: Crowd, rng: Random) -> None:
        self._crowd, self._rng = crowd, rng
        self._largest = crowd.servers[0]
        self._messages = MESSAGES_FROM * 4
        self._play = Play(database, lambda: NOW)
        self._challenges = Challenges(database, lambda: NOW, lambda: True)
        self._standings = Standings(database)
        self._records = Records(database, lambda: NOW)
        self._preferences = Preferences(database)
        self._proposals = Proposals(database, lambda: NOW)
        self._balances = Balances(database)
        self._clocks = Clocks(database, lambda: NOW)
        self._outbox = Outbox(database, lambda: NOW)

    def all(self) -> list[UseCase]:
        """Every use case, those that change something last."""
        return [
            UseCase("/matches", self._matches),
            UseCase("/matches of the busiest", self._matches_of_the_busiest),
            UseCase("/board by its number", self._board_by_number),
            UseCase("/board of one's own", self._board),
            UseCase("/board in the busiest channel", self._board_in_the_busiest_channel),
            UseCase("suggested matches", self._suggested),
            UseCase("/record", self._record),
            UseCase("/leaderboard", self._leaderboard),
            UseCase("/leaderboard of the largest, a later page", self._later_page),
            UseCase("/stats", self._stats),
            UseCase("/stats of the busiest", self._stats_of_the_busiest),
            UseCase("/settings", self._settings),
            UseCase("a fair komi", self._fair_komi),
            UseCase("a challenge, made and accepted", self._challenge),
            UseCase("a turn", self._turn),
            UseCase("a turn, noted as shown", self._shown),
            UseCase("a match given up", self._resignation),
            UseCase("round: challenges that expire", self._expire),
            UseCase("round: players to be called", self._call),
            UseCase("round: what is to be shown", self._deliver),
            UseCase("metrics: what waits to be shown", self._backlog),
        ]

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
        while True:
            found = await self._play.running_with(self._person(self._server()))
            if going_on := [match for match in found if not match.record.is_homeless]:
                return self._rng.choice(going_on)

    # What only looks

    async def _matches(self) -> Use:
        someone = self._person(self._server())
        return lambda: self._play.running_with(someone)

    async def _matches_of_the_busiest(self) -> Use:
        return lambda: self._play.running_with(person(self._largest.players[0]))

    async def _board_by_number(self) -> Use:
        match = await self._running()
        return lambda: self._play.seen(match.place, match.record.first, match.number, None)

    async def _board(self) -> Use:
        match = await self._running()
        return lambda: self._play.seen(match.place, match.record.first, None, None)

    async def _board_in_the_busiest_channel(self) -> Use:
        here = Place(self._largest.id, self._largest.channels[0])
        stranger = self._person(self._crowd.servers[-1])
        return lambda: self._play.seen(here, stranger, None, None)

    async def _suggested(self) -> Use:
        where = self._somewhere()
        digits = self._rng.choice(["", "1", "12"])
        return lambda: self._play.running_in(*where, digits, MOST_SUGGESTED)

    async def _record(self) -> Use:
        match = await self._running()
        return lambda: self._records.seen(match.place, match.record.first, match.number)

    async def _leaderboard(self) -> Use:
        place, _ = self._somewhere()
        size = self._rng.choice([None, None, 6])
        return lambda: self._standings.leaderboard(place, GameType.KOMI, Scoring.STANDARD, size, 0)

    async def _later_page(self) -> Use:
        place = Place(self._largest.id, self._largest.channels[0])
        last = await self._standings.leaderboard(place, GameType.KOMI, Scoring.STANDARD, None, 10**6)
        page = self._rng.randrange(last.pages) if last.pages else 0
        return lambda: self._standings.leaderboard(place, GameType.KOMI, Scoring.STANDARD, None, page)

    async def _stats(self) -> Use:
        place, someone = self._somewhere()
        asker = self._rng.choice([someone, self._person(self._server())])
        return lambda: self._standings.of(place, someone, asker, Filter())

    async def _stats_of_the_busiest(self) -> Use:
        place = Place(self._largest.id, self._largest.channels[0])
        busiest, next_one = (person(one) for one in self._largest.players[:2])
        return lambda: self._standings.of(place, busiest, next_one, Filter())

    async def _settings(self) -> Use:
        place, someone = self._somewhere()
        return lambda: self._preferences.viewer(someone, place)

    async def _fair_komi(self) -> Use:
        """The pairs of the busiest have played against each other most often."""
        while (match := await self._running()).game.phase is not Phase.NAME_KOMI:
            pass
        asker = match.record.first
        return lambda: self._balances.proposed(match.place, asker, MatchId.of(match))

    # What changes something

    async def _challenge(self) -> Use:
        (place, one), other = self._somewhere(), person(self._messages)
        self._messages += 1
        options = GameOptions(self._rng.choice([6, 7, 8, 9, 10]))

        async def agree() -> None:
            terms = Terms(other, options, FirstPlayer.CHALLENGER)
            made = await self._challenges.challenge(place, one, terms)
            await self._challenges.accept(place, other, made.id)

        return agree

    async def _turn(self) -> Use:
        match = await self._running()
        return lambda: self._act(match)

    async def _act(self, match: Match) -> Match:
        assert match.to_act is not None  # It is running.
        after, is_whole = match.game.copy(), False
        while not is_whole:
            is_whole = after.play(self._rng.choice(after.legal_actions())).ends_turn
        turn = after.actions[match.ply :]
        return await self._play.act(match.place, match.to_act, MatchId.of(match), turn)

    async def _shown(self) -> Use:
        match = await self._act(await self._running())
        self._messages += 1
        message_id = self._messages

        async def note() -> None:
            await self._proposals.settle(match)
            if outdated := await self._play.set_message(match, message_id):
                await self._outbox.retired(match, outdated)

        return note

    async def _resignation(self) -> Use:
        match = await self._running()
        return lambda: self._play.resign(match.place, match.record.first, MatchId.of(match))

    async def _expire(self) -> Use:
        return self._challenges.expire_due

    async def _call(self) -> Use:
        return self._clocks.take_due_calls

    async def _deliver(self) -> Use:
        return self._outbox.take_due

    async def _backlog(self) -> Use:
        return self._outbox.backlog


def person(player_id: int) -> Person:
    return Person(player_id, f"Player {player_id}")


async def used(use: Use) -> None:
    """Do something; to be refused is an answer, too."""
    with suppress(Refusal):
        await use()
