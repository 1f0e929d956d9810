"""Series: who is first, how they stand, and when they are over."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches import Match, MatchId, Privacy, Terms, refusals
from bot.matches.series_refusals import NextGameBegun, NoSeries, SeriesOver
from bot.storage import Database, FirstPlayer, Person, ProposalKind
from engine import GameOptions
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, Club


async def begin(club: Club, best_of: int = 3) -> Match:
    """The first game of a series of Alice, who is first, and Bob."""
    terms = Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, best_of=best_of)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    return (await club.challenges.accept(HERE, BOB, made.id)).match


async def won_by(club: Club, winner: Person, match: Match) -> Match:
    return await club.resign(match, match.opponent_of(winner.id))


async def agreed(club: Club, match: Match, kind: ProposalKind) -> Match:
    made = await club.proposals.propose(HERE, ALICE, MatchId.of(match), kind)
    return (await club.proposals.accept(HERE, BOB, made.record.id)).match


async def following(club: Club, match: Match, who: Person = ALICE) -> Match:
    return await club.challenges.next_game(HERE, who, match.record.id)


def standing(match: Match) -> tuple[dict[str, float], bool]:
    score = match.series
    assert score is not None
    sides = zip(score.people, score.half_points, strict=True)
    return {person.name: half_points / 2 for person, half_points in sides}, score.is_over


async def test_the_roles_swap_from_game_to_game(club: Club) -> None:
    first = await begin(club)
    assert first.people == (ALICE, BOB)
    second = await following(club, await won_by(club, ALICE, first), BOB)
    assert second.people == (BOB, ALICE)
    assert (second.number, second.record.options) == (2, first.record.options)
    assert standing(second) == ({"Alice": 1, "Bob": 0}, False)
    third = await following(club, await won_by(club, BOB, second))
    assert third.people == (ALICE, BOB)
    assert standing(third) == ({"Alice": 1, "Bob": 1}, False)


@pytest.mark.parametrize(
    ("best_of", "winners", "is_over"),
    [
        (3, [ALICE], False),
        (3, [ALICE, ALICE], True),
        (3, [ALICE, BOB], False),
        (3, [ALICE, BOB, BOB], True),
        (5, [ALICE, ALICE], False),
        (5, [ALICE, ALICE, BOB, ALICE], True),
        (7, [BOB, BOB, BOB], False),
        (7, [BOB, BOB, BOB, BOB], True),
    ],
)
async def test_a_series_is_over_with_more_than_half_of_its_points(
    best_of: int, winners: list[Person], is_over: bool, club: Club
) -> None:
    match = await begin(club, best_of)
    for number, winner in enumerate(winners):
        match = await won_by(club, winner, await following(club, match) if number else match)
    wins = {person.name: float(winners.count(person)) for person in (ALICE, BOB)}
    assert standing(match) == (wins, is_over)
    if is_over:
        await club.refuses(SeriesOver, following(club, match))


async def test_a_draw_is_half_a_point_each_and_a_series_can_end_level(club: Club) -> None:
    match = await agreed(club, await begin(club), ProposalKind.DRAW)
    assert standing(match) == ({"Alice": 0.5, "Bob": 0.5}, False)
    match = await agreed(club, await following(club, match), ProposalKind.DRAW)
    match = await agreed(club, await following(club, match), ProposalKind.DRAW)
    assert standing(match) == ({"Alice": 1.5, "Bob": 1.5}, True)
    assert match.series is not None
    assert match.series.leader is None


async def test_a_lead_that_can_be_caught_up_with_decides_nothing(club: Club) -> None:
    match = await won_by(club, ALICE, await begin(club))
    match = await agreed(club, await following(club, match), ProposalKind.DRAW)
    assert standing(match) == ({"Alice": 1.5, "Bob": 0.5}, False)
    match = await won_by(club, BOB, await following(club, match))
    assert standing(match) == ({"Alice": 1.5, "Bob": 1.5}, True)


async def test_a_cancelled_game_is_played_again_with_the_same_roles(club: Club) -> None:
    match = await agreed(club, await begin(club), ProposalKind.CANCEL)
    assert standing(match) == ({"Alice": 0, "Bob": 0}, False)
    again = await following(club, match)
    assert again.people == (ALICE, BOB)
    assert again.series is not None
    assert again.series.number == 1
    decided = await won_by(club, BOB, await following(club, await won_by(club, BOB, again)))
    assert standing(decided) == ({"Alice": 0, "Bob": 2}, True)


async def test_games_played_again_do_not_raise_the_number_of_those_that_count(club: Club) -> None:
    match = await won_by(club, ALICE, await begin(club))
    for _ in range(2):
        match = await agreed(club, await following(club, match), ProposalKind.CANCEL)
    match = await following(club, match)
    assert match.series is not None
    assert (match.series.number, match.series.games) == (2, 1)
    ended = await won_by(club, BOB, match)
    assert ended.series is not None
    assert (ended.series.number, ended.series.games) == (2, 2)


async def test_nothing_is_begun_with_a_player_who_deleted_their_data(club: Club, database: Database) -> None:
    match = await won_by(club, ALICE, await begin(club))
    single = await won_by(club, ALICE, await club.start(GameOptions(size=7)))
    await Privacy(database, lambda: club.time).delete(BOB)
    await club.refuses(refusals.OpponentIsDeleted, following(club, match))
    rematch = club.challenges.rematch(HERE, ALICE, single.record.id)
    await club.refuses(refusals.OpponentIsDeleted, rematch)


async def test_who_begins_the_next_game_is_known_by_their_present_name(club: Club) -> None:
    match = await won_by(club, BOB, await begin(club))
    renamed = Person(ALICE.id, "Alicia")
    assert (await following(club, match, renamed)).people == (BOB, renamed)


@pytest.mark.parametrize("is_heads", [True, False])
async def test_who_is_first_is_agreed_for_the_first_game(is_heads: bool, club: Club) -> None:
    club.is_heads = is_heads
    made = await club.challenges.challenge(
        HERE, ALICE, Terms(BOB, GameOptions(), FirstPlayer.RANDOM, best_of=3)
    )
    match = (await club.challenges.accept(HERE, BOB, made.id)).match
    first, second = (ALICE, BOB) if is_heads else (BOB, ALICE)
    assert match.people == (first, second)
    club.is_heads = not is_heads
    assert (await following(club, await won_by(club, ALICE, match))).people == (second, first)


async def test_only_its_players_begin_the_next_game_and_only_after_this_one(club: Club) -> None:
    match = await begin(club)
    await club.refuses(refusals.MatchNotOver, following(club, match))
    await won_by(club, ALICE, match)
    await club.refuses(refusals.NotAPlayer, following(club, match, CAROL))
    await club.refuses(refusals.NoSuchMatch, club.challenges.next_game(ELSEWHERE, ALICE, match.record.id))
    single = await won_by(club, BOB, await club.start(GameOptions(size=7)))
    await club.refuses(NoSeries, following(club, single))


async def test_the_next_game_begins_once_though_both_ask_at_once(club: Club) -> None:
    match = await won_by(club, ALICE, await begin(club))
    asked = (following(club, match, who) for who in (ALICE, BOB))
    begun = await asyncio.gather(*asked, return_exceptions=True)
    (game,) = (one for one in begun if isinstance(one, Match))
    (refused,) = (one for one in begun if isinstance(one, NextGameBegun))
    assert refused.match.number == game.number == 2


async def test_a_rematch_of_a_series_is_another_series(club: Club) -> None:
    match = await won_by(club, ALICE, await begin(club))
    match = await won_by(club, ALICE, await following(club, match))
    offer = await club.challenges.rematch(HERE, BOB, match.record.id)
    assert offer.best_of == 3
    again = (await club.challenges.accept(HERE, ALICE, offer.id)).match
    assert again.people == (ALICE, BOB)
    assert standing(again) == ({"Alice": 0, "Bob": 0}, False)


async def test_an_earlier_position_knows_the_score_of_its_time(club: Club) -> None:
    match = await begin(club)
    await club.act("komi 7", "white")
    ended = await won_by(club, ALICE, await club.play.seen(HERE, ALICE, 1, None))
    assert standing(ended)[0]["Alice"] == 1
    assert standing(ended.at(1))[0]["Alice"] == 0
    assert match.series is not None
