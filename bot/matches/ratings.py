"""How matches end in the database, and the ratings that follow from their results.

Ratings are those of Weng and Lin (2011), as the library openskill computes them: what is known of a player's
strength is a normal distribution, which each result moves and narrows.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    result = await transaction.results.decided(match_id)
    if result is None:
        return
    if not await transaction.results.has_later(result):
        await _apply(transaction, result)
        return
    # Ratings depend on the order of results. A later one is counted already, so all are counted again.
    variant = Variant(result.scope_id, result.game_type, result.scoring)
    await transaction.ratings.clear(variant.scope_id, variant.game_type, variant.scoring)
    await _put(transaction, ratings_after(await transaction.results.all_decided(variant)))


async def recompute_ratings(transaction: Transaction) -> int:
    """Compute all ratings anew from the matches alone; return how many results count."""
    results = await transaction.results.all_decided()
    await transaction.ratings.clear_all()
    await _put(transaction, ratings_after(results))
    return len(results)


def ratings_after(results: Sequence[Result], before: Ratings | None = None) -> Ratings:
    """What ratings come to when results count, in their order; by variant and player.

    Each result counts in its variant over all sizes and in that of its size. Who has no rating before is new.
    """
    after = dict(before or {})
    for result in results:
        for variant in _variants(result):
            winner, loser = ((variant, person) for person in _winner_and_loser(result))
            after[winner], after[loser] = rated(after.get(winner, NEWCOMER), after.get(loser, NEWCOMER))
    return after


async def _apply(transaction: Transaction, result: Result) -> None:
    """Let one result count that is later than all others of its variant."""
    people = _winner_and_loser(result)
    keys = [(variant, person) for variant in _variants(result) for person in people]
    before = {key: rating for key in keys if (rating := await transaction.ratings.get(*key))}
    await _put(transaction, ratings_after([result], before))


async def _put(transaction: Transaction, ratings: Ratings) -> None:
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
