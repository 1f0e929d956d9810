"""What whoever runs the bot may do with its database, beside the bot: no token, no Discord."""

from __future__ import annotations

from bot.matches import Report, check, recompute_ratings
from bot.storage import Database, DatabaseAddress


async def recompute(url: DatabaseAddress) -> int:
    """Compute all ratings anew; return from how many results. Raises DatabaseUnusable."""
    async with Database.open(url) as database, database.write() as transaction:
        return await recompute_ratings(transaction)


async def check_database(url: DatabaseAddress) -> Report:
    """Look at everything in a database and change nothing. Raises DatabaseUnusable."""
    async with Database.open_unchanged(url) as database, database.read() as transaction:
        return await check(transaction)
