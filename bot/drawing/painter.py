"""Whoever has a process draw."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Timer
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._is_ending = True
        # Nobody waits any more for what is being drawn.
        with self._killed_after(SECONDS_TO_END):
            self._thread.shutdown(cancel_futures=True)
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
        with self._killed_after(LONGEST_DRAWING):
            process.stdin.write(job)
            process.stdin.flush()
            answer: Answer = pickle.load(process.stdout)  # noqa: S301  From a process of ours, by a pipe.
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            pipe = subprocess.PIPE
            environment = os.environ | same_modules()
            self._process = subprocess.Popen(_COMMAND, stdin=pipe, stdout=pipe, env=environment)  # noqa: S603  Only constants.
        return self._process

    @contextmanager
    def _killed_after(self, seconds: float) -> Iterator[None]:
        """Let what waits for the process wait no longer than this: one that is killed is at its end."""
        timer = Timer(seconds, self._kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _kill(self) -> None:
        if process := self._process:
            process.kill()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
