"""Contests about running matches: their turns, their ends and their places."""

from __future__ import annotations

from datetime import timedelta

from bot.matches import Departure, MatchId, MatchNumber, Terms
from bot.storage import FirstPlayer, Pace, Person, Place, ProposalKind
from engine import GameOptions, GameType
from tests.matches.club import ALICE, BOB, ELSEWHERE, HERE
from tests.races.contest import Attempt, Contender, Contest, bystanders, rivals
from tests.races.stage import Racer

A_DAY, A_MINUTE = timedelta(days=1), timedelta(minutes=1)
THREAD = Place(HERE.guild_id, 20, HERE.channel_id)
OFTEN_PLAYED = GameOptions(6, GameType.DOUBLE)


async def asked(
    club: Racer, options: GameOptions, turns: tuple[str, ...], expected: list[str], reply: list[str]
) -> None:
    """Alice is to act. Bob has asked her for a takeback and a draw, and planned a reply."""
    terms = Terms(BOB, options, FirstPlayer.CHALLENGER, Pace.ONE_DAY)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    await club.challenges.accept(HERE, BOB, made.id)
    await club.act(*turns)
    await club.replies.plan(HERE, BOB, MatchNumber(1), expected, reply)
    for kind in (ProposalKind.TAKEBACK, ProposalKind.DRAW):
        await club.proposals.propose(HERE, BOB, MatchNumber(1), kind)


async def to_the_last_stone(club: Racer) -> None:
    """Bob's next stone ends the match, and it counts for the ratings."""
    await club.start(GameOptions(2, GameType.NO_KOMI))
    await club.act("A1", "black", "A2", "B1", "B3")


def turn(ply: int, one: str, other: str) -> tuple[Contender, ...]:
    """What may be done at once where Alice is to act, and Bob has asked her for two things."""
    name = MatchId(1, ply)
    answers = rivals(
        ("Alice plays on her phone", lambda club: club.play.act(HERE, ALICE, name, one.split())),
        ("Alice plays at her desk", lambda club: club.play.act(HERE, ALICE, name, other.split())),
        ("Alice agrees to the takeback", lambda club: club.proposals.accept(HERE, ALICE, 1)),
        ("Alice agrees on the draw", lambda club: club.proposals.accept(HERE, ALICE, 2)),
        ("Alice resigns", lambda club: club.play.resign(HERE, ALICE, name)),
        ("Bob resigns", lambda club: club.play.resign(HERE, BOB, name)),
    )
    claim = Contender(
        "Bob claims the win",
        lambda club: club.clocks.claim_win(HERE, BOB, name),
        is_exclusive=True,
        later=A_DAY,
    )
    return (*answers, claim, *_beside_a_turn(name, one, other))


def _beside_a_turn(name: MatchId, one: str, other: str) -> tuple[Contender, ...]:
    planned = [other.split(), one.split()]
    return (
        *bystanders(
            ("Alice types a turn", lambda club: club.play.act(HERE, ALICE, MatchNumber(), one.split())),
            ("Bob types a turn", lambda club: club.play.act(HERE, BOB, MatchNumber(), other.split())),
            ("Alice declines the draw", lambda club: club.proposals.decline(HERE, ALICE, 2)),
            ("Bob plans a reply", lambda club: club.replies.plan(HERE, BOB, name, *planned)),
            ("Bob forgets his replies", lambda club: club.replies.forget(HERE, BOB, name)),
            ("Bob gives time", lambda club: club.clocks.give_time(HERE, BOB, name)),
            ("Bob deletes his data", lambda club: club.privacy.delete(BOB)),
            ("Alice looks at her choices", lambda club: club.proposals.choices(HERE, ALICE, name)),
            ("the board is noted", lambda club: club.play.set_message(club.seen, 99)),
            ("proposals are settled", lambda club: club.proposals.settle(club.seen)),
            ("the channel is deleted", lambda club: club.places.lose_channel(HERE.channel_id)),
            ("Alice continues elsewhere", lambda club: club.places.continue_here(ELSEWHERE, ALICE, 1)),
        ),
        Contender("who is late is called", lambda club: club.clocks.call_due(), later=A_DAY),
        Contender("what is unshown is taken", lambda club: club.outbox.take_due(), later=A_MINUTE),
    )


FIRST_STONE = Contest(
    "the first stone",
    lambda club: asked(club, GameOptions(), ("komi 7", "white"), ["D5"], ["E6"]),
    turn(2, "D5", "button"),
)
TWO_STONES = Contest(
    "two stones",
    lambda club: asked(club, OFTEN_PLAYED, ("A1", "B7 C8"), ["D5", "F4"], ["E6", "B3"]),
    turn(3, "D5 F4", "F4 D5"),
)

LAST_STONE = Contest(
    "the last stone",
    to_the_last_stone,
    (
        *rivals(
            ("Bob ends it", lambda club: club.play.act(HERE, BOB, MatchId(1, 5), ["C2"])),
            ("Alice resigns", lambda club: club.play.resign(HERE, ALICE, MatchNumber(1))),
            ("Bob resigns", lambda club: club.play.resign(HERE, BOB, MatchNumber(1))),
        ),
        *bystanders(
            ("a rematch is wanted", lambda club: club.challenges.rematch(HERE, ALICE, 1)),
            ("Alice deletes her data", lambda club: club.privacy.delete(ALICE)),
        ),
    ),
)


async def begin_in_channel(club: Racer) -> None:
    await club.start()
    await club.act("komi 7")


MOVING = Contest(
    "moving a match",
    begin_in_channel,
    bystanders(
        ("a thread is opened", lambda club: club.places.enter_thread(club.seen, THREAD.channel_id)),
        ("the thread is deleted", lambda club: club.places.leave_thread(THREAD, Departure.DELETED)),
        ("the channel is deleted", lambda club: club.places.lose_channel(HERE.channel_id)),
        ("Bob plays", lambda club: club.play.act(HERE, BOB, MatchId(1, 1), ["white"])),
        ("Bob plays in the thread", lambda club: club.play.act(THREAD, BOB, MatchId(1, 1), ["black"])),
        ("Alice continues elsewhere", lambda club: club.places.continue_here(ELSEWHERE, ALICE, 1)),
        ("Bob continues here", lambda club: club.places.continue_here(HERE, BOB, 1)),
    ),
)


async def two_that_count(club: Racer) -> None:
    for number in (1, 2):
        await club.start(OFTEN_PLAYED)
        await club.act("A1", "B7 C8", "D5 F4", number=number)


def resigning(person: Person, number: int) -> Attempt:
    return lambda club: club.play.resign(HERE, person, MatchNumber(number))


RATINGS = Contest(
    "two matches that count",
    two_that_count,
    bystanders(
        ("Alice resigns one", resigning(ALICE, 1)),
        ("Bob resigns one", resigning(BOB, 1)),
        ("Alice resigns the other", resigning(ALICE, 2)),
        ("Bob resigns the other", resigning(BOB, 2)),
        ("Bob deletes his data", lambda club: club.privacy.delete(BOB)),
    ),
)


TURNS = (FIRST_STONE, TWO_STONES, LAST_STONE, MOVING, RATINGS)
