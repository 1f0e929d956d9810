"""Whoever has a process draw."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, Thread
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from bot.own_modules import same_modules

P = ParamSpec("P")
T = TypeVar("T")

Answer = tuple[Any, Exception | None, float]
"""What was drawn or why it was not, and the seconds that it took."""

LONGEST_DRAWING = 60
"""In seconds. The longest animation takes a few; what takes so much longer has come to a stop."""
SECONDS_TO_END = 2
SECONDS_BETWEEN_LOOKS = 0.5
_COMMAND = (sys.executable, "-m", "bot.drawing.process")

_log = logging.getLogger(__name__)


class Painter:
    """Draws in a process of its own, one picture after the other.

    Drawing holds the interpreter for most of its time: in a thread of the bot it would keep everybody waiting
    who presses something meanwhile. The process starts when it is first needed, unless it is told to `start`
    before, and ends with the bot, however that ends.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ending = False
        # It waits for the process, which none but it speaks to.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
        self._begun_at: float | None = None
        self._has_ended = Event()
        self._watchdog = Thread(target=self._watch, name="painter-watchdog", daemon=True)
        self._watchdog.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._is_ending = True
        self._thread.shutdown(cancel_futures=True)
        self._has_ended.set()
        self._watchdog.join()
        self._end()

    def start(self) -> None:
        """Let the process get ready, beside whatever comes next."""
        self._thread.submit(self._started)

    async def draw(self, job: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> tuple[T, float]:
        """Have a job done; returns its result and the seconds that it took. What it raises is raised here."""
        asked = pickle.dumps(partial(job, *arguments, **options))
        answer = await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, asked)
        drawn: T
        drawn, error, seconds = answer
        if error:
            raise error
        return drawn, seconds

    def _ask(self, job: bytes) -> Answer:
        try:
            return self._answered(job)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            if self._is_ending:
                raise
            _log.warning("The process that draws has died; another takes its place")
            self._end()
            return self._answered(job)

    def _answered(self, job: bytes) -> Answer:
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        self._begun_at = time.perf_counter()
        try:
            process.stdin.write(job)
            process.stdin.flush()
            answer: Answer = pickle.load(process.stdout)  # noqa: S301  From a process of ours, by a pipe.
        finally:
            self._begun_at = None
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            pipe = subprocess.PIPE
            environment = os.environ | same_modules()
            self._process = subprocess.Popen(_COMMAND, stdin=pipe, stdout=pipe, env=environment)  # noqa: S603  Only constants.
        return self._process

    def _watch(self) -> None:
        """Kill a process that has come to a stop: whoever waits for it is then told that it is at its end."""
        while not self._has_ended.wait(SECONDS_BETWEEN_LOOKS):
            process, begun_at = self._process, self._begun_at
            if process and begun_at is not None and self._is_too_long(time.perf_counter() - begun_at):
                process.kill()

    def _is_too_long(self, seconds: float) -> bool:
        # Of a bot that ends nobody waits any more for what is being drawn.
        return self._is_ending or seconds > LONGEST_DRAWING

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
