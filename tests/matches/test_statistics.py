"""Results, statistics and ratings on a real database."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from bot.matches import (
    Filter,
    Leaderboard,
    MatchId,
    MatchNumber,
    OwnPlace,
    Standings,
    Statistics,
    Tally,
    recompute_ratings,
)
from bot.matches.ratings import NEWCOMER, START, rated, shown_rating
from bot.matches.statistics import PAGE_LENGTH
from bot.storage import Database, Ending, Person, Place, ProposalKind, RatingRecord
from engine import Color, GameOptions, GameType, Player, Scoring
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club
from tests.storage.contents import contents, unchanged

BOT = Path(__file__).parents[2] / "bot"
KOMI, DOUBLE = GameOptions(), GameOptions(game_type=GameType.DOUBLE)
FOUR_STONES = ("komi 7", "white", "A1", "A3", "A5", "C1")
EVERYTHING = Filter()


@pytest.fixture
def standings(database: Database) -> Standings:
    return Standings(database)


async def finish(
    club: Club,
    winner: Person = ALICE,
    *,
    pair: tuple[Person, Person] = (ALICE, BOB),
    turns: tuple[str, ...] = FOUR_STONES,
    options: GameOptions = KOMI,
    place: Place = HERE,
) -> None:
    """A match whose loser resigns after the turns; the first of the pair is first."""
    made = await club.challenge(pair[0], pair[1], options, place=place)
    match = (await club.challenges.accept(place, pair[1], made.id)).match
    for turn in turns:
        assert match.to_act is not None
        name = MatchId.of(match)
        match = await club.play.act(place, match.to_act, name, [turn] if "komi" in turn else turn.split())
    await club.resign(match, next(one for one in pair if one != winner))
    club.wait(minutes=1)


async def draw(club: Club, *turns: str) -> None:
    match = await club.start()
    if turns:
        match = await club.act(*turns)
    asked = await club.proposals.propose(HERE, ALICE, MatchId.of(match), ProposalKind.DRAW)
    await club.proposals.accept(HERE, BOB, asked.record.id)


def ratings(club: Club) -> set[tuple]:
    return set(contents(club.url)["ratings"])


async def recompute(database: Database) -> int:
    async with database.write() as transaction:
        return await recompute_ratings(transaction)


async def of(
    standings: Standings, person: Person, asker: Person = CAROL, asked: Filter = EVERYTHING
) -> Statistics:
    return await standings.of(HERE, person, asker, asked)


# Ratings


def test_a_newcomer_starts_at_the_round_number_and_results_move_it() -> None:
    assert shown_rating(NEWCOMER) == START
    won, lost = rated(NEWCOMER, NEWCOMER)
    assert shown_rating(won) > START > shown_rating(lost)
    assert (won.won, won.lost, lost.won, lost.lost) == (1, 0, 0, 1)
    assert won.mu - NEWCOMER.mu == pytest.approx(NEWCOMER.mu - lost.mu)
    assert won.sigma == lost.sigma < NEWCOMER.sigma


def test_beating_the_stronger_is_worth_more() -> None:
    strong, weak = RatingRecord(35.0, 4.0), RatingRecord(20.0, 4.0)
    surprise = rated(weak, strong)[0].mu - weak.mu
    expected = rated(strong, weak)[0].mu - strong.mu
    assert surprise > expected > 0


async def test_a_match_counts_in_its_variant_over_all_sizes_and_in_its_size(club: Club) -> None:
    await finish(club, options=GameOptions(7))
    found = {(row[:5], row[7:9]) for row in ratings(club)}
    scope = HERE.scope_id
    assert found == {
        ((scope, "komi", "standard", size, person.id), tally)
        for size in (0, 7)
        for person, tally in ((ALICE, (1, 0)), (BOB, (0, 1)))
    }


async def test_a_match_played_to_its_end_counts(club: Club, standings: Standings) -> None:
    match = await club.start(DOUBLE)
    rng = Random(1)
    while match.to_act:
        after = match.game.copy()
        turn = []
        for _ in range(match.game.stones_due):
            turn.append(rng.choice(after.legal_placements()))
            after.play(turn[-1])
        match = await club.play.act(HERE, match.to_act, MatchNumber(), turn)
    assert match.winner is not None
    assert (await of(standings, match.winner)).overall == Tally(won=1)


@pytest.mark.parametrize("what", ["given up after three stones", "drawn", "cancelled", "running"])
async def test_what_does_not_count_changes_no_rating(what: str, club: Club, database: Database) -> None:
    if what == "given up after three stones":
        await finish(club, turns=FOUR_STONES[:-1])
    elif what == "drawn":
        await draw(club)
    elif what == "cancelled":
        match = await club.start()
        asked = await club.proposals.propose(HERE, ALICE, MatchId.of(match), ProposalKind.CANCEL)
        await club.proposals.accept(HERE, BOB, asked.record.id)
    else:
        await club.start()
        await club.act(*FOUR_STONES)
    assert ratings(club) == set()
    assert await recompute(database) == 0
    assert ratings(club) == set()


async def test_choices_and_the_button_are_no_stones(club: Club) -> None:
    await finish(club, turns=("komi 7", "white", "button", "A3", "A5", "C1"))
    assert ratings(club) == set()
    await finish(club, turns=("komi 7", "white", "button", "A3", "A5", "C1", "C3"))
    assert ratings(club) != set()


async def test_recomputing_gives_the_same_numbers(club: Club, database: Database) -> None:
    rng = Random(7)
    people = (ALICE, BOB, CAROL)
    for _ in range(25):
        first, second = rng.sample(people, 2)
        options = rng.choice([KOMI, GameOptions(7), DOUBLE, GameOptions(scoring=Scoring.LONGEST)])
        turns = ("A1", "A3 A5", "C1 C3") if options == DOUBLE else FOUR_STONES
        turns = turns[: rng.choice([len(turns), len(turns), 2])]
        place = rng.choice([HERE, HERE, ELSEWHERE, OTHER_SERVER])
        await finish(
            club, rng.choice((first, second)), pair=(first, second), options=options, turns=turns, place=place
        )
    before = ratings(club)
    assert len(before) > 10
    assert await recompute(database) > 10
    assert ratings(club) == before


@pytest.mark.parametrize("backwards", [0, 5], ids=["at the same moment", "after clocks went back"])
async def test_results_in_another_order_than_they_came_are_the_same_when_recomputed(
    backwards: int, club: Club, database: Database
) -> None:
    """Two matches begin; the later one ends first, or by a clock that was ahead."""
    matches = []
    for pair in ((ALICE, BOB), (BOB, CAROL), (ALICE, CAROL)):
        made = await club.challenge(*pair)
        match = (await club.challenges.accept(HERE, pair[1], made.id)).match
        for turn in FOUR_STONES:
            assert match.to_act is not None
            match = await club.play.act(
                HERE, match.to_act, MatchId.of(match), [turn] if "komi" in turn else turn.split()
            )
        matches.append((match, pair[0]))
    for match, loser in reversed(matches):
        await club.resign(match, loser)
        club.wait(minutes=-backwards)
    before = ratings(club)
    await recompute(database)
    assert ratings(club) == before


def test_every_ending_lets_its_result_count() -> None:
    """Nothing but `end_match` ends a match in the database."""
    callers = [
        file.name
        for file in BOT.rglob("*.py")
        if re.search(r"\.matches\.end\(", file.read_text(encoding="utf-8"))
    ]
    assert callers == ["ratings.py"]


async def test_the_rating_changes_with_the_end_or_not_at_all(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    match = await club.act(*FOUR_STONES)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.matches.ratings.rated", fail)
    with unchanged(club.url), pytest.raises(ZeroDivisionError):
        await club.resign(match)


# Statistics


async def test_statistics_tell_results_by_colour_by_komi_and_against_the_asker(
    club: Club, standings: Standings
) -> None:
    # The second player chose white, so the first is black.
    await finish(club, ALICE)
    await finish(club, BOB)
    await finish(club, ALICE, pair=(BOB, ALICE), turns=("komi 3", "white", *FOUR_STONES[2:]))
    await finish(club, CAROL, pair=(ALICE, CAROL), turns=("A1", "A3 A5", "C1 C3"), options=DOUBLE)
    await draw(club)
    found = await of(standings, ALICE, BOB)
    assert found.overall == Tally(2, 2, 1)
    assert found.colors == {Color.BLACK: Tally(1, 2), Color.WHITE: Tally(1, 0)}
    assert found.komi == {3: Tally(1, 0), 7: Tally(1, 1)}
    assert found.against_asker == Tally(2, 1, 1)
    assert [(one.game_type, one.tally) for one in found.ratings] == [
        (GameType.KOMI, Tally(2, 1)),
        (GameType.DOUBLE, Tally(0, 1)),
    ]
    assert (await of(standings, ALICE, ALICE)).against_asker == Tally()


async def test_a_draw_counts_for_the_colour_and_the_komi_that_there_were(
    club: Club, standings: Standings
) -> None:
    await draw(club)
    await draw(club, "komi 7")
    await draw(club, "komi 7", "white")
    found = await of(standings, ALICE)
    assert found.overall == Tally(drawn=3)
    assert not found.overall.is_decisive
    assert found.colors == {Color.BLACK: Tally(drawn=1)}
    assert found.komi == {7: Tally(drawn=2)}


async def test_the_komi_played_most_are_told_in_their_order(
    club: Club, standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.statistics.MOST_KOMI", 2)
    for komi in (9, 10, 9, 1):
        await finish(club, turns=(f"komi {komi}", *FOUR_STONES[1:]))
    found = await of(standings, ALICE)
    assert list(found.komi) == [1, 9, 10]
    # Of those played once the lower one.
    assert found.frequent_komi == {1: Tally(won=1), 9: Tally(won=2)}
    assert list(found.frequent_komi) == [1, 9]


async def test_statistics_of_a_variant_alone(club: Club, standings: Standings) -> None:
    await finish(club, ALICE)
    await finish(club, BOB, options=GameOptions(7))
    await finish(club, ALICE, options=GameOptions(7, scoring=Scoring.SQUARE))
    for asked, tally in (
        (Filter(size=6), Tally(1, 0)),
        (Filter(size=7), Tally(1, 1)),
        (Filter(GameType.KOMI, Scoring.STANDARD), Tally(1, 1)),
        (Filter(GameType.KOMI, Scoring.STANDARD, 7), Tally(0, 1)),
        (Filter(scoring=Scoring.SQUARE), Tally(1, 0)),
        (Filter(GameType.DOUBLE), Tally(0, 0)),
    ):
        found = await of(standings, ALICE, asked=asked)
        assert found.overall == tally
        assert sum(one.tally.total for one in found.ratings) == tally.total


async def test_a_draw_before_the_colours_are_chosen_is_a_draw(club: Club, standings: Standings) -> None:
    await draw(club)
    found = await of(standings, ALICE)
    assert (found.overall, found.ratings) == (Tally(drawn=1), [])


async def test_statistics_are_each_servers_own(club: Club, standings: Standings) -> None:
    await finish(club, ALICE, place=HERE)
    await finish(club, ALICE, place=ELSEWHERE)
    await finish(club, BOB, place=OTHER_SERVER)
    assert (await standings.of(HERE, ALICE, BOB, EVERYTHING)).overall == Tally(2, 0)
    abroad = await standings.of(OTHER_SERVER, ALICE, BOB, EVERYTHING)
    assert (abroad.overall, abroad.against_asker) == (Tally(0, 1), Tally(0, 1))
    for place, leader in ((HERE, ALICE), (OTHER_SERVER, BOB)):
        board = await standings.leaderboard(place, CAROL, GameType.KOMI, Scoring.STANDARD, None, 0)
        assert board.entries[0].person == leader
        assert len(board.entries) == 2
    alone = await standings.leaderboard(Place(None, 99), CAROL, GameType.KOMI, Scoring.STANDARD, None, 0)
    assert (alone.entries, alone.page, alone.pages, alone.own) == ([], 0, 0, None)


async def test_the_leaderboard_has_pages_the_best_first(club: Club, standings: Standings) -> None:
    people = [Person(100 + number, f"P{number}") for number in range(PAGE_LENGTH + 2)]
    for winner, loser in pairwise(people):
        await finish(club, winner, pair=(winner, loser))
    pages = [
        await standings.leaderboard(HERE, CAROL, GameType.KOMI, Scoring.STANDARD, size, page)
        for size in (None, 6)
        for page in (0, 1, 99)
    ]
    assert [(one.page, one.pages, len(one.entries), one.first_rank) for one in pages] == 2 * [
        (0, 2, PAGE_LENGTH, 1),
        (1, 2, 2, PAGE_LENGTH + 1),
        (1, 2, 2, PAGE_LENGTH + 1),
    ]
    found = [*pages[0].entries, *pages[1].entries]
    assert {one.person for one in found} == set(people)
    assert [one.rating for one in found] == sorted((one.rating for one in found), reverse=True)


async def test_whoever_is_not_on_the_page_is_told_their_place_in_the_order_of_the_list(
    club: Club, standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.statistics.PAGE_LENGTH", 1)
    pairs = [(Person(100 + number, "W"), Person(200 + number, "L")) for number in range(3)]
    for winner, loser in pairs:
        await finish(club, winner, pair=(winner, loser))

    async def page(number: int, asker: Person, size: int | None = None) -> Leaderboard:
        return await standings.leaderboard(HERE, asker, GameType.KOMI, Scoring.STANDARD, size, number)

    pages = [await page(number, CAROL) for number in range(6)]
    assert all(one.own is None for one in pages)
    # Who won are worth the same, and so are who lost.
    assert len({one.entries[0].rating for one in pages}) == 2
    for number, one in enumerate(pages):
        (listed,) = one.entries
        place = OwnPlace(number + 1, listed.rating)
        for shown in range(6):
            for size in (None, 6):
                found = await page(shown, listed.person, size)
                assert (found.players, found.own) == (6, None if shown == number else place)


async def test_a_match_lost_on_time_counts_like_a_resigned_one(database: Database, club: Club) -> None:
    from bot.matches.ratings import end_match

    match = await club.start()
    match = await club.act(*FOUR_STONES)
    async with database.write() as transaction:
        await end_match(transaction, match.record.id, Ending.OUT_OF_TIME, Player.FIRST, club.time)
    assert len(ratings(club)) == 4
