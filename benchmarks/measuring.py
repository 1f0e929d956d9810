"""What measuring costs a turn: the same counting and logging as the bot does, with nothing to count.

A turn is stored in a database file and drawn, both as for the bot, but without Discord: not a whole one.
All figures are CPU time of the process, its threads included.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import aiohttp

from benchmarks.table import HEADER, Row
from bot.drawing import jobs
from bot.handling import Kind, UnderWay, handling_of
from bot.logs import JsonFormatter
from bot.matches import Challenges, MatchId, Play, Terms
from bot.metrics import Access, Drawing, Metrics
from bot.storage import Database, FirstPlayer, Person, Place
from engine import GameOptions
from rendering import ThemeName

SUMMARY = "what measuring costs a turn"
READS, WRITES, REQUESTS = 3, 3, 3
"""Of a turn: whom it is by, what is stored, what is noted as shown; the answer, and the board before."""
MEASURED_AT_ONCE = 2000
TURNS = 20
GOAL_PERCENT = 1.0
PLACE, ALICE, BOB = Place(1, 2), Person(10, "Alice"), Person(11, "Bob")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default: 5)")


def run(options: argparse.Namespace) -> None:
    """Print the figures."""
    asyncio.run(_run(options.rounds))


async def _run(rounds: int) -> None:
    measuring, playing = [], []
    _log_to_nowhere()
    for _ in range(rounds):
        measuring.append(await _cpu_seconds(_measure) / MEASURED_AT_ONCE)
        playing.append(await _cpu_seconds(_play) / TURNS)
    shares = [100 * one / other for one, other in zip(measuring, playing, strict=True)]
    print(HEADER)
    print(Row("measuring a turn (µs)", [seconds * 1e6 for seconds in measuring], ".0f"))
    print(Row("a turn without Discord (ms)", [seconds * 1e3 for seconds in playing], ".2f"))
    print(Row("measuring ÷ a turn (%)", shares, ".2f", GOAL_PERCENT, more_is_better=False))


def _log_to_nowhere() -> None:
    """Write what is logged of interactions as JSON, into a file that keeps nothing."""
    handler = logging.FileHandler("/dev/null")
    handler.setFormatter(JsonFormatter())
    log = logging.getLogger("bot.handling")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


async def _cpu_seconds(work: Callable[[], Awaitable[float | None]]) -> float:
    began = time.process_time()
    left_out = await work() or 0.0
    return time.process_time() - began - left_out


async def _measure() -> None:
    metrics = Metrics()
    under_way, trace = UnderWay(metrics), metrics.requests_trace()
    for number in range(MEASURED_AT_ONCE):
        await asyncio.create_task(_measured(metrics, under_way, trace, number))


async def _measured(metrics: Metrics, under_way: UnderWay, trace: aiohttp.TraceConfig, number: int) -> None:
    interaction: Any = SimpleNamespace(id=number, guild_id=1, channel_id=2, extras={})
    under_way.begin(interaction, Kind.COMMAND, "move")
    for access, times in ((Access.READ, READS), (Access.WRITE, WRITES)):
        for _ in range(times):
            with metrics.transaction(access):
                pass
    with metrics.render_queue.track_inprogress(), metrics.render_seconds.labels(Drawing.BOARD).time():
        pass
    ended: Any = SimpleNamespace(method="POST", response=SimpleNamespace(status=200))
    for _ in range(REQUESTS):
        for count in trace.on_request_end:
            await count(None, None, ended)
    handling_of(interaction).answered()


async def _play() -> float:
    """Play turns; returns the CPU time of what was done before them."""
    began, rng = time.process_time(), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/turns.sqlite3"
        async with Database.open(url) as database:
            challenges, play = Challenges(database, _now, lambda: True), Play(database, _now)
            made = await challenges.challenge(PLACE, ALICE, Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER))
            match = (await challenges.accept(PLACE, BOB, made.id)).match
            match = await play.act(PLACE, ALICE, MatchId.of(match), ["komi 7"])
            match = await play.act(PLACE, BOB, MatchId.of(match), ["white"])
            jobs.board(match.game, ThemeName.WOOD, None, None)
            before = time.process_time() - began
            for turn in range(TURNS):
                cell = rng.choice(match.game.legal_placements())
                match = await play.act(PLACE, (ALICE, BOB)[turn % 2], MatchId.of(match), [str(cell)])
                jobs.board(match.game, ThemeName.WOOD, None, None)
                await play.set_message(match, turn + 1)
    return before


def _now() -> datetime:
    return datetime.now(UTC)
