"""Any sequence of what people may try, against a simple picture of what should come of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import URL

from bot.matches import MatchId
from bot.storage import ChallengeState, Database, Person, Place
from engine import Game, GameOptions, GameType, Player, Scoring
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, EVERYBODY, HERE, Club
from tests.storage.contents import column
from tests.storage.fixtures import Databases

Step = tuple[Any, ...]

people = st.sampled_from(EVERYBODY)
somebody = st.sampled_from([None, None, None, *EVERYBODY])
"""None stands for whoever may."""
places = st.sampled_from([HERE] * 9 + [ELSEWHERE])
which, choice = st.integers(0, 63), st.integers(0, 63)
# The bot offers no boards as small as these, but on them matches come to their end.
options = st.builds(GameOptions, st.integers(2, 3), st.sampled_from(GameType), st.sampled_from(Scoring))
acting = st.tuples(st.just("act"), somebody, which, places, choice)
steps = st.one_of(
    *[acting] * 12,
    st.tuples(st.just("challenge"), people, st.none() | people, options),
    st.tuples(st.sampled_from(["accept", "accept", "decline", "withdraw"]), somebody, which, places),
    st.tuples(st.sampled_from(["rematch", "rematch", "rematch", "resign"]), somebody, which, places),
    st.tuples(st.sampled_from(["wait", "sweep"]), st.sampled_from([1, 5, 8])),
)


@dataclass
class Challenge:
    challenger: Person
    opponent: Person | None
    options: GameOptions
    expires_at: datetime
    is_swapped: bool = False
    """Whether the opponent is first."""
    state: ChallengeState = ChallengeState.OPEN


@dataclass
class Played:
    first: Person
    second: Person
    game: Game
    winner: Player | None = None

    def person(self, player: Player) -> Person:
        return self.first if player is Player.FIRST else self.second

    @property
    def to_act(self) -> Person | None:
        to_act = self.game.player_to_act
        return self.person(to_act) if to_act and not self.winner else None


Outcome = tuple[Awaitable[object], Callable[[], object] | None]
"""An attempt, and what comes of it; None where it is to be refused."""


@dataclass
class Picture:
    """What should be in the database."""

    club: Club
    challenges: list[Challenge] = field(default_factory=list)
    matches: list[Played] = field(default_factory=list)

    def is_open(self, challenge: Challenge) -> bool:
        return challenge.state is ChallengeState.OPEN and challenge.expires_at > self.club.time

    def try_step(self, step: Step) -> Outcome:
        match step:
            case ("challenge", who, opponent, agreed):
                return self.try_challenge(who, opponent, agreed)
            case (("accept" | "decline" | "withdraw") as way, who, number, place):
                return self.try_to_end(way, who, _pick(number, self.challenges), place)
            case ("act", who, number, place, choice):
                return self.try_to_act(who, _pick(number, self.matches), place, choice)
            case ("resign", who, number, place):
                return self.try_to_resign(who or BOB, _pick(number, self.matches), place)
            case ("rematch", who, number, place):
                return self.try_rematch(who or ALICE, _pick(number, self.matches), place)
            case ("wait", days):
                return asyncio.sleep(0), lambda: self.club.wait(days=days)
            case _:
                return self.club.challenges.expire_due(), self.sweep

    def try_challenge(
        self, who: Person, opponent: Person | None, agreed: GameOptions, *, is_swapped: bool = False
    ) -> Outcome:
        attempt = self.club.challenge(who, opponent, agreed)
        return attempt, self.making(who, opponent, agreed, is_swapped=is_swapped)

    def making(
        self, who: Person, opponent: Person | None, agreed: GameOptions, *, is_swapped: bool
    ) -> Callable[[], object] | None:
        own = [one for one in self.challenges if one.challenger == who and self.is_open(one)]
        is_same = any((one.opponent, one.options) == (opponent, agreed) for one in own)
        if who == opponent or is_same or len(own) >= 10:
            return None
        made = Challenge(who, opponent, agreed, self.club.time + timedelta(days=7), is_swapped)
        return lambda: self.challenges.append(made)

    def try_to_end(self, way: str, who: Person | None, number: int, place: Place) -> Outcome:
        challenge = self.challenges[number] if number < len(self.challenges) else None
        if who is None:
            who = challenge.challenger if challenge and way == "withdraw" else None
            who = who or (challenge.opponent if challenge else None) or CAROL
        attempt = getattr(self.club.challenges, way)(place, who, number + 1)
        if challenge is None or place != HERE or not self.is_open(challenge):
            return attempt, None
        may = {
            "accept": who != challenge.challenger and challenge.opponent in (None, who),
            "decline": who == challenge.opponent,
            "withdraw": who == challenge.challenger,
        }
        return attempt, (lambda: self.end(challenge, way, who)) if may[way] else None

    def end(self, challenge: Challenge, way: str, who: Person) -> None:
        states = {"accept": ChallengeState.ACCEPTED, "decline": ChallengeState.DECLINED}
        challenge.state = states.get(way, ChallengeState.WITHDRAWN)
        if way == "accept":
            seats = (challenge.challenger, who)
            first, second = seats[::-1] if challenge.is_swapped else seats
            self.matches.append(Played(first, second, Game(challenge.options)))

    def try_to_act(self, who: Person | None, number: int, place: Place, choice: int) -> Outcome:
        played = self.matches[number] if number < len(self.matches) else None
        who = who or (played.to_act if played else None) or ALICE
        game = played.game.copy() if played else Game()
        turn = [str(_chosen(game, choice))]
        game_after = game.copy()
        if not game.is_over and turn != ["Z9"] and not game_after.play(turn[0]).ends_turn:
            turn.append(str(_chosen(game_after, choice // 2)))
        attempt = self.club.play.act(place, who, MatchId(number + 1, len(game.actions)), turn)
        if played is None or place != HERE or who != played.to_act or "Z9" in turn:
            return attempt, None
        return attempt, lambda: self.act(played, turn)

    def act(self, played: Played, turn: list[str]) -> None:
        for action in turn:
            played.game.play(action)
        if played.game.result:
            played.winner = played.game.player_of(played.game.result.winner)

    def try_to_resign(self, who: Person, number: int, place: Place) -> Outcome:
        played = self.matches[number] if number < len(self.matches) else None
        ply = len(played.game.actions) if played else 0
        attempt = self.club.play.resign(place, who, MatchId(number + 1, ply))
        if played is None or place != HERE or played.winner or who not in (played.first, played.second):
            return attempt, None
        loser = Player.FIRST if who == played.first else Player.SECOND
        return attempt, lambda: setattr(played, "winner", loser.opponent)

    def try_rematch(self, who: Person, number: int, place: Place) -> Outcome:
        attempt = self.club.challenges.rematch(place, who, number + 1)
        played = self.matches[number] if number < len(self.matches) else None
        if played is None or place != HERE or not played.winner or who not in (played.first, played.second):
            return attempt, None
        other = played.second if who == played.first else played.first
        offered = [one for one in self.challenges if one.challenger == other and self.is_open(one)]
        if any((one.opponent, one.options) == (who, played.game.options) for one in offered):
            return attempt, None
        return attempt, self.making(who, other, played.game.options, is_swapped=who == played.first)

    def sweep(self) -> None:
        for challenge in self.challenges:
            if challenge.state is ChallengeState.OPEN and not self.is_open(challenge):
                challenge.state = ChallengeState.EXPIRED

    def check(self) -> None:
        """Everything in the database is as pictured."""
        url = self.club.url
        assert column(url, "challenges", "state") == [one.state for one in self.challenges]
        actions = [column(url, "actions", name) for name in ("match_id", "ply", "player_id", "written")]
        assert sorted(zip(*actions, strict=True)) == [
            (number, ply, played.person(done.player).id, str(done.action))
            for number, played in enumerate(self.matches, start=1)
            for ply, done in enumerate(played.game.history, start=1)
        ]


def _chosen(game: Game, choice: int) -> object:
    """One of the legal actions, or none at all for every tenth choice."""
    legal = game.legal_actions() if not game.is_over else ()
    return legal[choice % len(legal)] if legal and choice % 10 != 9 else "Z9"


def _pick(number: int, existing: list[Any]) -> int:
    """One of those that exist, or now and then the one after the last."""
    return number % len(existing) if existing and number % 8 != 7 else len(existing)


async def play_through(sequence: list[Step], url: URL) -> None:
    async with Database.open(url) as database:
        picture = Picture(Club(database, url))
        for step in sequence:
            attempt, effect = picture.try_step(step)
            if effect is None:
                await picture.club.refuses_somehow(attempt)
            else:
                await attempt
                effect()
            picture.check()
        for number, played in enumerate(picture.matches, start=1):
            seen = await picture.club.play.seen(HERE, CAROL, number, None)
            assert seen.game.history == played.game.history
            assert seen.record.winner == played.winner
            assert seen.to_act == played.to_act


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sequence=st.lists(steps, min_size=20, max_size=60))
def test_whatever_people_try_the_database_holds_what_should_come_of_it(
    sequence: list[Step], databases: Databases
) -> None:
    start: list[Step] = [("challenge", ALICE, BOB, GameOptions(2)), ("accept", BOB, 0, HERE)]
    url = databases.new()
    asyncio.run(play_through(start + sequence, url))
    databases.drop(url)
