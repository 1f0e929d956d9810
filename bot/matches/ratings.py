"""How matches end in the database, and the ratings that follow from their results.

Ratings are those of Weng and Lin (2011), as the library openskill computes them: what is known of a player's
strength is a normal distribution, which each result moves and narrows.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from openskill.models import PlackettLuce

from bot.storage import Ending, RatingRecord, Result, Transaction, Variant
from engine import Player

START = 1500
POINTS_EACH = 24

_MODEL = PlackettLuce()
NEWCOMER = RatingRecord(_MODEL.mu, _MODEL.sigma)


def shown_rating(rating: RatingRecord) -> int:
    """A rating as one number: what a player is worth at the least, with good confidence; `START` at first."""
    return round(START + POINTS_EACH * (rating.mu - 3 * rating.sigma))


async def end_match(
    transaction: Transaction, match_id: int, ending: Ending, winner: Player | None, ended_at: datetime
) -> None:
    """End a match, and let its result count for the ratings, all or nothing. Every ending comes here."""
    await transaction.matches.end(match_id, ending, winner, ended_at)
    result = await transaction.results.decided(match_id)
    if result is None:
        return
    if not await transaction.results.has_later(result):
        await _apply(transaction, result)
        return
    # Ratings depend on the order of results. A later one is counted already, so all are counted again.
    variant = Variant(result.scope_id, result.game_type, result.scoring)
    await transaction.ratings.clear(variant.scope_id, variant.game_type, variant.scoring)
    for earlier_or_later in await transaction.results.all_decided(variant):
        await _apply(transaction, earlier_or_later)


async def recompute_ratings(transaction: Transaction) -> int:
    """Compute all ratings anew from the matches alone; return how many results count."""
    await transaction.ratings.clear_all()
    results = await transaction.results.all_decided()
    for result in results:
        await _apply(transaction, result)
    return len(results)


async def _apply(transaction: Transaction, result: Result) -> None:
    """Let one result count, in the ratings of its variant over all sizes and in those of its size."""
    people = result.first_id, result.second_id
    winner, loser = people if result.winner is Player.FIRST else people[::-1]
    for size in (None, result.size):
        variant = Variant(result.scope_id, result.game_type, result.scoring, size)
        before = [await transaction.ratings.get(variant, person) or NEWCOMER for person in (winner, loser)]
        won, lost = rated(*before)
        await transaction.ratings.put(variant, winner, won)
        await transaction.ratings.put(variant, loser, lost)


def rated(winner: RatingRecord, loser: RatingRecord) -> tuple[RatingRecord, RatingRecord]:
    """Both ratings after a match."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in (winner, loser)]
    (won,), (lost,) = _MODEL.rate(teams)
    return (
        replace(winner, mu=won.mu, sigma=won.sigma, won=winner.won + 1),
        replace(loser, mu=lost.mu, sigma=lost.sigma, lost=loser.lost + 1),
    )
