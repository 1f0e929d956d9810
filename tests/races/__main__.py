"""``python -m tests.races --interleavings 10000``: the long run."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, seed, settings

from bot.storage import url_of
from tests.races.race import Race, track
from tests.races.strategies import races


def main() -> int:
    """Run so many races and print the figures; returns 1 if one came out as no order would let it."""
    parser = argparse.ArgumentParser(description="Let people act at once, in many orders.")
    parser.add_argument("--interleavings", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    found = search(options.interleavings, options.seed)
    seconds = time.monotonic() - began
    figures = f"{found.count} interleavings in {seconds:.0f} s, faults: {len(found.faults)}."
    sys.stdout.write("\n".join([figures, *found.faults, ""]))
    return 1 if found.faults else 0


@dataclass
class Found:
    """How many races were run, and what was wrong with the simplest of those that went wrong."""

    count: int = 0
    faults: list[str] = field(default_factory=list)


def search(interleavings: int, number: int) -> Found:
    """Run so many races, drawn from a seed; fewer if one goes wrong."""
    found = Found()
    with (
        TemporaryDirectory(prefix="catena-races-") as folder,
        track(url_of(Path(folder, "races.sqlite3"))) as faults_of,
    ):

        @seed(number)
        @settings(max_examples=interleavings, deadline=None, database=None, suppress_health_check=HealthCheck)
        @given(race=races)
        def run(race: Race) -> None:
            found.count += 1
            found.faults = faults_of(race)
            assert not found.faults

        with suppress(AssertionError):
            run()
    return found


if __name__ == "__main__":
    sys.exit(main())
