"""``python -m tests.fuzz --cases 1000000``: the long run."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.fuzz.running import FUZZES


def main() -> int:
    """Try that much and print how much it was; what fails ends it with the least case that does."""
    parser = argparse.ArgumentParser(description="Send the bot what nobody should, and look at what is left.")
    parser.add_argument("--cases", type=int, default=100_000, help="in all (default: 100000)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first run of each kind; the next has the next"
    )
    options = parser.parse_args()
    total = sum(_fuzz(name, options.cases, options.seed) for name in FUZZES)
    sys.stdout.write(f"{total:,} cases, no fault\n")
    return 0


def _fuzz(name: str, cases: int, seed: int) -> int:
    """Give a fuzz its share of the cases; returns how many ran, which is a few more."""
    fuzz, tried, start = FUZZES[name], Counter[str](), time.monotonic()
    while tried.total() < cases * fuzz.share:
        tried += fuzz.run(fuzz.at_once, seed)
        seed += 1
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in tried.most_common())
    sys.stdout.write(f"{name}: {tried.total():,} in {time.monotonic() - start:.0f} s ({kinds})\n")
    sys.stdout.flush()
    return tried.total()


if __name__ == "__main__":
    sys.exit(main())
