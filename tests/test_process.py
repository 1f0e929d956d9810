"""The real bot as a process of its own, on a real socket: how it starts, ends, and starts again."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.demo.child import BotChild, BotStopped
from bot.demo.club import Club, found_club
from bot.demo.loopback import LoopbackDiscord

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
async def running_bot(server: LoopbackDiscord, folder: Path) -> AsyncIterator[BotChild]:
    """The bot on the database of a folder, ready for commands."""
    environment = {
        "CATENA_TOKEN": TOKEN,
        "CATENA_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'catena.sqlite3'}",
        "CATENA_LOG_LEVEL": "DEBUG",
        "PYTHONPATH": str(ROOT),
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
    assert TOKEN not in log
    assert "Traceback" not in log


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
