"""Contests about challenges, from the first one to the next game and the rematch."""

from __future__ import annotations

from datetime import timedelta

from bot.matches import Terms
from bot.storage import FirstPlayer
from engine import GameOptions
from tests.matches.club import ALICE, BOB, CAROL, HERE
from tests.races.contest import Contender, Contest, bystanders, rivals, turn_off
from tests.races.stage import Racer

A_WEEK = timedelta(days=7)

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


CHALLENGES = (MAKING, ANSWERING, OPEN, REMATCH, ANSWERED_REMATCH, NEXT_GAME)
