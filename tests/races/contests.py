"""What people may do at the same moment, and what is there when they do it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from bot.matches import Departure, MatchId, MatchNumber, Terms
from bot.storage import FirstPlayer, Pace, Person, Place, ProposalKind
from engine import GameOptions, GameType
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE
from tests.races.stage import Racer

A_WEEK, A_DAY, A_MINUTE = timedelta(days=7), timedelta(days=1), timedelta(minutes=1)
THREAD = Place(HERE.guild_id, 20, HERE.channel_id)
OFTEN_PLAYED = GameOptions(6, GameType.DOUBLE)


Attempt = Callable[[Racer], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Contender:
    """Something that somebody does; ``later`` is how late by their clock.

    Of those that are exclusive in a contest one is to succeed, and the others to be refused.
    """

    name: str
    attempt: Attempt
    is_exclusive: bool = False
    later: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class Contest:
    """What is there at the beginning, and who then does something."""

    name: str
    build: Attempt
    contenders: tuple[Contender, ...]


def rivals(*contenders: tuple[str, Attempt]) -> tuple[Contender, ...]:
    """Contenders of whom one is to succeed."""
    return tuple(Contender(name, attempt, is_exclusive=True) for name, attempt in contenders)


def bystanders(*contenders: tuple[str, Attempt]) -> tuple[Contender, ...]:
    """Contenders who may succeed beside others, or take away what these want."""
    return tuple(Contender(name, attempt) for name, attempt in contenders)


async def turn_off(club: Racer) -> None:
    await club.preferences.set_up(HERE, lambda chosen: replace(chosen, is_off=True), is_moderator=True)


# Challenges

MAKING = Contest(
    "making a challenge",
    lambda club: club.start(),
    (
        *rivals(
            ("Alice challenges Bob", lambda club: club.challenge()),
        ),
        *bystanders(
            ("Bob challenges Alice", lambda club: club.challenge(BOB, ALICE)),
            ("Alice challenges anybody", lambda club: club.challenge(ALICE, None)),
            ("the channel is turned off", turn_off),
        ),
    ),
)


async def challenged(club: Racer) -> None:
    await club.challenge()
    await club.challenge(options=GameOptions(8))


ANSWERING = Contest(
    "answering a challenge",
    challenged,
    (
        *rivals(
            ("Bob accepts", lambda club: club.challenges.accept(HERE, BOB, 1)),
            ("Bob declines", lambda club: club.challenges.decline(HERE, BOB, 1)),
            ("Alice withdraws", lambda club: club.challenges.withdraw(HERE, ALICE, 1)),
        ),
        Contender("it expires", lambda club: club.challenges.expire_due(), later=A_WEEK),
        *bystanders(
            ("Bob accepts another", lambda club: club.challenges.accept(HERE, BOB, 2)),
            ("the channel is turned off", turn_off),
            ("Bob deletes his data", lambda club: club.privacy.delete(BOB)),
            ("Alice challenges anew", lambda club: club.challenge()),
        ),
    ),
)

OPEN = Contest(
    "answering an open challenge",
    lambda club: club.challenge(opponent=None),
    (
        *rivals(
            ("Bob accepts", lambda club: club.challenges.accept(HERE, BOB, 1)),
            ("Carol accepts", lambda club: club.challenges.accept(HERE, CAROL, 1)),
            ("Alice withdraws", lambda club: club.challenges.withdraw(HERE, ALICE, 1)),
        ),
    ),
)


# Turns


async def to_the_first_stone(club: Racer) -> None:
    """Alice, who is Black, is to place a stone. Bob has asked her for two things, and planned a reply."""
    terms = Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, Pace.ONE_DAY)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    await club.challenges.accept(HERE, BOB, made.id)
    await club.act("komi 7", "white")
    await club.replies.plan(HERE, BOB, MatchNumber(1), ["D5"], ["E6"])
    for kind in (ProposalKind.TAKEBACK, ProposalKind.DRAW):
        await club.proposals.propose(HERE, BOB, MatchNumber(1), kind)


async def to_two_stones(club: Racer) -> None:
    """Alice, who is Black, is to place two stones. Bob has asked her for two things, and planned a reply."""
    terms = Terms(BOB, OFTEN_PLAYED, FirstPlayer.CHALLENGER, Pace.ONE_DAY)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    await club.challenges.accept(HERE, BOB, made.id)
    await club.act("A1", "B7 C8")
    await club.replies.plan(HERE, BOB, MatchNumber(1), ["D5", "F4"], ["E6", "B3"])
    for kind in (ProposalKind.TAKEBACK, ProposalKind.DRAW):
        await club.proposals.propose(HERE, BOB, MatchNumber(1), kind)


async def to_the_last_stone(club: Racer) -> None:
    """Bob's next stone ends the match, and it counts for the ratings."""
    await club.start(GameOptions(2, GameType.NO_KOMI))
    await club.act("A1", "black", "A2", "B1", "B3")


def turn(ply: int, one: str, other: str) -> tuple[Contender, ...]:
    """What may be done at once where Alice is to act, and Bob has asked her for two things."""
    name = MatchId(1, ply)
    rival_ones = rivals(
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
    return (*rival_ones, claim, *_beside_a_turn(name, one, other))


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
        Contender("who is late is called", lambda club: club.clocks.take_due_calls(), later=A_DAY),
        Contender("what is unshown is taken", lambda club: club.outbox.take_due(), later=A_MINUTE),
    )


FIRST_STONE = Contest("the first stone", to_the_first_stone, turn(2, "D5", "button"))
TWO_STONES = Contest("two stones", to_two_stones, turn(3, "D5 F4", "F4 D5"))


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


# After the end


async def ended(club: Racer) -> None:
    await club.resign(await club.start())


REMATCH = Contest(
    "a rematch",
    ended,
    (
        *rivals(
            ("Alice wants a rematch", lambda club: club.challenges.rematch(HERE, ALICE, 1)),
            ("Bob wants a rematch", lambda club: club.challenges.rematch(HERE, BOB, 1)),
        ),
        *bystanders(
            ("the channel is turned off", turn_off),
            ("Bob deletes his data", lambda club: club.privacy.delete(BOB)),
        ),
    ),
)

ANSWERED_REMATCH = Contest(
    "a rematch and the answer to it",
    ended,
    bystanders(
        ("Alice wants a rematch", lambda club: club.challenges.rematch(HERE, ALICE, 1)),
        ("Bob accepts it", lambda club: club.challenges.accept(HERE, BOB, 2)),
        ("Bob declines it", lambda club: club.challenges.decline(HERE, BOB, 2)),
        ("Alice withdraws it", lambda club: club.challenges.withdraw(HERE, ALICE, 2)),
    ),
)


async def game_ended(club: Racer) -> None:
    terms = Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, best_of=3)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    await club.resign((await club.challenges.accept(HERE, BOB, made.id)).match)


NEXT_GAME = Contest(
    "the next game of a series",
    game_ended,
    (
        *rivals(
            ("Alice begins it", lambda club: club.challenges.next_game(HERE, ALICE, 1)),
            ("Bob begins it", lambda club: club.challenges.next_game(HERE, BOB, 1)),
        ),
        *bystanders(
            ("the channel is turned off", turn_off),
            ("Alice deletes her data", lambda club: club.privacy.delete(ALICE)),
        ),
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

CONTESTS = (
    MAKING,
    ANSWERING,
    OPEN,
    FIRST_STONE,
    TWO_STONES,
    LAST_STONE,
    MOVING,
    REMATCH,
    ANSWERED_REMATCH,
    NEXT_GAME,
    RATINGS,
)
