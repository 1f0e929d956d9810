"""Two bots on one database, and several people at once: whatever can happen once happens once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from random import Random
from typing import Any

import pytest

from bot.matches import Match, MatchId, MatchNumber, Refusal, refusals
from bot.storage import ChallengeState, Database
from engine import Game, GameOptions, GameType
from tests.bot.games import random_turn
from tests.matches.club import ALICE, BOB, CAROL, HERE, Club
from tests.storage.contents import column


@pytest.fixture(params=["one bot", "two bots"])
async def twin(request: pytest.FixtureRequest, club: Club) -> AsyncIterator[Club]:
    """The same club, seen by the same bot or by one in another process."""
    if request.param == "one bot":
        yield club
        return
    async with Database.open(club.url) as database:
        yield Club(database, club.url)


async def at_once(*attempts: Awaitable[Any]) -> tuple[list[Any], list[type[Refusal]]]:
    """What succeeds, and how the others are refused. Anything else fails the test."""
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException) and not isinstance(outcome, Refusal):
            raise outcome
    refused = [type(outcome) for outcome in outcomes if isinstance(outcome, Refusal)]
    return [outcome for outcome in outcomes if not isinstance(outcome, Refusal)], refused


async def test_of_two_actions_for_the_same_ply_one_is_stored(club: Club, twin: Club) -> None:
    match = await club.start(GameOptions(game_type=GameType.DOUBLE))
    rng = Random(1)
    for _ in range(5):
        assert match.to_act is not None
        name = MatchId(match.record.id, match.ply)
        one, other = random_turn(match.game, rng), random_turn(match.game, rng)
        done, refused = await at_once(
            *(
                side.play.act(HERE, match.to_act, name, turn.split())
                for side, turn in ((club, one), (twin, other), (twin, one), (club, other))
            )
        )
        (match,) = done
        assert refused == [refusals.PositionMovedOn] * 3
        assert await replayed(club, match) == [str(action) for action in match.game.actions]
    assert column(club.url, "actions", "ply") == list(range(1, 10))


async def replayed(club: Club, match: Match) -> list[str]:
    """A match's stored actions, which must be a game."""
    written = column(club.url, "actions", "written")
    Game.replay(match.record.options, written)
    return written


async def test_a_turn_and_the_answer_to_it_are_stored_in_order_or_refused(club: Club, twin: Club) -> None:
    await club.start()
    for _ in range(5):
        await at_once(
            club.play.act(HERE, ALICE, MatchNumber(), ["komi 7"]),
            twin.play.act(HERE, BOB, MatchNumber(), ["white"]),
            twin.play.act(HERE, ALICE, MatchNumber(), ["D5"]),
            club.play.act(HERE, BOB, MatchNumber(), ["E6"]),
        )
    match = await club.play.seen(HERE, CAROL, 1, None)
    assert await replayed(club, match) == ["komi 7", "white", "D5", "E6"]


async def test_acting_and_resigning_at_once_leave_a_match_that_makes_sense(club: Club, twin: Club) -> None:
    match = await club.start()
    name = MatchId(match.record.id, 0)
    done, refused = await at_once(
        club.play.act(HERE, ALICE, name, ["komi 7"]), twin.play.resign(HERE, BOB, name)
    )
    assert (len(done), len(refused)) == (1, 1)
    stored = await club.play.seen(HERE, CAROL, 1, None)
    assert stored.is_over is (stored.ply == 0)


async def test_a_match_is_resigned_by_one_player_only(club: Club, twin: Club) -> None:
    match = await club.start()
    name = MatchId(match.record.id, 0)
    (ended,), refused = await at_once(club.play.resign(HERE, ALICE, name), twin.play.resign(HERE, BOB, name))
    assert refused == [refusals.MatchOver]
    assert column(club.url, "matches", "winner") == [ended.record.winner.value]


WAYS = {"accept": BOB, "decline": BOB, "withdraw": ALICE}
ENDS_AS = {
    "accept": ChallengeState.ACCEPTED,
    "decline": ChallengeState.DECLINED,
    "withdraw": ChallengeState.WITHDRAWN,
}


@pytest.mark.parametrize("one", WAYS)
@pytest.mark.parametrize("other", WAYS)
async def test_a_challenge_is_ended_once(one: str, other: str, club: Club, twin: Club) -> None:
    made = await club.challenge()
    done, refused = await at_once(
        getattr(club.challenges, one)(HERE, WAYS[one], made.id),
        getattr(twin.challenges, other)(HERE, WAYS[other], made.id),
    )
    assert (len(done), refused) == (1, [refusals.ChallengeEnded])
    (state,) = column(club.url, "challenges", "state")
    assert state in (ENDS_AS[one], ENDS_AS[other])
    assert len(column(club.url, "matches", "id")) == (state == ChallengeState.ACCEPTED)


async def test_an_open_challenge_is_accepted_by_one(club: Club, twin: Club) -> None:
    made = await club.challenge(opponent=None)
    done, refused = await at_once(
        club.challenges.accept(HERE, BOB, made.id), twin.challenges.accept(HERE, CAROL, made.id)
    )
    assert (len(done), refused) == (1, [refusals.ChallengeEnded])
    assert column(club.url, "matches", "second_id") == [done[0].match.record.second.id]


async def test_a_challenge_expires_or_is_accepted(club: Club, twin: Club) -> None:
    made = await club.challenge()
    twin.time = club.time
    club.wait(days=7)
    await at_once(club.challenges.expire_due(), twin.challenges.accept(HERE, BOB, made.id))
    (state,) = column(club.url, "challenges", "state")
    assert len(column(club.url, "matches", "id")) == (state == ChallengeState.ACCEPTED)
    assert state != ChallengeState.OPEN


async def test_the_same_challenge_at_once_is_made_once(club: Club, twin: Club) -> None:
    done, refused = await at_once(club.challenge(), twin.challenge(), club.challenge())
    assert (len(done), refused) == (1, [refusals.AlreadyChallenged] * 2)


async def test_matches_that_begin_at_once_have_numbers_of_their_own(club: Club, twin: Club) -> None:
    made = [await club.challenge(options=GameOptions(size)) for size in range(2, 10)]
    await at_once(
        *(side.challenges.accept(HERE, BOB, one.id) for side, one in zip([club, twin] * 4, made, strict=True))
    )
    assert sorted(column(club.url, "matches", "number")) == list(range(1, 9))
