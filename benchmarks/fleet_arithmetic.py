"""What a bot needs by the number of its servers: arithmetic on stated assumptions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from random import Random

from benchmarks.waiting import Milliseconds, answer_times, centile_99

SECONDS_A_DAY = 24 * 60 * 60
WRITES_A_TURN = 3
"""Transactions: the turn, the message that shows it, the board before without its buttons."""
REQUESTS_A_TURN = 1.1
"""Those that count globally. One takes the buttons from the board before; some players are reminded."""

SERVERS_A_SHARD = 2000
"""Ids do not spread evenly, and Discord takes no more than 2,500."""
LARGE_BOT = 150_000
"""Servers from which on Discord names a number that the shards are a multiple of, and starts more at once."""
LARGE_BOT_SHARDS = 16
"""That number and how many start at once: those of the example in Discord's documentation."""
SECONDS_BETWEEN_STARTS = 5


@dataclass(frozen=True, slots=True)
class Assumptions:
    """How people play, and what it costs a process."""

    players_per_server: float
    games_a_day: float
    """That a player plays to their end; each has two players."""
    turns_a_game: float
    taps_a_turn: float
    """Interactions that only the player sees, before the one that plays."""
    peak: float
    """The busiest hour over the mean."""
    installed_by_users: float
    """The share of turns in conversations that the bot itself is no member of."""
    turn_ms: Milliseconds
    tap_ms: Milliseconds
    busiest: float
    """The share of its time that a process may be busy in the busiest hour."""
    bytes_a_game: float

    @property
    def service_ms(self) -> Milliseconds:
        """The mean over turns and taps."""
        return (self.turn_ms + self.taps_a_turn * self.tap_ms) / (1 + self.taps_a_turn)

    @property
    def served_at_most(self) -> float:
        """Interactions a second that one process can serve, never idle."""
        return 1000 / self.service_ms

    @property
    def served_well(self) -> float:
        """Interactions a second that one process is given in the busiest hour."""
        return self.served_at_most * self.busiest

    def serve(self, rng: Random) -> Milliseconds:
        """How long the next interaction takes: a turn's time or a tap's."""
        return self.turn_ms if rng.random() * (1 + self.taps_a_turn) < 1 else self.tap_ms


@dataclass(frozen=True)
class Fleet:
    """A bot in so many servers. What is told by the second is that of the busiest hour, but for the mean."""

    servers: int
    assumed: Assumptions

    @property
    def players(self) -> float:
        return self.servers * self.assumed.players_per_server

    @property
    def games_a_day(self) -> float:
        return self.players * self.assumed.games_a_day / 2

    @property
    def mean_interactions(self) -> float:
        """A second, over the whole day."""
        return self.games_a_day * self.assumed.turns_a_game * (1 + self.assumed.taps_a_turn) / SECONDS_A_DAY

    @property
    def interactions(self) -> float:
        return self.mean_interactions * self.assumed.peak

    @property
    def turns(self) -> float:
        return self.interactions / (1 + self.assumed.taps_a_turn)

    @property
    def writes(self) -> float:
        return self.turns * WRITES_A_TURN

    @property
    def processes(self) -> int:
        return max(1, ceil(self.interactions / self.assumed.served_well))

    @property
    def shards(self) -> int:
        """At least one a process: what happens in a server reaches one shard."""
        needed = max(ceil(self.servers / SERVERS_A_SHARD), self.processes)
        return ceil(needed / self._started_at_once) * self._started_at_once

    @property
    def seconds_to_start(self) -> int:
        return self.shards // self._started_at_once * SECONDS_BETWEEN_STARTS

    @property
    def _started_at_once(self) -> int:
        return LARGE_BOT_SHARDS if self.servers >= LARGE_BOT else 1

    @property
    def gigabytes_a_year(self) -> float:
        return self.games_a_day * self.assumed.bytes_a_game * 365 / 1e9

    def milliseconds_for_99_of_100(self, interactions: int, seed: int) -> Milliseconds:
        """How soon one of the processes answers, by a simulation of so many interactions."""
        per_second = self.interactions / self.processes
        return centile_99(answer_times(per_second, self.assumed.serve, Random(seed)), interactions)

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """What Discord sets bounds to, and how near this is to each."""
        elsewhere = self.assumed.installed_by_users
        return (
            Limit("verification", self.servers, 100),
            Limit("global requests", self.turns * REQUESTS_A_TURN, 50),
            Limit("refused requests", self.turns * elsewhere * 600, 10_000),
            Limit("shard 0", self.interactions * elsewhere, self.assumed.served_at_most),
        )

    def largest_within(self, limit_name: str) -> int:
        """The number of servers up to which a limit is kept: each of them grows in step with it."""
        (at_this_size,) = (limit for limit in self.limits if limit.name == limit_name)
        return int(self.servers * at_this_size.most / at_this_size.value)

    def grown_to(self, servers: int) -> Fleet:
        """The same habits in another number of servers."""
        return replace(self, servers=servers)


@dataclass(frozen=True, slots=True)
class Limit:
    """Something of which there may be no more than ``most``."""

    name: str
    value: float
    most: float

    @property
    def is_exceeded(self) -> bool:
        return self.value > self.most
