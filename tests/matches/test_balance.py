"""The komi that the pair's own games propose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.matches import Balances, Match, MatchNumber, refusals
from bot.matches.balance import MOST_GAMES, Balance, NoGamesToBalance, turning_point
from bot.storage import Database, Person, Place
from engine import Color, Game, GameOptions, GameType, NameKomi, Scoring
from tests.engine.vectors import Record, options_of, read_lines
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club

KOMI_GAMES = [one for one in read_lines("games.jsonl") if options_of(one).game_type is GameType.KOMI]
SMALL = next(one for one in KOMI_GAMES if options_of(one).size == 6)


SHORT = [one for one in KOMI_GAMES if options_of(one) == GameOptions(size=3)]
"""Games that are over soon, for tests that need several."""


def replayed(record: Record, komi: int) -> Game:
    """The same game with another komi named."""
    return Game.replay(options_of(record), [NameKomi(komi), *record["actions"][1:]])


@pytest.mark.parametrize("scoring", Scoring)
def test_from_the_turning_point_on_white_wins_and_before_it_black(scoring: Scoring) -> None:
    games = [one for one in KOMI_GAMES if options_of(one).scoring is scoring]
    assert games
    for record in games:
        game = Game.replay(options_of(record), record["actions"])
        point = turning_point(game)
        largest = game.options.largest_komi
        assert largest is not None
        for komi in {max(point - 1, 0), min(point, largest), 0, largest}:
            result = replayed(record, komi).result
            assert result is not None
            assert (result.winner is Color.WHITE) == (komi >= point)


@pytest.mark.parametrize("scoring", [Scoring.STANDARD, Scoring.LONGEST])
def test_a_larger_komi_never_takes_the_win_from_white(scoring: Scoring) -> None:
    points = set()
    for record in (one for one in KOMI_GAMES if options_of(one).scoring is scoring):
        results = [replayed(record, komi).result for komi in range(16)]
        wins = [result is not None and result.winner is Color.WHITE for result in results]
        assert wins == sorted(wins)
        assert turning_point(replayed(record, 0)) == wins.count(False)
        points.add(wins.count(False))
    # Games that White would have won with any komi, with none, and with some, were among them.
    assert {0, 16} < points


async def finish(
    club: Club, record: Record, place: Place = HERE, first: Person = ALICE, second: Person = BOB
) -> Match:
    """A game played to its end."""
    made = await club.challenge(first, second, options_of(record), place=place)
    match = (await club.challenges.accept(place, second, made.id)).match
    for action in record["actions"]:
        assert match.to_act is not None
        match = await club.play.act(place, match.to_act, MatchNumber(match.number), [action])
    assert match.is_over
    return match


def with_point(games: list[Record], point: int) -> Record:
    """One of the games, with that turning point."""
    return next(one for one in games if turning_point(Game.replay(options_of(one), one["actions"])) == point)


async def proposed(club: Club, database: Database, number: int) -> Balance:
    return await Balances(database).proposed(HERE, ALICE, MatchNumber(number))


def other_games() -> Iterator[Record]:
    """Games in the same variant as the first, with other boards."""
    same = (one for one in KOMI_GAMES if options_of(one) == options_of(SMALL))
    yield from sorted(same, key=lambda one: len(one["actions"]))[:4]


async def test_the_proposal_is_the_median_of_the_turning_points(club: Club, database: Database) -> None:
    points = []
    for record in other_games():
        points.append(turning_point((await finish(club, record)).game))
        match = await club.start(options_of(SMALL))
        balance = await proposed(club, database, match.number)
        assert balance.turning_points == tuple(sorted(points))
        middle = sorted(points)[(len(points) - 1) // 2], sorted(points)[len(points) // 2]
        assert balance.komi == min(sum(middle) // 2, 15)
        await club.resign(match)


async def test_an_uneven_half_is_rounded_down(club: Club, database: Database) -> None:
    for point in (0, 9):
        await finish(club, with_point(SHORT, point))
    balance = await proposed(club, database, (await club.start(GameOptions(size=3))).number)
    assert (balance.turning_points, balance.middle, balance.komi) == ((0, 9), 4.5, 4)


async def test_no_more_komi_is_proposed_than_can_be_named(club: Club, database: Database) -> None:
    of_six = [one for one in KOMI_GAMES if options_of(one) == GameOptions()]
    await finish(club, with_point(of_six, 16))
    balance = await proposed(club, database, (await club.start()).number)
    assert (balance.turning_points, balance.reached, balance.komi) == ((16,), (), 15)


async def test_only_the_latest_twenty_games_count(club: Club, database: Database) -> None:
    await finish(club, with_point(SHORT, 9))
    later = [with_point(SHORT, 0)] * (MOST_GAMES - 1)
    for record in later:
        await finish(club, record)
    balance = await proposed(club, database, (await club.start(GameOptions(size=3))).number)
    assert balance.turning_points == (*[0] * (MOST_GAMES - 1), 9)
    await finish(club, later[0])
    match = (await club.start(GameOptions(size=3))).number
    assert (await proposed(club, database, match)).turning_points == (0,) * MOST_GAMES


async def test_games_of_the_pair_count_in_every_channel_of_the_server_whoever_was_first(
    club: Club, database: Database
) -> None:
    record = with_point(SHORT, 9)
    await finish(club, record, ELSEWHERE)
    await finish(club, record, HERE, BOB, ALICE)
    await finish(club, record, OTHER_SERVER)
    await finish(club, record, HERE, ALICE, CAROL)
    await finish(club, record, HERE, CAROL, BOB)
    balance = await proposed(club, database, (await club.start(GameOptions(size=3))).number)
    assert balance.turning_points == (9, 9)


async def test_games_in_other_variants_or_given_up_do_not_count(club: Club, database: Database) -> None:
    await finish(club, next(one for one in KOMI_GAMES if options_of(one).scoring is Scoring.SQUARE))
    await finish(club, SHORT[0])
    await club.resign(await club.start(options_of(SMALL)))
    match = await club.start(options_of(SMALL))
    await club.refuses(NoGamesToBalance, proposed(club, database, match.number))


async def test_only_who_is_to_name_komi_is_told(club: Club, database: Database) -> None:
    await finish(club, SMALL)
    match = await club.start(options_of(SMALL))
    name = MatchNumber(match.number)
    await club.refuses(refusals.NotYourTurn, Balances(database).proposed(HERE, BOB, name))
    await club.refuses(refusals.NotAPlayer, Balances(database).proposed(HERE, CAROL, name))
    await club.act("komi 7", number=match.number)
    await club.refuses(refusals.NoKomiDue, Balances(database).proposed(HERE, BOB, name))
    no_komi = await club.start(GameOptions(game_type=GameType.NO_KOMI))
    await club.refuses(refusals.NoKomiDue, proposed(club, database, no_komi.number))
