"""A bot's data after years: who played where against whom, few of them most of the time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy import Table

from benchmarks.bulk import Filling, Row
from benchmarks.played_games import PlayedGame, played_games
from bot.matches.clocks import clock_from
from bot.storage import ChallengeState, Ending, Pace, Place, ProposalKind, ProposalState, TurnClock
from bot.storage.results import COUNTS_FROM_STONES
from bot.storage.tables import (
    actions,
    challenges,
    channels,
    matches,
    metadata,
    planned_replies,
    players,
    proposals,
    series,
)
from engine import Player
from rendering import ThemeName

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
YEARS = timedelta(days=3 * 365)
MATCHES_AT_ONCE = 2000
DIFFERENT_GAMES = 500
MATCHES_OF_A_PLAYER = 20
"""On average; the busiest of a server has hundreds of times as many."""
MATCHES_OF_A_CHANNEL = 500
SKEW = 2.5
IN_THREADS = 0.2
IN_SERIES = 0.03
SERIES_LENGTH = 3
PROPOSED = 0.05
PLANNED = 0.02
NEVER_ACCEPTED = 0.1
SERVERS_FROM, CHANNELS_FROM, PLAYERS_FROM, MESSAGES_FROM = 10**6, 2 * 10**8, 4 * 10**8, 10**12

ENDINGS = {
    Ending.PLAYED: 75,
    Ending.RESIGNED: 19,
    Ending.OUT_OF_TIME: 3,
    Ending.DRAWN: 2,
    Ending.CANCELLED: 1,
}
PACES = {Pace.NO_LIMIT: 40, Pace.ONE_DAY: 20, Pace.THREE_DAYS: 25, Pace.WEEK: 15}


@dataclass
class Server:
    """A server, those who play there and where, the busiest first."""

    id: int
    players: range
    channels: range
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))


@dataclass(frozen=True, slots=True)
class Start:
    """What is known of a match as it begins."""

    id: int
    server: Server
    place: Place
    people: tuple[int, int]
    pace: Pace
    at: datetime
    series: tuple[int, int] | None = None


class Crowd:
    """All that a database holds of so many matches, the same for the same seed."""

    def __init__(self, finished: int, running: int, seed: int) -> None:
        self._rng = Random(seed)
        self._total = finished + running
        self._share_running = running / self._total
        self._games = played_games(min(DIFFERENT_GAMES, self._total // 4), self._rng)
        self.servers = self._found_servers()
        self._weights = list(itertools.accumulate(1 / rank for rank in range(1, len(self.servers) + 1)))
        self._ids = {table: itertools.count(1) for table in (challenges, proposals, series)}

    def server(self, rng: Random) -> Server:
        """One of the servers, the largest most often."""
        (server,) = rng.choices(self.servers, cum_weights=self._weights)
        return server

    async def fill(self, database: Filling) -> None:
        """Put everything into an empty database, in batches."""
        await self._put(database, self._people_and_places())
        starts = self._starts()
        while some := list(itertools.islice(starts, MATCHES_AT_ONCE)):
            await self._put(database, (row for start in some for row in self._rows_of(start)))

    async def _put(self, database: Filling, rows: Iterator[tuple[Table, Row]]) -> None:
        batch: dict[Table, list[Row]] = {table: [] for table in metadata.sorted_tables}
        for table, row in rows:
            batch[table].append(row)
        for table, some in batch.items():
            if some:
                await database.put(table, some)

    def _found_servers(self) -> list[Server]:
        """The largest has a tenth of all that is played."""
        count = max(self._total // 200, 2)
        whole = sum(1 / rank for rank in range(1, count + 1))
        players, channels = itertools.count(PLAYERS_FROM), itertools.count(CHANNELS_FROM)
        found = []
        for rank in range(1, count + 1):
            played = self._total / rank / whole
            people = max(int(2 * played / MATCHES_OF_A_PLAYER), 2)
            rooms = max(int(played / MATCHES_OF_A_CHANNEL), 1)
            found.append(Server(SERVERS_FROM + rank, _some(players, people), _some(channels, rooms)))
        return found

    def _people_and_places(self) -> Iterator[tuple[Table, Row]]:
        for server in self.servers:
            for player in server.players:
                yield (
                    players,
                    (player, f"Player {player}", None, "mention", True, False, None, None, None, None),
                )
            for channel in server.channels:
                options = (6, "komi", "standard", "random", "none", 7)
                yield channels, (channel, ThemeName.WOOD, *options, False, True, False)

    # Matches as they begin

    def _starts(self) -> Iterator[Start]:
        ids, threads = itertools.count(1), itertools.count(MESSAGES_FROM // 2)
        rng, step = self._rng, YEARS / self._total
        at = NOW - YEARS
        while (match_id := next(ids)) <= self._total:
            at += step
            server = self.server(rng)
            channel = skewed(server.channels, rng)
            thread = next(threads) if rng.random() < IN_THREADS else None
            place = Place(server.id, thread or channel, channel if thread else None)
            people = self._pair(server)
            (pace,) = rng.choices(list(PACES), list(PACES.values()))
            start = Start(match_id, server, place, people, pace, at)
            if rng.random() >= IN_SERIES or match_id + SERIES_LENGTH > self._total:
                yield start
                continue
            series_id = next(self._ids[series])
            for game in range(1, SERIES_LENGTH + 1):
                number = match_id if game == 1 else next(ids)
                swapped = people if game % 2 else people[::-1]
                yield Start(number, server, place, swapped, pace, at, (series_id, game))

    def _pair(self, server: Server) -> tuple[int, int]:
        one = other = skewed(server.players, self._rng)
        while one == other:
            other = skewed(server.players, self._rng)
        return one, other

    # What a match has left

    def _rows_of(self, start: Start) -> Iterator[tuple[Table, Row]]:
        rng, game = self._rng, self._rng.choice(self._games)
        is_running = rng.random() < self._share_running
        (ending,) = (None,) if is_running else rng.choices(list(ENDINGS), list(ENDINGS.values()))
        ply = _last_ply(game, ending, rng)
        ended_at = None if is_running else start.at + min(timedelta(days=20), NOW - start.at) * rng.random()
        began_at = NOW - _turn_so_far(start.pace, rng)
        clock = clock_from(start.pace, began_at, None) if is_running else TurnClock()
        if start.series and start.series[1] == 1:
            yield series, (start.series[0], SERIES_LENGTH)
        yield matches, _match_row(start, game, ply, ending, ended_at, clock, rng)
        yield from _action_rows(start, game, ply, ended_at or began_at)
        yield from self._challenge_rows(start, game)
        yield from self._proposal_rows(start, ply, is_open=is_running)
        if is_running and ply + 1 < len(game.written) and rng.random() < PLANNED:
            yield planned_replies, (start.id, start.people[0], ply, 0, *game.written[ply : ply + 2])

    def _challenge_rows(self, start: Start, game: PlayedGame) -> Iterator[tuple[Table, Row]]:
        if start.series and start.series[1] > 1:
            return
        best_of = SERIES_LENGTH if start.series else 1
        yield challenges, self._challenge(start, game, ChallengeState.ACCEPTED, best_of)
        if self._rng.random() < NEVER_ACCEPTED:
            is_new = NOW - start.at < timedelta(days=6)
            state = ChallengeState.OPEN if is_new else ChallengeState.EXPIRED
            yield challenges, self._challenge(start, game, state, best_of)

    def _challenge(self, start: Start, game: PlayedGame, state: ChallengeState, best_of: int) -> Row:
        place, options = start.place, game.options
        return (
            *(next(self._ids[challenges]), place.guild_id, place.channel_id, place.parent_id, *start.people),
            *(options.size, options.game_type, options.scoring, start.pace, "challenger", best_of, state),
            *(start.at, start.at + timedelta(days=7), MESSAGES_FROM - start.id),
        )

    def _proposal_rows(self, start: Start, ply: int, *, is_open: bool) -> Iterator[tuple[Table, Row]]:
        if self._rng.random() < PROPOSED:
            state = ProposalState.OPEN if is_open else ProposalState.DECLINED
            row_id, asked = next(self._ids[proposals]), (ProposalKind.DRAW, start.people[0], ply, 0, state)
            yield proposals, (row_id, start.id, *asked, start.at, MESSAGES_FROM * 2 + row_id)


def _last_ply(game: PlayedGame, ending: Ending | None, rng: Random) -> int:
    if ending is Ending.PLAYED:
        return len(game.written)
    if ending is Ending.CANCELLED:
        return 0
    return rng.choice((0, *game.ends[:-1]))


def _turn_so_far(pace: Pace, rng: Random) -> timedelta:
    """How long a turn has lasted; hardly ever so long that somebody is to be told."""
    first_call = clock_from(pace, NOW, None).call_at
    assert first_call is not None  # Every turn has one.
    return (first_call - NOW) * (1.001 if rng.random() < 0.0005 else rng.random() * 0.99)


def _match_row(
    start: Start,
    game: PlayedGame,
    ply: int,
    ending: Ending | None,
    ended_at: datetime | None,
    clock: TurnClock,
    rng: Random,
) -> Row:
    place, options = start.place, game.options
    winner = None
    if ending and ending.has_winner:
        winner = game.winner if ending is Ending.PLAYED else rng.choice(list(Player))
    counts = ending is Ending.PLAYED or game.stones[ply] >= COUNTS_FROM_STONES
    is_over = ending is not None
    return (
        *(start.id, start.server.id, next(start.server.numbers)),
        *(place.guild_id, place.channel_id, place.parent_id, False, *start.people),
        *(options.size, options.game_type, options.scoring, start.pace),
        *(start.series or (None, None)),
        *(start.at, ended_at, ending, winner and winner.value, MESSAGES_FROM + start.id, ply, 0),
        *(clock.began_at, clock.deadline, clock.calls, clock.call_at),
        winner is not None and counts,
        *((game.named_komi(ply), game.choice(ply)) if is_over else (None, None)),
    )


def _action_rows(start: Start, game: PlayedGame, ply: int, last_at: datetime) -> Iterator[tuple[Table, Row]]:
    # A few moments for all actions: to make and write a moment takes longer than anything else here.
    quarter = (last_at - start.at) / 4
    moments = [start.at + quarter * number for number in range(5)]
    people = dict(zip(Player, start.people, strict=True))
    for number, (written, player) in enumerate(zip(game.written[:ply], game.players, strict=False), start=1):
        yield actions, (start.id, number, people[player], written, False, moments[4 * number // ply])


def skewed(some: range, rng: Random) -> int:
    """One of some, the first most often: of ten thousand the busiest comes forty times as often as most."""
    return some[int(len(some) * rng.random() ** SKEW)]


def _some(ids: Iterator[int], count: int) -> range:
    first = next(ids)
    for _ in range(count - 1):
        next(ids)
    return range(first, first + count)
