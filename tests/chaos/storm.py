"""The storm: the bot is killed again and again in bad weather, and what came of it is looked at."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from simcord.builders import ChannelHandle, GuildHandle
from sqlalchemy import URL

from bot.demo.child import BotChild, BotStopped
from bot.demo.club import found_club
from bot.demo.loopback import LoopbackDiscord
from bot.storage import Database, url_of
from engine import GameOptions, GameType, Scoring
from tests.chaos.audit import audit
from tests.chaos.bot_process import UNREACHABLE
from tests.chaos.clock import DiscordsClock, FastClock
from tests.chaos.hands import Hands
from tests.chaos.ledger import Ledger
from tests.chaos.tables import Table
from tests.chaos.tried import Outcome, Tried, Turn
from tests.chaos.witness import Witness

ROOT = Path(__file__).parents[2]
BOT = (sys.executable, "-m", "tests.chaos.bot_process")
GAMES = (
    GameOptions(6, GameType.KOMI, Scoring.LONGEST),
    GameOptions(6, GameType.NO_KOMI, Scoring.LONGEST),
    GameOptions(6, GameType.DOUBLE, Scoring.LONGEST),
)
SPEED = 20
"""The half a minute in which whoever acted is to show it is a second and a half then."""
MOST_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Figures:
    """What a storm came to."""

    kills: int
    seconds: float
    matches: int
    actions: int
    takebacks: int
    outcomes: Counter[Outcome]
    faults: tuple[str, ...]

    def __str__(self) -> str:
        of = self.outcomes
        return (
            f"{self.kills} kills in {self.seconds:.0f} s: {self.matches} matches, {self.actions} actions and "
            f"{self.takebacks} takebacks; of the attempts at a turn {of[Outcome.SHOWN]} were shown, "
            f"{of[Outcome.PROMISED]} shown elsewhere, {of[Outcome.REFUSED]} refused, "
            f"and {of[Outcome.UNANSWERED]} not answered; {len(self.faults)} promises broken."
        )


class Stage:
    """A Discord with some channels, tables with two players each, and a place for the bot's database.

    There are two channels with a table for each kind of game, but with several ``shards`` a server for each
    of them, with one channel and one table. Without another ``url``, the database is in a file.
    """

    def __init__(
        self,
        server: LoopbackDiscord,
        folder: Path,
        rng: Random,
        clock: FastClock,
        url: URL | None = None,
        shards: int = 1,
    ) -> None:
        club = found_club(server.env)
        server.env.backend.clock = DiscordsClock(clock)
        server.gateway.heartbeat_seconds /= clock.loop_speed
        self.clock = clock
        self.server = server
        self.club = club
        self.rng = rng
        self.path = folder / "catena.sqlite3"
        self.log = folder / "bot.log"
        self.url = url or url_of(self.path)
        self.ledger = Ledger(self.url)
        self.witness = Witness()
        self.tried = Tried(server, self.witness)
        if shards > 1:
            self.channels = [channel_on(server, shard, shards) for shard in range(shards)]
            seats = zip(self.channels, itertools.cycle(GAMES), strict=False)
        else:
            self.channels = [club.catena, club.lounge]
            seats = itertools.product(self.channels, GAMES)
        self._tables = [self._table(channel, options) for channel, options in seats]
        server.env.backend.subscribers.append(self.witness.hear)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: Path, seed: int, speed: float = SPEED, loop_speed: float | None = None, **where: Any
    ) -> AsyncIterator[Stage]:
        """``loop_speed`` is another one for what the bot waits for: for Discord, and between its looks."""
        clock = FastClock(time.time(), speed, loop_speed or speed)
        async with LoopbackDiscord.open() as server:
            yield cls(server, folder, Random(seed), clock, **where)

    def _table(self, channel: ChannelHandle, options: GameOptions) -> Table:
        people = [channel.guild.add_member(self.server.env.create_user("player")) for _ in range(2)]
        hands = Hands(self.server, self.tried, channel)
        rng = Random(self.rng.random())
        return Table(hands, channel, options, people, self.ledger, self.witness, self.tried, rng)

    def bot(self, **settings: str) -> AbstractAsyncContextManager[BotChild]:
        """Run the bot on the database while in the context."""
        environment = {
            "CATENA_TOKEN": "chaos",
            "CATENA_DATABASE_URL": str(self.url),
            "PYTHONPATH": str(ROOT),
            **self.clock.environment,
            **settings,
        }
        return BotChild.start(self.server, environment=environment, log=self.log, command=BOT)

    def drop_database(self) -> None:
        """Let the next bot start on a new one."""
        for file in self.path.parent.glob(f"{self.path.name}*"):
            file.unlink()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let people play at every table while in the context."""
        async with Database.open(self.url):
            self.ledger.keep_journal()
        async with asyncio.TaskGroup() as tasks:
            playing = [tasks.create_task(table.play()) for table in self._tables]
            try:
                yield
            finally:
                for task in playing:
                    task.cancel()

    async def recovered(self) -> None:
        """Wait until the bot has nothing left to show. Raises TimeoutError."""
        await until(lambda: not self.ledger.unshown)
        await self.server.traffic.quiet(0.5)

    async def moment(self) -> None:
        """A moment to kill at, while people play: any, or when Discord has just taken something."""
        seen = self.server.traffic.changes
        wanted = seen + self.rng.randint(1, 20)
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                await self.server.traffic.until(lambda: self.server.traffic.changes >= wanted)
        if self.rng.random() < 0.5:
            await asyncio.sleep(self.rng.uniform(0, 0.1))

    async def weather(self) -> bool:
        """Now and then Discord fails a few times, drops the gateway, or can't be reached for a moment.

        Returns whether it was bad.
        """
        roll = self.rng.random()
        if roll < 0.1:
            self.server.env.inject_error("*", "*", status=500, times=self.rng.randint(1, 10))
        elif roll < 0.2:
            await self.server.gateway.drop()
        elif roll < 0.25:
            async with self.server.unreachable():
                await asyncio.sleep(self.rng.uniform(0, 0.5))
        return roll < 0.25

    async def pass_minutes(self, minutes: float) -> float:
        """Let so much time pass by the bot's clock; returns how many requests a minute the bot has made."""
        began_at, before = self.clock.now(), len(self.server.requests)
        await asyncio.sleep(minutes * 60 / self.clock.speed)
        return (len(self.server.requests) - before) / ((self.clock.now() - began_at).total_seconds() / 60)

    def faults(self) -> list[str]:
        """Every broken promise as a sentence."""
        return audit(self.ledger, self.witness, self.tried)

    def figures(self, kills: int, seconds: float) -> Figures:
        """Look at everything."""
        matches = self.ledger.matches()
        return Figures(
            kills=kills,
            seconds=seconds,
            matches=len(matches),
            actions=sum(len(match.actions) for match in matches),
            takebacks=sum(match.takebacks for match in matches),
            outcomes=Counter(outcome for _, outcome in self.tried.of(Turn)),
            faults=tuple(self.faults()),
        )


def channel_on(server: LoopbackDiscord, shard_id: int, count: int) -> ChannelHandle:
    """A channel in a server that a certain one of so many shards is told of."""
    guild = server.env.backend.create_guild(f"Server {shard_id}", shard_id=shard_id, shard_count=count)
    return GuildHandle(server.env, guild).create_text_channel("games")


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens in the bot's process. Raises TimeoutError."""
    async with asyncio.timeout(MOST_SECONDS):
        while not condition():  # noqa: ASYNC110 (nothing tells us of it)
            await asyncio.sleep(0.05)


@contextmanager
def suppress_unreachable() -> Iterator[None]:
    """Let a bot end by itself where it finds no Discord: the next one is started all the same."""
    try:
        yield
    except BotStopped as stopped:
        if stopped.exit_code != UNREACHABLE:
            raise


async def storm(folder: Path, kills: int, seed: int) -> Figures:
    """Kill the bot so often while people play, let a last one recover, and look at everything."""
    began = time.monotonic()
    async with Stage.open(folder, seed) as stage:
        async with stage.playing():
            for _ in range(kills):
                with suppress_unreachable():
                    async with stage.bot() as bot:
                        await bot.connected()
                        await stage.moment()
                        if await stage.weather():
                            await stage.moment()
                        await bot.kill()
                stage.server.env.backend.faults.clear()
        async with stage.bot() as bot:
            await bot.connected()
            await stage.recovered()
        return stage.figures(kills, time.monotonic() - began)
