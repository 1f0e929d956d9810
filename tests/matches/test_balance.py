"""The komi that the pair's own games propose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.matches import Balances, Match, MatchNumber, refusals
from bot.matches.balance import Balance, turning_point
from bot.storage import Database
from engine import Color, Game, GameOptions, GameType, NameKomi, Scoring
from tests.engine.vectors import options_of, read_lines
from tests.matches.club import ALICE, BOB, CAROL, HERE, Club

KOMI_GAMES = [one for one in read_lines("games.jsonl") if options_of(one).game_type is GameType.KOMI]
SMALL = next(one for one in KOMI_GAMES if options_of(one).size == 6)


def replayed(record: dict[str, list[str]], komi: int) -> Game:
    """The same game with another komi named."""
    return Game.replay(options_of(record), [NameKomi(komi), *record["actions"][1:]])


@pytest.mark.parametrize("scoring", Scoring)
def test_from_the_turning_point_on_white_wins_and_before_it_black(scoring: Scoring) -> None:
    games = [one for one in KOMI_GAMES if options_of(one).scoring is scoring][:40]
    assert games
    for record in games:
        game = Game.replay(options_of(record), record["actions"])
        point = turning_point(game)
        for komi in {max(point - 1, 0), point, 0, 15}:
            if komi <= game.options.largest_komi:
                result = replayed(record, komi).result
                assert result is not None
                assert (result.winner is Color.WHITE) == (komi >= point)


async def finish(club: Club, record: dict[str, list[str]]) -> Match:
    """A game of Alice and Bob, played to its end."""
    match = await club.start(options_of(record))
    for action in record["actions"]:
        match = await club.act(action, number=match.number)
    assert match.is_over
    return match


async def proposed(club: Club, database: Database, number: int) -> Balance:
    return await Balances(database).proposed(HERE, ALICE, MatchNumber(number))


def other_games() -> Iterator[dict[str, list[str]]]:
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


async def test_games_in_other_variants_given_up_or_with_others_do_not_count(
    club: Club, database: Database
) -> None:
    other = next(one for one in KOMI_GAMES if options_of(one).scoring is not options_of(SMALL).scoring)
    await finish(club, other)
    await club.resign(await club.start(options_of(SMALL)))
    match = await club.start(options_of(SMALL))
    refusal = await club.refuses(refusals.NoGamesToBalance, proposed(club, database, match.number))
    assert isinstance(refusal, refusals.NoGamesToBalance)


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
