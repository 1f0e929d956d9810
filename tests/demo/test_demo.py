"""``python -m bot demo``, as somebody starts and ends it."""

from __future__ import annotations

import asyncio
import fcntl
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from bot.demo import DemoOptions, run_demo
from bot.demo.club import found_club
from bot.demo.loopback import LoopbackDiscord

from .conftest import REPOSITORY


@asynccontextmanager
async def started(
    *arguments: str, options: tuple[str, ...] = (), folder: Path = REPOSITORY
) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *options, "-m", "bot", "demo", "--no-browser", *arguments),
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def told(process: asyncio.subprocess.Process, last: str) -> str:
    """What the process prints up to the line that contains ``last``."""
    assert process.stdout is not None
    lines: list[str] = []
    async with asyncio.timeout(15):
        while not lines or last not in lines[-1]:
            line = await process.stdout.readline()
            assert line, f"it ended after {lines!r}"
            lines.append(line.decode())
    return "".join(lines)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_demo_serves_its_page_until_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    database = tmp_path / "club.sqlite3"
    async with started("--database", str(database)) as process:
        output = await told(process, "Ctrl-C")
        address = next(word for word in output.split() if "?as=bob#" in word)
        async with aiohttp.ClientSession() as browser, browser.get(address) as page:
            assert page.status == 200
        process.send_signal(number)
        assert await process.wait() == 0
    assert database.exists()


def test_nothing_is_left_of_it_when_its_terminal_is_closed(tmp_path: Path) -> None:
    ours, terminal = os.openpty()
    process = subprocess.Popen(
        (sys.executable, "-m", "bot", "demo", "--no-browser"),
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(tmp_path)},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=partial(fcntl.ioctl, terminal, termios.TIOCSCTTY),
    )
    os.close(terminal)
    shown = b""
    while b"Ctrl-C" not in shown:
        shown += os.read(ours, 1000)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert children
    assert list(tmp_path.iterdir())
    os.close(ours)
    assert process.wait(timeout=15) == 0
    assert not list(tmp_path.iterdir())
    assert not [child for child in children if Path("/proc", child).exists()]


async def test_a_module_in_the_current_folder_is_not_taken_for_the_bot(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('not ours')")
    # As the command `catena-bot` is run: it does not look there either.
    async with started(options=("-P",), folder=tmp_path) as process:
        await told(process, "Ctrl-C")


def test_a_bot_that_stops_ends_the_demo_with_what_it_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "missing" / "club.sqlite3"
    assert run_demo(DemoOptions(database, open_browser=False)) == 1
    errors = capsys.readouterr().err
    assert "can't be used" in errors
    assert "The bot stopped" in errors


def test_a_taken_port_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run_demo(DemoOptions(open_browser=False, port=port)) == 1
    assert capsys.readouterr().err == f"The demo can't go on: preview could not bind port {port}.\n"


def test_missing_packages_are_told_with_the_command_that_installs_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert run_demo(DemoOptions()) == 2
    assert "pip install '.[demo]'" in capsys.readouterr().err


async def test_people_and_channels_have_the_same_ids_at_every_start() -> None:
    clubs = []
    for _ in range(2):
        async with LoopbackDiscord.open() as server:
            clubs.append(found_club(server.env))
    first, second = (
        [club.guild.id, club.catena.id, club.lounge.id]
        + [person.id for person in club.people]
        + [person.user.dm_channel.id for person in club.people]
        for club in clubs
    )
    assert first == second


async def test_each_discord_is_a_new_application_which_the_bot_tells_of_its_commands() -> None:
    applications = set()
    for _ in range(2):
        async with LoopbackDiscord.open() as server:
            found_club(server.env)
            applications.add(server.env.backend.application_id)
        # Ids count milliseconds, and no two demos start within one.
        await asyncio.sleep(0.005)
    assert len(applications) == 2
