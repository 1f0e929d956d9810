"""The process that draws: ``python -m bot.drawing.process``, which only `Painter` starts.

Standard input is a row of pickled functions to call. For each an `Answer` goes to standard output.
"""

from __future__ import annotations

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
    jobs, results = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            job = pickle.load(jobs)  # noqa: S301  From the bot, by a pipe that nobody else has.
        except EOFError:
            return
        pickle.dump(_timed(job), results)
        results.flush()


def _timed(job: Callable[[], object]) -> tuple[object, Exception | None, float]:
    start = time.perf_counter()
    try:
        return job(), None, time.perf_counter() - start
    except Exception as error:
        error.add_note(f"In the process that draws:\n{traceback.format_exc()}")
        return None, error, time.perf_counter() - start


if __name__ == "__main__":
    main()
