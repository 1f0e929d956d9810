"""The storm: the bot is killed again and again, and what came of it is looked at."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.demo.child import BotChild
from bot.demo.club import found_club
from bot.demo.loopback import LoopbackDiscord
from engine import GameOptions, GameType, Scoring
from tests.chaos.audit import audit
from tests.chaos.ledger import Ledger
from tests.chaos.players import Outcome, Players
from tests.chaos.witness import Witness

ROOT = Path(__file__).parents[2]
BOT = (sys.executable, "-m", "tests.chaos.bot_process")
GAMES = (
    GameOptions(6, GameType.KOMI, Scoring.LONGEST),
    GameOptions(6, GameType.NO_KOMI, Scoring.LONGEST),
    GameOptions(6, GameType.DOUBLE, Scoring.LONGEST),
)
SECONDS_TO_RECOVER = 20


@dataclass(frozen=True, slots=True)
class Figures:
    """What a storm came to."""

    kills: int
    seconds: float
    matches: int
    actions: int
    acknowledged: int
    refused: int
    unanswered: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.kills} kills in {self.seconds:.0f} s: {self.matches} matches, {self.actions} actions; "
            f"of the attempts at a turn {self.acknowledged} were acknowledged, {self.refused} refused, "
            f"and {self.unanswered} not answered; {len(self.faults)} promises broken."
        )


class Stage:
    """A Discord with two channels and two players in it, and a place for the bot's database."""

    def __init__(self, server: LoopbackDiscord, folder: Path, rng: Random) -> None:
        club = found_club(server.env)
        self.server = server
        self.club = club
        self.rng = rng
        self.channels: tuple[ChannelHandle, ...] = (club.catena, club.lounge)
        self.people: tuple[MemberActor, ...] = club.people[:2]
        self.path = folder / "catena.sqlite3"
        self.log = folder / "bot.log"
        self.ledger = Ledger(self.path)
        self.witness = Witness()
        self.players = Players(server, self.people, self.ledger, self.witness, rng)
        server.env.backend.subscribers.append(self.witness.hear)

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, seed: int) -> AsyncIterator[Stage]:
        async with LoopbackDiscord.open() as server:
            yield cls(server, folder, Random(seed))

    def bot(self, **settings: str) -> AbstractAsyncContextManager[BotChild]:
        """Run the bot on the database while in the context."""
        environment = {
            "CATENA_TOKEN": "chaos",
            "CATENA_DATABASE_URL": f"sqlite+aiosqlite:///{self.path}",
            "PYTHONPATH": str(ROOT),
            **settings,
        }
        return BotChild.start(self.server, environment=environment, log=self.log, command=BOT)

    @property
    def has_database(self) -> bool:
        return self.path.exists()

    def drop_database(self) -> None:
        """Let the next bot start on a new one."""
        for file in self.path.parent.glob(f"{self.path.name}*"):
            file.unlink()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let the players play several matches at once while in the context."""
        async with asyncio.TaskGroup() as tasks:
            playing = [
                tasks.create_task(self.players.play(channel, options))
                for channel in self.channels
                for options in GAMES
            ]
            try:
                yield
            finally:
                for task in playing:
                    task.cancel()

    async def recovered(self) -> None:
        """Wait until the bot has nothing left to show. Raises TimeoutError."""
        async with asyncio.timeout(SECONDS_TO_RECOVER):
            while self.ledger.unshown:  # noqa: ASYNC110 (it happens in another process)
                await asyncio.sleep(0.1)
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

    def figures(self, kills: int, seconds: float) -> Figures:
        """Look at everything."""
        outcomes = Counter(self.players.outcome(attempt.interaction)[0] for attempt in self.players.attempts)
        matches = self.ledger.matches()
        return Figures(
            kills=kills,
            seconds=seconds,
            matches=len(matches),
            actions=sum(len(match.actions) for match in matches),
            acknowledged=outcomes[Outcome.SHOWN],
            refused=outcomes[Outcome.REFUSED],
            unanswered=outcomes[Outcome.UNANSWERED],
            faults=tuple(audit(self.ledger, self.witness, self.players)),
        )


async def storm(folder: Path, kills: int, seed: int) -> Figures:
    """Kill the bot so often while people play, let a last one recover, and look at everything."""
    began = time.monotonic()
    async with Stage.open(folder, seed) as stage:
        async with stage.playing():
            for _ in range(kills):
                async with stage.bot() as bot:
                    await bot.connected()
                    await stage.moment()
                    await bot.kill()
        async with stage.bot() as bot:
            await bot.connected()
            await stage.recovered()
        return stage.figures(kills, time.monotonic() - began)
