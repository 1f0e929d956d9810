"""Turns under load: a real bot process, a simulated Discord on real sockets, many matches at once.

Each match has two people of its own, since the bot lets nobody act as fast as all of them together do.
Turns are typed at a steady rate, each in another match, whether or not those before are answered (an open
loop: a slow bot is not spared). The time of a turn is that from its leaving Discord to the arrival of
the public message with its picture. The simulated Discord and the players live in the measuring process, and
take most of one core. Beside it stands the same load on `/help`, which needs no match, picture or write.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from benchmarks.table import HEADER, Row
from bot.demo.child import BotChild
from bot.demo.club import Club, found_club
from bot.demo.loopback import LoopbackDiscord
from bot.matches import Challenges, MatchId, Play, Terms
from bot.storage import Database, FirstPlayer, Person, Place
from engine import Game, GameOptions

SUMMARY = "turns a second over sockets, and how long each takes"
LONGEST_ANSWER_MS = 3000
GOAL_P50_MS, GOAL_P99_MS = 40.0, 250.0
GOAL_MEMORY_MB = 20.0
"""How much the bot's process may grow from the first quarter of the time to its end."""


@dataclass
class Table:
    """A match that is played: its number, its channel and the game as it should be."""

    number: int
    channel: ChannelHandle
    game: Game
    players: tuple[MemberActor, MemberActor]
    answered: bool = True


@dataclass
class Measured:
    """What a load came to: the times of the answers in milliseconds, and what went wrong."""

    milliseconds: list[float] = field(default_factory=list)
    unanswered: int = 0
    skipped: int = 0
    seconds: float = 0.0
    resident_mb: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.milliseconds) / self.seconds


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--matches", type=int, default=200, help="matches at once (default: 200)")
    parser.add_argument("--rate", type=float, default=60.0, help="turns a second (default: 60)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")


def run(options: argparse.Namespace) -> None:
    """Print the figures."""
    asyncio.run(_run(options))


async def _run(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{folder}/turns.sqlite3"
        async with LoopbackDiscord.open() as server:
            tables = await seated(server, found_club(server.env), database, options.matches)
            async with _bot(server, database, Path(folder)) as bot:
                rng = random.Random(1)
                load = _Load(server, bot)
                helped = await load.measure(
                    lambda: _ask_for_help(server, rng.choice(tables)), options.rate, options.seconds / 4
                )
                turns = _Turns(server, tables, rng)
                played = await load.measure(turns.play, options.rate, options.seconds)
                played.skipped = turns.skipped
            _print(options, helped, played)


def _print(options: argparse.Namespace, helped: Measured, played: Measured) -> None:
    print(f"{options.matches} matches, {options.rate:g} interactions a second for {options.seconds:g} s")
    print(HEADER)
    goals = [options.rate * 0.98, GOAL_P50_MS, GOAL_P99_MS, LONGEST_ANSWER_MS, 0]
    for row in (*_rows("turn", played, goals), *_rows("/help", helped, [None] * len(goals))):
        print(row)
    begun = played.resident_mb[len(played.resident_mb) // 4]
    growth = max(played.resident_mb[-3:]) - begun
    print(Row("the bot's memory at the end (MB)", [played.resident_mb[-1]], ".0f"))
    print(Row("grown since the first quarter (MB)", [growth], ".1f", GOAL_MEMORY_MB, more_is_better=False))
    if played.skipped:
        print(f"{played.skipped} turns were not begun, since every match still waited for an answer.")


def _rows(name: str, measured: Measured, goals: Sequence[float | None]) -> Iterator[Row]:
    rate, *others = goals
    yield Row(f"{name}: answered a second", [measured.rate], ".1f", rate)
    figures = {
        "half of them within (ms)": median(measured.milliseconds),
        "99 of 100 within (ms)": quantiles(measured.milliseconds, n=100)[98],
        "the slowest (ms)": max(measured.milliseconds),
        "refused or unanswered": float(measured.unanswered),
    }
    for (what, figure), goal in zip(figures.items(), others, strict=True):
        yield Row(f"{name}: {what}", [figure], ".1f", goal, more_is_better=False)


async def seated(server: LoopbackDiscord, club: Club, database_url: str, count: int) -> list[Table]:
    """Matches at their first placement, some in each channel of the club, each of two new members."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)  # noqa: E731
    tables = []
    async with Database.open(database_url) as database:
        challenges, play = Challenges(database, now, lambda: True), Play(database, now)
        for number in range(count):
            channel = (club.catena, club.lounge)[number % 2]
            users = (server.env.create_user(f"{part}{number}") for part in ("first", "second"))
            first, second = map(club.guild.add_member, users)
            one, other = (_person(who) for who in (first, second))
            place = Place(club.guild.id, channel.id)
            made = await challenges.challenge(place, one, Terms(other, GameOptions(), FirstPlayer.CHALLENGER))
            match = (await challenges.accept(place, other, made.id)).match
            match = await play.act(place, one, MatchId.of(match), ["komi 7"])
            match = await play.act(place, other, MatchId.of(match), ["white"])
            tables.append(Table(match.number, channel, match.game.copy(), (first, second)))
        async with database.write() as transaction:
            # Nothing of this was played in Discord, and nothing of it is to be shown there.
            later = now() + timedelta(hours=1)
            while waiting := await transaction.outbox.take_due(later):
                await transaction.outbox.remove(waiting.entry)
    return tables


def _person(member: MemberActor) -> Person:
    return Person(member.id, member.user.global_name or member.user.name)


@asynccontextmanager
async def _bot(server: LoopbackDiscord, database_url: str, folder: Path) -> AsyncIterator[BotChild]:
    environment = {
        "CATENA_TOKEN": "benchmark",
        "CATENA_DATABASE_URL": database_url,
        "CATENA_LOG_LEVEL": "WARNING",
    }
    async with BotChild.start(server, environment=environment, log=folder / "bot.log") as bot:
        await bot.connected()
        await bot.until(lambda: bool(server.env.backend.commands))
        yield bot
        log = (folder / "bot.log").read_text()
        if log.strip():
            print(f"The bot's log:\n{log[:2000]}", file=sys.stderr)


class _Load:
    """Interactions at a steady rate, and when each is answered."""

    def __init__(self, server: LoopbackDiscord, bot: BotChild) -> None:
        self._server = server
        self._bot = bot

    async def measure(self, begin: Callable[[], Any], rate: float, seconds: float) -> Measured:
        """Begin interactions at a rate; ``begin`` returns what to await until its answer, or None."""
        measured, tasks = Measured(), []
        start = perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - perf_counter()))
            if begun := begin():
                tasks.append(asyncio.create_task(self._timed(begun, measured)))
            if number % int(rate) == 0:
                measured.resident_mb.append(_resident_mb(self._bot.pid))
        await asyncio.gather(*tasks)
        measured.seconds = perf_counter() - start
        return measured

    async def _timed(self, answered: Any, measured: Measured) -> None:
        begun = perf_counter()
        try:
            async with asyncio.timeout(10):
                await answered
        except (TimeoutError, ValueError):
            measured.unanswered += 1
            return
        measured.milliseconds.append((perf_counter() - begun) * 1000)


class _Turns:
    """Random turns, the next in a match once the one before is answered there."""

    def __init__(self, server: LoopbackDiscord, tables: list[Table], rng: random.Random) -> None:
        self._server = server
        self._tables = tables
        self._rng = rng
        self._next = 0
        self.skipped = 0

    def play(self) -> Any:
        """Begin the next turn; None where every match waits for an answer, or is over."""
        for _ in self._tables:
            table = self._tables[self._next]
            self._next = (self._next + 1) % len(self._tables)
            if table.answered and not table.game.is_over:
                return self._played(table)
        self.skipped += 1
        return None

    async def _played(self, table: Table) -> None:
        table.answered = False
        cell = self._rng.choice(table.game.legal_placements())
        player = table.game.player_to_act
        assert player is not None  # The game is not over.
        who = table.players[player.value - 1]
        values = {"turn": str(cell), "match": table.number}
        record = _send(self._server, who, table.channel, "move", values)
        await self._server.traffic.until(lambda: record.responded and not record.loading)
        if record.ephemeral:
            raise ValueError("the turn was refused")
        table.game.play(cell)
        table.answered = True


def _resident_mb(pid: int) -> float:
    """What a process holds in memory, on Linux."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def _ask_for_help(server: LoopbackDiscord, table: Table) -> None:
    record = _send(server, table.players[0], table.channel, "help", {})
    await server.traffic.until(lambda: record.responded)


def _send(
    server: LoopbackDiscord, who: MemberActor, channel: ChannelHandle, name: str, values: dict[str, Any]
) -> Interaction:
    """Let a command reach the bot without waiting for what it does."""
    backend = server.env.backend
    known = backend.find_command(name, None)
    assert known is not None  # The bot has told Discord about its commands.
    types = {option["name"]: option["type"] for option in known.get("options", ())}
    options = [{"name": one, "type": types[one], "value": value} for one, value in values.items()]
    record, payload = base_payload(
        backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=channel.id,
        guild_id=channel.guild and channel.guild.id,
        user_id=who.id,
        data={"id": known["id"], "name": name, "type": 1, "options": options},
    )
    backend.emit("INTERACTION_CREATE", payload)
    return record
