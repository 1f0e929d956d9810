"""The real bot as a process of its own, on a real socket: how it starts, ends, and starts again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.demo.child import BotChild, BotStopped
from bot.demo.club import Club, found_club
from bot.demo.loopback import LoopbackDiscord
from bot.running import _unless_signalled as until_signalled
from tests.chaos.test_drain import free_port

ROOT = Path(__file__).parents[1]
TOKEN = "a-token-that-nobody-may-read"


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    # The first board takes longer to draw than the rig waits for more by itself.
    async with LoopbackDiscord.open(quiet_seconds=0.5) as opened:
        yield opened


@pytest.fixture
def club(server: LoopbackDiscord) -> Club:
    return found_club(server.env)


@asynccontextmanager
async def running_bot(server: LoopbackDiscord, folder: Path, **settings: str) -> AsyncIterator[BotChild]:
    """The bot on the database of a folder, ready for commands."""
    environment = {
        "CATENA_TOKEN": TOKEN,
        "CATENA_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'catena.sqlite3'}",
        "CATENA_LOG_LEVEL": "DEBUG",
        "PYTHONPATH": str(ROOT),
        **settings,
    }
    async with BotChild.start(server, environment=environment, log=folder / "bot.log") as bot:
        await bot.connected()
        await bot.until(lambda: bool(server.env.backend.commands))
        yield bot


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_cleanly_and_its_log_never_holds_the_token(
    number: signal.Signals, server: LoopbackDiscord, club: Club, tmp_path: Path
) -> None:
    async with running_bot(server, tmp_path) as bot:
        answer = await club.people[0].slash(club.catena, "help")
        assert answer.ephemeral
        await bot.stop(number)
    assert bot.exit_code == 0
    log = (tmp_path / "bot.log").read_text()
    assert "Told Discord about" in log
    assert re.search(r"command help: answered in \d+ ms \(\d+\)", log)
    assert TOKEN not in log
    assert "Traceback" not in log
    assert "WARNING" not in log


async def test_a_signal_ends_it_while_a_shard_reconnects_too() -> None:
    """What discord.py is doing then ends by a cancellation, and takes no further notice of it."""

    async def start() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    running = asyncio.create_task(until_signalled(asyncio.create_task(start())))
    try:
        await asyncio.sleep(0.1)
        os.kill(os.getpid(), signal.SIGTERM)
        ended, _ = await asyncio.wait([running], timeout=10)
        assert ended
    finally:
        running.cancel()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().remove_signal_handler(number)


async def test_a_token_that_discord_does_not_know_is_one_sentence_and_exit_code_2(
    server: LoopbackDiscord, club: Club, tmp_path: Path
) -> None:
    server.fail("GET", "/users/@me", status=401)
    with pytest.raises(BotStopped) as stopped:
        async with running_bot(server, tmp_path):
            pass
    assert stopped.value.exit_code == 2
    assert "Discord does not know the token in CATENA_TOKEN" in stopped.value.last_words
    assert "Traceback" not in stopped.value.last_words
    assert TOKEN not in stopped.value.last_words


@pytest.mark.parametrize(
    ("code", "sentence"),
    [(4011, "raise CATENA_SHARD_COUNT, for all processes."), (4010, "for good, with its code 4010.")],
)
async def test_what_discord_refuses_for_good_is_one_sentence_and_exit_code_2(
    code: int, sentence: str, server: LoopbackDiscord, club: Club, tmp_path: Path
) -> None:
    server.gateway.closes_with = code
    with pytest.raises(BotStopped) as stopped:
        async with running_bot(server, tmp_path):
            pass
    assert stopped.value.exit_code == 2
    assert stopped.value.last_words.endswith(sentence)
    assert "Traceback" not in stopped.value.last_words


async def test_after_a_kill_the_match_goes_on_by_its_old_buttons(
    server: LoopbackDiscord, club: Club, tmp_path: Path
) -> None:
    alice, bob, *_ = club.people
    async with running_bot(server, tmp_path) as bot:
        challenge = await alice.slash(club.catena, "challenge", opponent=bob, game="double")
        accepted = await bob.click(challenge.response, label="Accept")
        await bot.kill()
    assert bot.exit_code == -9
    async with running_bot(server, tmp_path):
        more = await alice.click(accepted.followups[-1], label="More")
        assert more.ephemeral
        again = await alice.slash(club.catena, "matches")
        assert "Match 1" in str(again.response and again.response.components)


async def test_whoever_runs_it_sees_how_it_is_and_what_it_did(
    server: LoopbackDiscord, club: Club, tmp_path: Path
) -> None:
    alice, bob, *_ = club.people
    port = str(free_port())
    async with running_bot(server, tmp_path, CATENA_HEALTH_PORT=port, CATENA_LOG_FORMAT="json") as bot:
        await alice.slash(club.catena, "challenge", opponent=alice)
        server.fail("POST", "*/callback", status=429)
        challenge = await alice.slash(club.catena, "challenge", opponent=bob)
        await bob.click(challenge.response, label="Accept")
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
            await well(client)
            async with client.get("/metrics") as response:
                numbers = await response.text()
        await bot.stop()
    for line in (
        'catena_interactions_total{kind="command",outcome="refused"} 1.0',
        'catena_interactions_total{kind="command",outcome="answered"} 1.0',
        'catena_refused_sends_total{status="429"} 1.0',
        'catena_render_seconds_count{picture="board"} 1.0',
        'catena_gateway_connected{shard="0"} 1.0',
    ):
        assert line in numbers.splitlines()
    assert re.search(r'catena_transaction_seconds_count\{mode="write"\} [1-9]', numbers)
    log = (tmp_path / "bot.log").read_text()
    records = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= {*record} for record in records)
    told = [record["interaction"] for record in records if "interaction" in record]
    assert [(one["kind"], one["name"], one["outcome"], one["reason"]) for one in told] == [
        ("command", "challenge", "refused", "OpponentIsYourself"),
        ("command", "challenge", "answered", None),
        ("press", "accept", "answered", None),
    ]
    assert TOKEN not in log + numbers


async def well(client: aiohttp.ClientSession) -> None:
    """Wait until the bot says that it is. discord.py waits two seconds for more servers."""
    async with asyncio.timeout(20):
        while True:
            async with client.get("/readyz") as response:
                if response.status == 200:
                    return
            await asyncio.sleep(0.1)
