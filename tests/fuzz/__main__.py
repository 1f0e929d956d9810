"""``python -m tests.fuzz --examples 20000``: the long run."""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.running import PROPERTIES, run_property, run_walks
from tests.fuzz.walk import Figures

CASES_OF_A_WALK = 20
"""A walk takes as long as many cases of the others."""


def main() -> int:
    """Run everything and print how many cases ran; what fails ends it with the least case that does."""
    parser = argparse.ArgumentParser(description="Send the bot what nobody should, and look at what is left.")
    parser.add_argument("--examples", type=int, default=20_000, help="of each kind of input")
    examples = parser.parse_args().examples
    for name in PROPERTIES:
        _tell(name, run_property, name, examples)
    figures = Figures()
    _tell("walks", run_walks, max(examples // CASES_OF_A_WALK, 1), figures)
    done = ", ".join(f"{count} {kind}" for kind, count in sorted(figures.done.items()))
    sys.stdout.write(f"In the walks: {done}; {figures.refused} refused.\n")
    return 0


def _tell(name: str, run, *arguments) -> None:
    start = time.monotonic()
    ran = run(*arguments)
    sys.stdout.write(f"{name}: {ran} cases in {time.monotonic() - start:.0f} s, no fault\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
