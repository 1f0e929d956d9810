"""``python -m tests.chaos --kills 200``: the long run."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.chaos.storm import storm


def main() -> int:
    """Run a storm and print its figures; returns 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description="Kill the bot while people play.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the moments and of the games")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="catena-chaos-"))
    figures = asyncio.run(storm(folder, options.kills, options.seed))
    sys.stdout.write("\n".join([str(figures), *figures.faults, f"Database and log are in {folder}.", ""]))
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
