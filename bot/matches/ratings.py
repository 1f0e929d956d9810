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

Ratings = dict[tuple[Variant, int], RatingRecord]
"""By variant and player."""

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
    await transaction.planned_replies.clear_match(match_id)
    await transaction.results.settle(match_id)
    result = await transaction.results.decided(match_id)
    if result is None:
        return
    if not await transaction.results.has_later(result):
        await _apply(transaction, result)
        return
    # Ratings depend on the order of results. A later one is counted already, so all are counted again.
    variant = Variant(result.scope_id, result.game_type, result.scoring)
    await transaction.ratings.clear(variant)
    await transaction.ratings.add(await ratings_of(transaction, variant))


async def recompute_ratings(transaction: Transaction) -> int:
    """Compute all ratings anew from the matches alone; return how many results count."""
    await transaction.results.settle_all()
    await transaction.ratings.clear_all()
    count = 0
    async for variant in transaction.results.variants():
        ratings = await ratings_of(transaction, variant)
        await transaction.ratings.add(ratings)
        # Of those over all sizes: each result is a win for one of them.
        count += sum(rating.won for (one, _), rating in ratings.items() if one.size is None)
    return count


async def ratings_of(transaction: Transaction, variant: Variant) -> Ratings:
    """What the results of a variant come to, in their order, over all sizes and in each.

    However many results there are, few of them are in memory at once.
    """
    ratings: Ratings = {}
    async for result in transaction.results.all_decided(variant):
        _count(ratings, result)
    return ratings


def _count(ratings: Ratings, result: Result) -> None:
    """Let a result count in its variant over all sizes and in that of its size. Who has no rating is new."""
    for variant in _variants(result):
        winner, loser = ((variant, person) for person in _winner_and_loser(result))
        ratings[winner], ratings[loser] = rated(ratings.get(winner, NEWCOMER), ratings.get(loser, NEWCOMER))


async def _apply(transaction: Transaction, result: Result) -> None:
    """Let one result count that is later than all others of its variant."""
    people = _winner_and_loser(result)
    keys = [(variant, person) for variant in _variants(result) for person in people]
    ratings = {key: rating for key in keys if (rating := await transaction.ratings.get(*key))}
    _count(ratings, result)
    for (variant, person), rating in ratings.items():
        await transaction.ratings.put(variant, person, rating)


def _variants(result: Result) -> list[Variant]:
    sizes = None, result.size
    return [Variant(result.scope_id, result.game_type, result.scoring, size) for size in sizes]


def _winner_and_loser(result: Result) -> tuple[int, int]:
    if result.winner is Player.FIRST:
        return result.first_id, result.second_id
    return result.second_id, result.first_id


def rated(winner: RatingRecord, loser: RatingRecord) -> tuple[RatingRecord, RatingRecord]:
    """Both ratings after a match."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in (winner, loser)]
    (won,), (lost,) = _MODEL.rate(teams)
    return (
        replace(winner, mu=won.mu, sigma=won.sigma, won=winner.won + 1),
        replace(loser, mu=lost.mu, sigma=lost.sigma, lost=loser.lost + 1),
    )
