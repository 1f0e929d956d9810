"""Random sequences of what three people do, through the use cases, and what holds after each attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.matches import MatchId, Refusal, Terms
from bot.storage import FirstPlayer, Pace, Person, Place, ProposalKind
from engine import Game, GameOptions, GameType, Scoring
from tests.fuzz.stored import Row, Stored, check, check_doer, players_of, to_act_id
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, EVERYBODY, HERE, Club
from tests.storage.contents import contents

PEOPLE = {person.id: person for person in EVERYBODY}


@dataclass(frozen=True)
class Step:
    """What somebody tries, None being whoever may: ``which`` picks about what, ``choice`` the rest."""

    kind: str
    who: Person | None
    which: int
    choice: int


@dataclass(frozen=True)
class Attempt:
    """What somebody tries about a match, a challenge or a proposal; about one that there isn't if None."""

    club: Club
    stored: Stored
    who: Person
    row: Row | None
    choice: int

    @property
    def right_place(self) -> Place:
        if self.row is None:
            return HERE
        row = self.stored.match(self.row["match_id"]) if "match_id" in self.row else self.row
        return Place(row["guild_id"], row["channel_id"])

    @property
    def place(self) -> Place:
        """Mostly the right one."""
        other = ELSEWHERE if self.right_place == HERE else HERE
        return other if self.choice % 13 == 12 else self.right_place

    @property
    def id(self) -> int:
        return self.row["id"] if self.row else self.choice

    @property
    def match_id(self) -> MatchId:
        """The match as a button names it: mostly as it stands, now and then out of date or made up."""
        if self.row is None:
            return MatchId(self.choice, 0)
        ply = self.stored.ply(self.row)
        if self.choice % 9 == 8:
            ply = self.choice % (ply + 2)
        return MatchId(self.row["id"], ply, self.row["takebacks"])

    @property
    def game(self) -> Game:
        return self.stored.game(self.row) if self.row else Game(GameOptions(2))


@dataclass(frozen=True)
class Kind:
    """Something that can be tried: about a row of which table, how, and who may, if anybody."""

    table: str | None
    attempt: Callable[[Attempt], Awaitable[object]]
    may: Callable[[Stored, Row], int | None] = lambda stored, row: None
    has_place: bool = True


class Walk:
    """A club, one attempt after another; ``done`` counts them by kind, and those that were refused."""

    def __init__(self, club: Club, done: Counter[str]) -> None:
        self.club = club
        self.done = done

    async def take(self, step: Step) -> None:
        """Try a step. What is refused changes nothing, and nobody does what is not theirs."""
        kind, before, was = KINDS[step.kind], Stored.read(self.club.url), contents(self.club.url)
        attempt = self._attempt(step, kind, before)
        try:
            await kind.attempt(attempt)
        except Refusal:
            self.done["refused"] += 1
            assert contents(self.club.url) == was, f"{step.kind} changed something, but was refused"
            return
        self.done[step.kind] += 1
        after = Stored.read(self.club.url)
        check(after)
        check_doer(before, after, attempt.who.id)
        if attempt.row and kind.has_place:
            assert attempt.place == attempt.right_place, f"{step.kind} in another channel"

    def _attempt(self, step: Step, kind: Kind, stored: Stored) -> Attempt:
        rows = getattr(stored, kind.table) if kind.table else ()
        if step.which % 5 != 4:
            # Mostly one where somebody may; else any, or one that there isn't.
            rows = [row for row in rows if kind.may(stored, row) is not None]
        row = rows[-1 - step.which % 3 % len(rows)] if rows and step.which % 20 != 19 else None
        whoever = kind.may(stored, row) if row else None
        return Attempt(self.club, stored, step.who or PEOPLE.get(whoever or 0, CAROL), row, step.choice)


# Who may


def _to_act(stored: Stored, match: Row) -> int | None:
    return to_act_id(match, stored.game(match))


def _waiting(stored: Stored, match: Row) -> int | None:
    to_act = _to_act(stored, match)
    return sum(players_of(match)) - to_act if to_act else None


def _playing(stored: Stored, match: Row) -> int | None:
    return match["first_id"] if match["ending"] is None else None


def _done(stored: Stored, match: Row) -> int | None:
    return match["second_id"] if match["ending"] else None


def _lost(stored: Stored, match: Row) -> int | None:
    return match["first_id"] if match["is_homeless"] else None


def _asked(stored: Stored, proposal: Row) -> int | None:
    first, second = players_of(stored.match(proposal["match_id"]))
    asked = second if proposal["by_id"] == first else first
    return asked if proposal["state"] == "open" else None


def _challenged(stored: Stored, challenge: Row) -> int | None:
    return (challenge["opponent_id"] or CAROL.id) if challenge["state"] == "open" else None


def _challenger(stored: Stored, challenge: Row) -> int | None:
    return challenge["challenger_id"] if challenge["state"] == "open" else None


# What may be tried


def _turn(game: Game, choice: int) -> list[str]:
    """A legal turn, or one action that is none."""
    if game.is_over or choice % 11 == 10:
        return ["Z9"]
    game = game.copy()
    turn: list[str] = []
    while True:
        legal = game.legal_actions()
        turn.append(str(legal[choice % len(legal)]))
        if game.play(turn[-1]).ends_turn:
            return turn


async def _challenge(one: Attempt) -> None:
    choice = one.choice
    # The bot offers no boards as small as these, but on them matches come to their end.
    options = GameOptions(2 + choice % 3, [*GameType][choice // 3 % 3], [*Scoring][choice // 9 % 3])
    terms = Terms(
        [None, *EVERYBODY, ALICE, BOB][choice // 2 % 6],
        options,
        [*FirstPlayer][choice // 7 % 3],
        [*Pace][choice % len(Pace)],
        (1, 3)[choice // 5 % 2],
    )
    await one.club.challenges.challenge(one.place, one.who, terms)


async def _act(one: Attempt) -> None:
    await one.club.play.act(one.place, one.who, one.match_id, _turn(one.game, one.choice))


async def _propose(one: Attempt) -> None:
    kind = [*ProposalKind][one.choice % len(ProposalKind)]
    await one.club.proposals.propose(one.place, one.who, one.match_id, kind)


async def _plan(one: Attempt) -> None:
    expected, after = _turn(one.game, one.choice), one.game
    for action in expected if expected != ["Z9"] else ():
        after.play(action)
    reply = _turn(after, one.choice + 1)
    await one.club.replies.plan(one.place, one.who, one.match_id, expected, reply)


async def _settle(one: Attempt) -> None:
    if one.row:
        loaded = await one.club.play.seen(one.place, CAROL, one.row["number"], None)
        await one.club.proposals.settle(loaded)


async def _wait(one: Attempt) -> None:
    one.club.wait(hours=7 * (1 + one.choice % 20))


async def _lose_channel(one: Attempt) -> None:
    await one.club.places.lose_channel(one.place.channel_id)


async def _nothing(one: Attempt) -> None:
    await one.club.clocks.call_due()
    await one.club.challenges.expire_due()
    await one.club.outbox.take_due()


def _in_match(way: Callable[[Club], Callable[[Place, Person, MatchId], Awaitable[object]]]):
    return lambda one: way(one.club)(one.place, one.who, one.match_id)


def _by_id(way: Callable[[Club], Callable[[Place, Person, int], Awaitable[object]]]):
    return lambda one: way(one.club)(one.place, one.who, one.id)


KINDS = {
    "challenge": Kind(None, _challenge),
    "accept": Kind("challenges", _by_id(lambda club: club.challenges.accept), _challenged),
    "decline": Kind("challenges", _by_id(lambda club: club.challenges.decline), _challenged),
    "withdraw": Kind("challenges", _by_id(lambda club: club.challenges.withdraw), _challenger),
    "act": Kind("matches", _act, _to_act),
    "resign": Kind("matches", _in_match(lambda club: club.play.resign), _playing),
    "next game": Kind("matches", _by_id(lambda club: club.challenges.next_game), _done),
    "rematch": Kind("matches", _by_id(lambda club: club.challenges.rematch), _done),
    "plan": Kind("matches", _plan, _waiting),
    "forget plans": Kind("matches", _in_match(lambda club: club.replies.forget), _waiting),
    "give time": Kind("matches", _in_match(lambda club: club.clocks.give_time), _waiting),
    "claim": Kind("matches", _in_match(lambda club: club.clocks.claim_win), _waiting),
    "propose": Kind("matches", _propose, _playing),
    "agree": Kind("proposals", _by_id(lambda club: club.proposals.accept), _asked),
    "disagree": Kind("proposals", _by_id(lambda club: club.proposals.decline), _asked),
    "settle": Kind("matches", _settle, _playing),
    "lose channel": Kind(None, _lose_channel),
    "continue": Kind("matches", _by_id(lambda club: club.places.continue_here), _lost, has_place=False),
    "delete data": Kind(None, lambda one: one.club.privacy.delete(one.who)),
    "wait": Kind(None, _wait),
    "nothing": Kind(None, _nothing),
}
