"""Whether what is stored fits together: every match is replayed and held against what is stored beside it."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass

from bot.matches.ratings import Ratings, ratings_of
from bot.storage import Ending, MatchRecord, RatingRecord, Transaction, TurnClock, Variant
from engine import Game, IllegalAction, NotationError

MATCHES_AT_ONCE = 1000
_UNREADABLE = (ValueError, TypeError, LookupError)
"""What values raise that nothing here has written."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, for whoever runs the bot."""

    about: str
    fault: str

    def __str__(self) -> str:
        return f"{self.about}: {self.fault}."


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, and how much was looked at: nothing but the file itself where that is damaged."""

    findings: tuple[Finding, ...]
    matches: int = 0
    actions: int = 0
    ratings: int = 0


async def check(transaction: Transaction) -> Report:
    """Look at everything that is stored and change nothing."""
    if damage := await transaction.integrity.damage():
        return Report(tuple(Finding("The file", fault.rstrip(".")) for fault in damage))
    findings = [
        Finding(
            f"Row {one.row} of {one.table}", f"it refers to a row of {one.referred_table} that is not there"
        )
        for one in await transaction.integrity.dangling()
    ]
    matches = actions = 0
    async for match_id in _match_ids(transaction):
        acted = await transaction.matches.players_of(match_id)
        matches, actions = matches + 1, actions + len(acted)
        faults = await _match_faults(transaction, match_id, acted)
        findings += [_about_match(match_id, fault) for fault in faults]
    for match_id in await transaction.results.unsettled():
        findings.append(_about_match(match_id, "what is kept of its result is not what its actions say"))
    ratings = await _compared_ratings(transaction)
    return Report((*findings, *ratings.findings), matches, actions, ratings.ratings)


# Matches


async def _match_ids(transaction: Transaction) -> AsyncIterator[int]:
    """Every match there is, few of them at a time."""
    last = 0
    while found := await transaction.matches.ids(last, MATCHES_AT_ONCE):
        for last in found:
            yield last


def _about_match(match_id: int, fault: str) -> Finding:
    return Finding(f"Match with id {match_id}", fault)


async def _match_faults(
    transaction: Transaction, match_id: int, acted: Sequence[tuple[int, int]]
) -> list[str]:
    try:
        record = await transaction.matches.get(match_id)
        actions = await transaction.matches.actions_of(match_id)
    except _UNREADABLE as error:
        return [f"it can't be read: {error}"]
    if record is None:
        return ["its players are not there"]
    written = [action.written for action in actions]
    return [*_numbering_faults(acted), *_game_faults(record, written, acted), *_clock_faults(record)]


def _numbering_faults(acted: Sequence[tuple[int, int]]) -> Iterator[str]:
    for expected, (ply, _) in enumerate(acted, start=1):
        if ply != expected:
            yield f"its action {expected} is missing, {ply} follows"
            return


def _game_faults(
    record: MatchRecord, written: Sequence[str], acted: Sequence[tuple[int, int]]
) -> Iterator[str]:
    game = Game(record.options)
    for action, (ply, player_id) in zip(written, acted, strict=True):
        due = game.player_to_act
        try:
            game.play(action)
        except (NotationError, IllegalAction) as error:
            yield f"action {ply} can't be played: {error}"
            return
        if due is None or record.person(due).id != player_id:
            yield f"action {ply} is stored as player {player_id}'s, whose turn it was not"
    if game.history and not game.history[-1].ends_turn and not game.is_over:
        yield "its last turn is not whole"
    yield from _ending_faults(record, game)


def _ending_faults(record: MatchRecord, game: Game) -> Iterator[str]:
    is_played = record.ending is Ending.PLAYED
    if is_played != game.is_over:
        stored = record.ending or "running"
        yield f"it is stored as {stored}, but its game is {'over' if game.is_over else 'not over'}"
    elif game.result and record.winner is not game.player_of(game.result.winner):
        yield "it is stored as won by the player who lost"


def _clock_faults(record: MatchRecord) -> Iterator[str]:
    clock = record.clock
    if record.ending:
        if clock != TurnClock():
            yield "it is over, but the time of a turn runs"
        return
    if clock.began_at is None:
        yield "it is running, but the time of its turn is not"
    # While a match has no channel, its time stands still.
    has_limit = record.pace.per_turn is not None and not record.is_homeless
    if has_limit != (clock.deadline is not None):
        yield f"its turn has {'no' if has_limit else 'a'} deadline, against its pace"


# Ratings


async def _compared_ratings(transaction: Transaction) -> Report:
    """The ratings, held against those that follow from the matches, one variant after the other."""
    findings: list[Finding] = []
    count = 0
    try:
        for variant in await _rated_variants(transaction):
            stored = await transaction.ratings.all(variant)
            findings += _rating_findings(stored, await ratings_of(transaction, variant))
            for misplaced in await transaction.ratings.misplaced(variant):
                findings.append(Finding(_rating_name(*misplaced), "its place among the best is not by it"))
            count += len(stored)
    except _UNREADABLE as error:
        return Report((Finding("The ratings", f"they can't be compared with the matches: {error}"),))
    return Report(tuple(findings), ratings=count)


async def _rated_variants(transaction: Transaction) -> list[Variant]:
    """What there are ratings or results of, in an order that is always the same."""
    found = {variant async for variant in transaction.ratings.variants()}
    found |= {variant async for variant in transaction.results.variants()}
    return sorted(found, key=str)


def _rating_findings(stored: Ratings, expected: Ratings) -> Iterator[Finding]:
    for key in sorted(stored.keys() | expected.keys(), key=str):
        if fault := _rating_fault(stored.get(key), expected.get(key)):
            yield Finding(_rating_name(*key), fault)


def _rating_fault(stored: RatingRecord | None, expected: RatingRecord | None) -> str | None:
    if stored is None:
        return "it is missing, though it follows from the matches"
    if expected is None:
        return "it follows from no match"
    # Another build of the mathematics may differ in the last digit.
    is_near = math.isclose(stored.mu, expected.mu) and math.isclose(stored.sigma, expected.sigma)
    is_same = is_near and (stored.won, stored.lost) == (expected.won, expected.lost)
    return None if is_same else "it is not what the matches come to"


def _rating_name(variant: Variant, player_id: int) -> str:
    size = f"size {variant.size}" if variant.size else "all sizes"
    kind = f"{variant.game_type}, {variant.scoring}, {size}"
    return f"Rating of player {player_id} in {variant.scope_id} ({kind})"
