"""What whoever runs the bot may do with its database, beside the bot: no token, no Discord."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches import Report, check, recompute_ratings
from bot.storage import Database, DatabaseAddress, MovedTable, copy_contents


async def recompute(url: DatabaseAddress) -> int:
    """Compute all ratings anew; return from how many results. Raises DatabaseUnusable.

    It is for a database of the newest schema, which a bot may be using.
    """
    async with Database.open_unchanged(url):
        pass
    async with Database.open(url) as database, database.write() as transaction:
        return await recompute_ratings(transaction)


async def check_database(url: DatabaseAddress) -> Report:
    """Look at everything in a database and change nothing. Raises DatabaseUnusable."""
    async with Database.open_unchanged(url) as database, database.read() as transaction:
        return await check(transaction)


async def move_data(source: DatabaseAddress, target: DatabaseAddress) -> tuple[Sequence[MovedTable], Report]:
    """Copy everything into an empty database, and look at it there. The source stays as it is.

    Raises DatabaseUnusable, also for a source that is not of the newest schema, and CopyRefused.
    """
    async with Database.open_unchanged(source) as origin, Database.open(target) as aim:
        # One view of the source, and all or nothing in the target.
        async with origin.read() as reading, aim.write() as writing:
            moved = await copy_contents(reading.contents, writing.contents)
        async with aim.read() as transaction:
            return moved, await check(transaction)
