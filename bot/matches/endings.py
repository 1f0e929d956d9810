"""How matches end: once in the database, and then where everybody sees it."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.matches.finding import stored
from bot.matches.match import Match
from bot.matches.ratings import end_match
from bot.matches.unshown import GRACE, match_entry, to_show
from bot.storage import Ending, Transaction
from engine import Player


async def end_and_show(
    transaction: Transaction,
    match: Match,
    ending: Ending,
    winner: Player | None,
    now: datetime,
    grace: timedelta = GRACE,
) -> Match:
    """End a match and have that shown, by others if nobody has done it after ``grace``."""
    await end_match(transaction, match.record.id, ending, winner, now)
    ended = await stored(transaction, match)
    await to_show(transaction, match_entry(ended), now, grace)
    return ended
