"""``python -m tests.chaos.migrating DATABASE MIGRATIONS``: open a database by later migrations."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.storage import Database, schema, url_of


async def main() -> None:
    """Say when it begins, to whoever waits to kill this process."""
    path, schema.MIGRATIONS = Path(sys.argv[1]), sys.argv[2]
    sys.stdout.write("begins\n")
    sys.stdout.flush()
    async with Database.open(url_of(path)):
        return


if __name__ == "__main__":
    asyncio.run(main())
