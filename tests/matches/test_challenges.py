"""Challenges: each is ended once, by those who may, and what is refused changes nothing."""

from __future__ import annotations

import pytest

from bot.matches import OPEN_CHALLENGES_EACH, refusals
from bot.storage import ChallengeState, FirstPlayer
from engine import GameOptions, GameType, Player, Scoring
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, EVERYBODY, HERE, OTHER_SERVER, Club
from tests.storage.contents import column


async def test_a_challenge_is_kept_as_it_was_made(club: Club) -> None:
    options = GameOptions(9, GameType.DOUBLE, Scoring.SQUARE)
    made = await club.challenge(options=options, first=FirstPlayer.OPPONENT)
    assert await club.challenges.open_in(HERE) == [made]
    assert (made.challenger, made.opponent, made.options) == (ALICE, BOB, options)
    assert (made.first, made.state) == (FirstPlayer.OPPONENT, ChallengeState.OPEN)
    assert (made.expires_at - club.time).days == 7
    assert await club.challenges.open_in(ELSEWHERE) == []


@pytest.mark.parametrize(
    ("first", "is_heads", "seats"),
    [
        (FirstPlayer.CHALLENGER, False, (ALICE, BOB)),
        (FirstPlayer.OPPONENT, True, (BOB, ALICE)),
        (FirstPlayer.RANDOM, True, (ALICE, BOB)),
        (FirstPlayer.RANDOM, False, (BOB, ALICE)),
    ],
)
async def test_accepting_seats_the_players_as_agreed(
    first: FirstPlayer, is_heads: bool, seats: tuple, club: Club
) -> None:
    club.is_heads = is_heads
    made = await club.challenge(first=first)
    accepted = await club.challenges.accept(HERE, BOB, made.id)
    assert accepted.match.people == seats
    assert accepted.match.player(BOB.id) is (Player.FIRST if seats[0] == BOB else Player.SECOND)
    assert accepted.challenge.state is ChallengeState.ACCEPTED


async def test_an_open_challenge_is_of_whoever_accepts_it(club: Club) -> None:
    made = await club.challenge(opponent=None)
    accepted = await club.challenges.accept(HERE, CAROL, made.id)
    assert accepted.match.people == (ALICE, CAROL)
    refused = await club.refuses(refusals.ChallengeEnded, club.challenges.accept(HERE, BOB, made.id))
    assert isinstance(refused, refusals.ChallengeEnded)
    assert refused.challenge.opponent == CAROL


WAYS_TO_END = ("accept", "decline", "withdraw")
MAY = {"accept": BOB, "decline": BOB, "withdraw": ALICE}
REFUSED = {
    ("accept", "Alice"): refusals.OwnChallenge,
    ("accept", "Carol"): refusals.NotTheOpponent,
    ("decline", "Alice"): refusals.NotTheOpponent,
    ("decline", "Carol"): refusals.NotTheOpponent,
    ("withdraw", "Bob"): refusals.NotTheChallenger,
    ("withdraw", "Carol"): refusals.NotTheChallenger,
}


@pytest.mark.parametrize("way", WAYS_TO_END)
async def test_a_challenge_is_ended_by_those_who_may_and_once(way: str, club: Club) -> None:
    made = await club.challenge()
    end = getattr(club.challenges, way)
    for person in EVERYBODY:
        if person != MAY[way]:
            await club.refuses(REFUSED[way, person.name], end(HERE, person, made.id))
    for place in (ELSEWHERE, OTHER_SERVER):
        await club.refuses(refusals.NoSuchChallenge, end(place, MAY[way], made.id))
    await club.refuses(refusals.NoSuchChallenge, end(HERE, MAY[way], made.id + 1))
    await end(HERE, MAY[way], made.id)
    for again in WAYS_TO_END:
        attempt = getattr(club.challenges, again)(HERE, MAY[again], made.id)
        await club.refuses(refusals.ChallengeEnded, attempt)
    assert await club.challenges.open_in(HERE) == []
    assert len(column(club.url, "matches", "id")) == (way == "accept")


@pytest.mark.parametrize("way", WAYS_TO_END)
@pytest.mark.parametrize("is_swept", [False, True], ids=["before the sweep", "after the sweep"])
async def test_an_expired_challenge_cannot_be_ended_in_any_other_way(
    way: str, is_swept: bool, club: Club
) -> None:
    made = await club.challenge()
    club.wait(days=7)
    if is_swept:
        assert [one.state for one in await club.challenges.expire_due()] == [ChallengeState.EXPIRED]
    refused = await club.refuses(
        refusals.ChallengeEnded, getattr(club.challenges, way)(HERE, MAY[way], made.id)
    )
    assert isinstance(refused, refusals.ChallengeEnded)
    assert refused.challenge.state is ChallengeState.EXPIRED
    assert await club.challenges.open_in(HERE) == []


async def test_a_sweep_ends_what_is_due_and_nothing_else(club: Club) -> None:
    due = await club.challenge()
    declined = await club.challenge(opponent=CAROL)
    await club.challenges.decline(HERE, CAROL, declined.id)
    club.wait(seconds=1)
    later = await club.challenge(BOB, ALICE)
    club.wait(days=7, seconds=-1)
    assert [one.id for one in await club.challenges.expire_due()] == [due.id]
    assert await club.challenges.expire_due() == []
    assert [one.id for one in await club.challenges.open_in(HERE)] == [later.id]


async def test_oneself_is_no_opponent(club: Club) -> None:
    await club.refuses(refusals.OpponentIsYourself, club.challenge(ALICE, ALICE))


async def test_the_same_challenge_is_refused_while_it_is_open(club: Club) -> None:
    made = await club.challenge()
    refused = await club.refuses(refusals.AlreadyChallenged, club.challenge(first=FirstPlayer.RANDOM))
    assert isinstance(refused, refusals.AlreadyChallenged)
    assert refused.challenge == made
    for other in (
        club.challenge(opponent=CAROL),
        club.challenge(opponent=None),
        club.challenge(options=GameOptions(7)),
        club.challenge(place=ELSEWHERE),
        club.challenge(BOB, ALICE),
    ):
        await other
    club.wait(days=7)
    await club.challenge()


async def test_somebody_has_so_many_open_challenges_and_no_more(club: Club) -> None:
    made = [
        await club.challenge(options=GameOptions(6 + number % 5), opponent=BOB if number < 5 else CAROL)
        for number in range(OPEN_CHALLENGES_EACH)
    ]
    await club.refuses(refusals.TooManyChallenges, club.challenge(opponent=None))
    await club.challenge(BOB, None)
    await club.challenges.withdraw(HERE, ALICE, made[3].id)
    await club.challenge(opponent=None)


async def test_a_rematch_is_the_same_with_the_roles_swapped(club: Club) -> None:
    options = GameOptions(10, GameType.NO_KOMI, Scoring.LONGEST)
    match = await club.start(options)
    await club.refuses(refusals.MatchNotOver, club.challenges.rematch(HERE, ALICE, match.record.id))
    await club.resign(match)
    await club.refuses(refusals.NotAPlayer, club.challenges.rematch(HERE, CAROL, match.record.id))
    await club.refuses(refusals.NoSuchMatch, club.challenges.rematch(ELSEWHERE, ALICE, match.record.id))
    await club.refuses(refusals.NoSuchMatch, club.challenges.rematch(HERE, ALICE, match.record.id + 1))
    for asker, other in ((ALICE, BOB), (BOB, ALICE)):
        offer = await club.challenges.rematch(HERE, asker, match.record.id)
        assert (offer.challenger, offer.opponent, offer.options) == (asker, other, options)
        again = (await club.challenges.accept(HERE, other, offer.id)).match
        assert again.people == (BOB, ALICE)
