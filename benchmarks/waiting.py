"""A queue before one process: who comes at random waits until those before are served."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

Milliseconds = float


def answer_times(
    per_second: float, service: Callable[[Random], Milliseconds], rng: Random
) -> Iterator[Milliseconds]:
    """From each arrival to the end of its service, one after the other, without an end.

    Arrivals are a Poisson process; one is served at a time, in the order of arrival (Lindley's recursion).
    """
    waits = 0.0
    while True:
        answered = waits + service(rng)
        yield answered
        waits = max(0.0, answered - 1000 * rng.expovariate(per_second))


def centile_99(times: Iterator[Milliseconds], count: int) -> Milliseconds:
    """What 99 of 100 of the first ``count`` times do not exceed."""
    return sorted(islice(times, count))[count * 99 // 100]
