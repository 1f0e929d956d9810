"""``python -m tests.chaos --kills 200``: the long run."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.chaos.outage import outage
from tests.chaos.storm import storm

OUTAGE_MINUTES = 10


def main() -> int:
    """Run a storm and an outage, and print their figures; returns 1 if a promise was broken."""
    parser = argparse.ArgumentParser(
        description="Kill the bot while people play, and let it live through an outage."
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the moments and of the games")
    options = parser.parse_args()
    folder, calm = (Path(tempfile.mkdtemp(prefix=f"catena-{name}-")) for name in ("chaos", "outage"))
    figures = asyncio.run(storm(folder, options.kills, options.seed))
    faults = asyncio.run(outage(calm, OUTAGE_MINUTES, options.seed))
    lasted = f"An outage of {OUTAGE_MINUTES} minutes: {len(faults)} promises broken."
    kept = f"Databases and logs are in {folder} and {calm}."
    sys.stdout.write("\n".join([str(figures), *figures.faults, lasted, *faults, kept, ""]))
    return 1 if figures.faults or faults else 0


if __name__ == "__main__":
    sys.exit(main())
