from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads

import pytest

from bot.drawing import jobs
from bot.drawing.painter import SECONDS_TO_END, Painter
from engine import Game, GameOptions
from rendering import ThemeName, describe_board, render_board

GAME = Game.replay(GameOptions(), ["komi 7", "white", "D5", "F3"])


@pytest.fixture
def own_painter() -> Iterator[Painter]:
    """One whose process may come to harm."""
    with Painter() as painter:
        yield painter


async def draw(painter: Painter) -> tuple[str, bytes]:
    drawn, seconds = await painter.draw(jobs.board, GAME, ThemeName.WOOD, None, None)
    assert 0 < seconds < 60
    return drawn


async def pid(painter: Painter) -> int:
    number, _ = await painter.draw(os.getpid)
    return number


async def test_another_process_draws_the_same(painter: Painter) -> None:
    assert await draw(painter) == (describe_board(GAME), render_board(GAME))
    assert await pid(painter) != os.getpid()


async def test_what_goes_wrong_there_is_told_here_and_hurts_nothing(painter: Painter) -> None:
    before = await pid(painter)
    with pytest.raises(ValueError, match="negative shift") as told:
        await painter.draw(int.__lshift__, 1, -1)
    assert "In the process that draws:\nTraceback" in told.value.__notes__[0]
    assert await pid(painter) == before


async def test_an_error_that_cannot_be_sent_is_told_in_words(painter: Painter) -> None:
    with pytest.raises(RuntimeError, match="A9 is not allowed: off the board") as told:
        await painter.draw(Game.replay, GameOptions(2), ["A9"])
    assert "In the process that draws:\nTraceback" in told.value.__notes__[0]


async def test_a_process_that_was_killed_is_replaced_and_the_picture_drawn(
    own_painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    before = await pid(own_painter)
    os.kill(before, signal.SIGKILL)
    assert await draw(own_painter) == (describe_board(GAME), render_board(GAME))
    assert [record.getMessage() for record in caplog.records] == [
        "The process that draws has died; another takes its place"
    ]
    assert await pid(own_painter) != before


async def test_a_process_that_has_come_to_a_stop_is_replaced_too(
    own_painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await pid(own_painter)
    monkeypatch.setattr("bot.drawing.painter.LONGEST_DRAWING", 5)
    os.kill(before, signal.SIGSTOP)
    assert await pid(own_painter) != before
    assert not is_alive(before)


async def test_no_picture_needs_a_thread_of_its_own(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    await draw(painter)
    started: list[Thread] = []
    monkeypatch.setattr(Thread, "start", started.append)
    await draw(painter)
    assert started == []


def test_no_thread_is_left_behind() -> None:
    before = set(enumerate_threads())
    with Painter() as painter:
        asyncio.run(pid(painter))
        assert set(enumerate_threads()) > before
    assert set(enumerate_threads()) == before


async def test_the_bot_ends_though_a_process_has_come_to_a_stop_in_the_midst_of_a_picture() -> None:
    with Painter() as painter:
        process = await pid(painter)
        os.kill(process, signal.SIGSTOP)
        drawing = asyncio.create_task(draw(painter))
        await asyncio.sleep(0.1)
        begun = time.monotonic()
    assert time.monotonic() - begun < SECONDS_TO_END
    assert not is_alive(process)
    with pytest.raises(EOFError):
        await drawing


def test_what_is_called_like_a_module_of_ours_in_the_current_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('not ours')")
    written = (
        "import asyncio, os\n"
        "from bot.drawing.painter import Painter\n"
        "with Painter() as painter:\n"
        "    asyncio.run(painter.draw(os.getpid))\n"
    )
    # As the command `catena-bot` is run: it does not look there either.
    subprocess.run(
        [sys.executable, "-P", "-c", written],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    )


async def test_pictures_are_drawn_till_the_bot_has_ended(own_painter: Painter) -> None:
    """Whoever asks it to stop often asks all processes that belong to it."""
    before = await pid(own_painter)
    for asked in (signal.SIGTERM, signal.SIGINT):
        os.kill(before, asked)
    await draw(own_painter)
    assert await pid(own_painter) == before


async def test_it_ends_with_the_bot() -> None:
    with Painter() as painter:
        process = await pid(painter)
        assert is_alive(process)
    assert not is_alive(process)


def test_it_ends_with_a_bot_that_is_killed() -> None:
    written = (
        "import asyncio, os, signal\n"
        "from bot.drawing.painter import Painter\n"
        "print(asyncio.run(Painter().draw(os.getpid))[0], flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", written], capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    until = time.monotonic() + 10
    while is_alive(int(killed.stdout)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_alive(int(killed.stdout))


def test_whose_bot_was_killed_while_it_drew_ends_without_a_word() -> None:
    command = [sys.executable, "-m", "bot.drawing.process"]
    job = pickle.dumps(partial(time.sleep, 0.2))
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(job)
        process.stdin.flush()
        process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=10) == 0
        assert process.stderr.read() == b""


def is_alive(process: int) -> bool:
    """Whether there is such a process, other than as what its parent has not asked about yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
