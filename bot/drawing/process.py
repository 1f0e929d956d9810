"""The process that draws: ``python -m bot.drawing.process``, which only `Painter` starts.

Standard input is a row of pickled functions to call. For each an `Answer` goes to standard output.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable

import bot.drawing.jobs  # noqa: F401  The first job should not have to wait for it.


def main() -> None:
    """Do one job after the other, until there is nobody left to give any."""
    # Signals are often sent to the bot and all that belongs to it, and it may need pictures to end well.
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    with contextlib.suppress(EOFError, pickle.UnpicklingError):
        while True:
            # From the bot, by a pipe that nobody else has.
            _answer(_timed(pickle.load(sys.stdin.buffer)))  # noqa: S301


def _answer(answer: tuple[object, Exception | None, float]) -> None:
    try:
        sys.stdout.buffer.write(pickle.dumps(answer))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The bot was killed, and there is nobody to tell that: not even what is flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _timed(job: Callable[[], object]) -> tuple[object, Exception | None, float]:
    start = time.perf_counter()
    try:
        return job(), None, time.perf_counter() - start
    except Exception as error:
        error.add_note(f"In the process that draws:\n{traceback.format_exc()}")
        return None, _sendable(error), time.perf_counter() - start


def _sendable(error: Exception) -> Exception:
    """An error, or where it can't be put together again from what is pickled, its words."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  Pickled right here.
    except Exception:
        instead = RuntimeError(repr(error))
        for note in error.__notes__:
            instead.add_note(note)
        return instead
    return error


if __name__ == "__main__":
    main()
