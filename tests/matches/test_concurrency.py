"""Two bots on one database, and several people at once: whatever can happen once happens once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from bot.matches import Match, MatchId, MatchNumber, Refusal, check, refusals
from bot.storage import ChallengeState, Database, Place, ProposalKind
from engine import Game, GameOptions, GameType
from tests.bot.games import random_turn
from tests.matches.club import ALICE, BOB, CAROL, HERE, OTHER_SERVER, Club
from tests.storage.contents import column, contents
from tests.storage.fixtures import on_postgresql

PRIVATE = Place(None, 77)


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


# In several servers at once, which wait for each other as little as possible


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(lambda club: club.privacy.delete(BOB), id="a person's data is deleted"),
        pytest.param(lambda club: club.places.lose_channel(2), id="a channel is lost"),
    ],
)
async def test_what_may_concern_any_server_waits_for_each(
    attempt: Callable[[Club], Awaitable[object]], club: Club, twin: Club, database: Database
) -> None:
    await club.start()
    async with database.write(OTHER_SERVER.scope_id):
        task = asyncio.ensure_future(attempt(twin))
        done, _ = await asyncio.wait([task], timeout=0.1)
    await task
    assert not done


@on_postgresql
async def test_what_is_done_in_one_server_waits_for_no_other(
    club: Club, twin: Club, database: Database
) -> None:
    async with database.write(OTHER_SERVER.scope_id, CAROL.id), asyncio.timeout(9):
        match = await twin.start(GameOptions(game_type=GameType.DOUBLE))
        await twin.play.set_message(match, 5)
        match = await twin.act("D5")
        asked = await twin.proposals.propose(HERE, ALICE, MatchNumber(), ProposalKind.TAKEBACK)
        await twin.proposals.set_message(asked, 6)
        await twin.proposals.decline(HERE, BOB, asked.record.id)
        await twin.outbox.shown(match)
        await twin.preferences.choose(BOB, lambda chosen: replace(chosen, language="de"))
        await twin.resign(match)
        await twin.challenges.rematch(HERE, BOB, match.record.id)
        await twin.start()
        twin.wait(days=9)
        assert len(await twin.challenges.expire_due()) == 1
        assert len(await twin.clocks.call_due()) == 1
        assert {one.entry.kind for one in await twin.unshown()} >= {"call", "challenge", "match"}


async def test_two_processes_share_what_is_unshown_and_each_is_given_to_one(club: Club, twin: Club) -> None:
    for size in range(2, 10):
        await club.start(GameOptions(size))
    club.wait(minutes=1)
    twin.time = club.time
    found = await asyncio.gather(*(side.unshown() for side in (club, twin) * 3))
    given = [(one.entry.kind, one.entry.subject_id) for each in found for one in each]
    assert len(given) == len(set(given)) == len(column(club.url, "outbox", "kind"))


async def test_challenges_made_in_two_servers_at_once_are_ten_at_the_most(club: Club, twin: Club) -> None:
    for size in range(2, 10):
        await club.challenge(options=GameOptions(size))
    attempts = [
        side.challenge(options=GameOptions(size), place=place)
        for size in range(2, 5)
        for side, place in ((club, OTHER_SERVER), (twin, PRIVATE))
    ]
    done, refused = await at_once(*attempts)
    assert (len(done), refused) == (2, [refusals.TooManyChallenges] * 4)


async def test_whoever_deletes_their_data_while_they_play_in_two_servers_leaves_nothing_behind(
    club: Club, twin: Club, database: Database
) -> None:
    started = [await club.start(place=place) for place in (HERE, OTHER_SERVER)]
    names = [MatchId.of(match) for match in started]
    await at_once(
        club.play.act(HERE, ALICE, names[0], ["komi 7"]),
        twin.play.act(OTHER_SERVER, ALICE, names[1], ["komi 7"]),
        twin.privacy.delete(BOB),
        club.play.act(HERE, BOB, names[0], ["white"]),
        twin.challenge(BOB, CAROL, place=OTHER_SERVER),
        club.preferences.choose(BOB, lambda chosen: replace(chosen, shows_legal_cells=False)),
    )
    await club.privacy.delete(BOB)
    stored = contents(club.url)
    assert BOB.id not in {value for rows in stored.values() for row in rows for value in row}
    async with database.read() as transaction:
        assert (await check(transaction)).findings == ()


async def test_whatever_people_do_in_several_servers_at_once_fits_together(
    club: Club, twin: Club, database: Database
) -> None:
    people = [ALICE, BOB, CAROL]

    async def play(side: Club, place: Place, seed: int) -> None:
        rng = Random(seed)
        one, other = rng.sample(people, 2)
        made = await side.challenge(one, other, GameOptions(3), place=place)
        match = (await side.challenges.accept(place, other, made.id)).match
        while match.to_act:
            turn = str(rng.choice(match.game.legal_actions()))
            match = await side.play.act(place, match.to_act, MatchId.of(match), [turn])
            await side.outbox.shown(match)

    async def look_after(side: Club) -> None:
        for _ in range(10):
            side.wait(hours=1)
            await side.outbox.take_due()
            await side.clocks.call_due()
            await side.preferences.choose(BOB, lambda chosen: replace(chosen, language=None))

    places = [HERE, OTHER_SERVER, PRIVATE]
    await asyncio.gather(
        *(play(side, place, seed) for seed, (side, place) in enumerate(product((club, twin), places))),
        look_after(club),
        look_after(twin),
    )
    numbered = zip(*(column(club.url, "matches", name) for name in ("scope_id", "number")), strict=True)
    assert sorted(numbered) == sorted(product((place.scope_id for place in places), (1, 2)))
    async with database.read() as transaction:
        assert (await check(transaction)).findings == ()
