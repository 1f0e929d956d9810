"""Asked to stop, the bot answers everybody whom it has heard; asked twice, it leaves that to the next one."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from simcord.backend.models import Interaction

from benchmarks.turns import Table, seated
from bot.demo.child import BotChild
from bot.matches import GRACE
from bot.scheduler import ROUND
from bot.storage import url_of
from tests.bot.wire import Wire
from tests.chaos.hands import lasting
from tests.chaos.storm import SPEED, Stage

CALLBACKS = "/interactions/*/callback"
IN_FLIGHT = 20
UNTIL_DELIVERED = (GRACE + 2 * ROUND).total_seconds() / SPEED
"""After which a bot has looked for what was not shown, by the true clock."""


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage.open(tmp_path, seed=1, loop_speed=1) as opened:
        yield opened


async def seats(stage: Stage, count: int) -> list[Table]:
    """So many matches in which a stone is to be placed."""
    return await seated(stage.server, stage.club, str(url_of(stage.path)), count)


async def playable(stage: Stage, bot: BotChild) -> None:
    await bot.connected()
    await bot.until(lambda: bool(stage.server.env.backend.commands))


def place_stone(stage: Stage, table: Table) -> Interaction:
    """Let whoever is to act place a stone, without waiting for anything."""
    wire = Wire(stage.server.env, table.channel)
    return lasting(wire.command(table.players[0], "move", {"turn": "D5", "match": table.number}))


async def in_flight(stage: Stage, bot: BotChild, tables: list[Table]) -> list[Interaction]:
    """Let a stone be placed at each table, and wait until Discord has told the bot to answer later."""
    stage.server.env.inject_error("POST", CALLBACKS, status=429, times=len(tables))
    moves = [place_stone(stage, table) for table in tables]
    await bot.until(lambda: len(callbacks(stage)) >= len(tables))
    assert not any(move.responded for move in moves)
    return moves


def callbacks(stage: Stage) -> list[str]:
    return [request.path for request in stage.server.requests if request.path.endswith("/callback")]


def stones(stage: Stage) -> list[int]:
    """How often each match has the stone."""
    return [[one.written for one in match.actions].count("D5") for match in stage.ledger.matches()]


def times_shown(stage: Stage) -> list[int]:
    """How often each position that was ever shown was."""
    return [len(messages) for messages in stage.witness.boards.values()]


async def test_everybody_in_flight_is_answered_once_and_nothing_is_left_for_the_next(stage: Stage) -> None:
    tables = await seats(stage, IN_FLIGHT)
    stage.server.rest.rate_limit_seconds = 1.0
    async with stage.bot() as bot:
        await playable(stage, bot)
        moves = await in_flight(stage, bot, tables)
        await bot.stop(signal.SIGTERM, grace_seconds=10)
    assert bot.exit_code == 0
    assert [move.responded and not move.loading for move in moves] == [True] * IN_FLIGHT
    assert stones(stage) == [1] * IN_FLIGHT
    assert stage.ledger.unshown == []
    async with stage.bot() as bot:
        await bot.connected()
        await asyncio.sleep(UNTIL_DELIVERED)
    assert times_shown(stage) == [1] * IN_FLIGHT


async def test_asked_twice_it_ends_at_once_and_the_next_one_shows_what_was_left(stage: Stage) -> None:
    tables = await seats(stage, 1)
    stage.server.rest.rate_limit_seconds = 30.0
    port = free_port()
    async with stage.bot(CATENA_HEALTH_PORT=str(port)) as bot:
        await playable(stage, bot)
        await in_flight(stage, bot, tables)
        bot.ask_to_stop(signal.SIGTERM)
        assert await told_by(port) == {"status": "draining", "missing": ["gateway"]}
        await bot.stop(signal.SIGTERM, grace_seconds=6)
    assert bot.exit_code == 0
    assert times_shown(stage) == []
    async with stage.bot() as bot:
        await bot.connected()
        await stage.recovered()
    assert stones(stage) == times_shown(stage) == [1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


async def told_by(port: int) -> dict[str, Any]:
    """What the bot says of itself, once it is not just alive any more."""
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
        while True:
            async with client.get("/readyz") as response:
                told: dict[str, Any] = await response.json()
            if told["status"] == "draining":
                return told
