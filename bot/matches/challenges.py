"""The use cases of challenges: from being made to being accepted, declined, withdrawn or expired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.matches.clocks import start_clock
from bot.matches.finding import MatchId, game_after, named
from bot.matches.match import Match
from bot.matches.preferences import settings_to_begin
from bot.matches.refusals import (
    AlreadyChallenged,
    ChallengeEnded,
    MatchNotOver,
    NoSuchChallenge,
    NotAPlayer,
    NotTheChallenger,
    NotTheOpponent,
    OfferedAlready,
    OpponentIsDeleted,
    OpponentIsYourself,
    OwnChallenge,
    TooManyChallenges,
)
from bot.matches.series import roles_of_next
from bot.matches.series_refusals import NextGameBegun, NoSeries, SeriesOver
from bot.matches.unshown import AT_ONCE, GRACE, challenge_entry, match_entry, to_show
from bot.storage import (
    ChallengeRecord,
    ChallengeState,
    Database,
    FirstPlayer,
    Pace,
    Person,
    Place,
    SeriesGame,
    Transaction,
)
from engine import GameOptions, Player

OPEN_CHALLENGES_EACH = 10
EXPIRED_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenger proposes. ``opponent`` is None for an open challenge."""

    opponent: Person | None
    options: GameOptions
    first: FirstPlayer
    pace: Pace = Pace.NO_LIMIT
    best_of: int = 1
    """How many games the series has at the most; 1 is a single match."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A challenge that became a match."""

    challenge: ChallengeRecord
    match: Match


class Challenges:
    """Challenges, each in one transaction: it happens once, or is refused with a `Refusal`.

    ``now`` tells the time; ``toss`` is a fair coin, True for the challenger.
    """

    def __init__(self, database: Database, now: Callable[[], datetime], toss: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._toss = toss

    async def challenge(self, place: Place, challenger: Person, terms: Terms) -> ChallengeRecord:
        """Make a challenge that stays open as long as the channel's settings say."""
        async with self._database.write(place.scope_id, challenger.id) as transaction:
            return await self._challenge(transaction, place, challenger, terms)

    async def followed(self, place: Place, person: Person, match_id: int) -> Match:
        """The ended match that a rematch or the next game would follow, if the person may ask for that."""
        async with self._database.read() as transaction:
            return await _to_follow(transaction, place, person, match_id)

    async def rematch(self, place: Place, person: Person, match_id: int) -> ChallengeRecord:
        """Challenge the other player of an ended match to the same again with the roles swapped."""
        async with self._database.write(place.scope_id, person.id) as transaction:
            match = await _to_follow(transaction, place, person, match_id)
            record, opponent = match.record, match.opponent_of(person.id)
            is_first = match.player(person.id) is Player.FIRST
            first = FirstPlayer.OPPONENT if is_first else FirstPlayer.CHALLENGER
            best_of = record.series.best_of if record.series else 1
            for other in await self._still_open_by(transaction, opponent):
                if _is_same(other, place, Terms(person, record.options, first, record.pace, best_of)):
                    raise OfferedAlready(other)
            terms = Terms(opponent, record.options, first, record.pace, best_of)
            return await self._challenge(transaction, place, person, terms)

    async def next_game(self, place: Place, person: Person, match_id: int) -> Match:
        """Begin the next game of a series, to which both agreed with the series."""
        async with self._database.write(place.scope_id) as transaction:
            match = await _to_follow(transaction, place, person, match_id)
            record = match.record
            if record.series is None or match.series is None:
                raise NoSeries(match)
            if match.series.is_over:
                raise SeriesOver(match)
            if begun := await game_after(transaction, record.series):
                raise NextGameBegun(await Match.load(transaction, begun))
            await settings_to_begin(transaction, place)
            await transaction.players.remember(person)
            game = replace(record.series, number=record.series.number + 1)
            people = roles_of_next(record)
            return await self._begin(transaction, place, people, record.options, record.pace, game)

    async def acceptable(self, place: Place, person: Person, challenge_id: int) -> ChallengeRecord:
        """The challenge, if the person may accept it. Changes nothing."""
        async with self._database.read() as transaction:
            return await self._acceptable(transaction, place, person, challenge_id)

    async def accept(self, place: Place, person: Person, challenge_id: int) -> Accepted:
        """Turn a challenge into a match. An open one can be accepted by anybody but its challenger."""
        async with self._database.write(place.scope_id) as transaction:
            challenge = await self._acceptable(transaction, place, person, challenge_id)
            await transaction.players.remember(person)
            await transaction.challenges.accept(challenge_id, person)
            match = await self._start(transaction, challenge, self._seats(challenge, person))
            ended = replace(challenge, opponent=person, state=ChallengeState.ACCEPTED)
            await to_show(transaction, challenge_entry(ended), self._now())
            return Accepted(ended, match)

    async def decline(self, place: Place, person: Person, challenge_id: int) -> ChallengeRecord:
        async with self._database.write(place.scope_id) as transaction:
            challenge = await self._open_challenge(transaction, place, challenge_id)
            if challenge.opponent is None or challenge.opponent.id != person.id:
                raise NotTheOpponent(challenge)
            return await end_challenge(transaction, challenge, ChallengeState.DECLINED, self._now())

    async def withdraw(self, place: Place, person: Person, challenge_id: int) -> ChallengeRecord:
        async with self._database.write(place.scope_id) as transaction:
            challenge = await self._open_challenge(transaction, place, challenge_id)
            if challenge.challenger.id != person.id:
                raise NotTheChallenger(challenge)
            return await end_challenge(transaction, challenge, ChallengeState.WITHDRAWN, self._now())

    async def expire_due(self) -> list[ChallengeRecord]:
        """End challenges whose time is up, at most `EXPIRED_AT_ONCE`, and return them."""
        async with self._database.read() as transaction:
            due = await transaction.challenges.due(self._now(), EXPIRED_AT_ONCE)
        ended = [await self._expire(one) for one in due]
        return [one for one in ended if one]

    async def _expire(self, due: ChallengeRecord) -> ChallengeRecord | None:
        """End a challenge, unless somebody else has done so, in one way or another."""
        async with self._database.write(due.place.scope_id) as transaction:
            now, challenge = self._now(), await transaction.challenges.get(due.id)
            assert challenge is not None  # Challenges are never deleted.
            if challenge.state is not ChallengeState.OPEN:
                return None
            return await end_challenge(transaction, challenge, ChallengeState.EXPIRED, now, AT_ONCE)

    async def open_in(self, place: Place) -> list[ChallengeRecord]:
        """The open challenges of a channel, oldest first."""
        async with self._database.read() as transaction:
            found = await transaction.challenges.open_in(place.channel_id)
        return [one for one in found if one.expires_at > self._now()]

    async def set_message(self, challenge: ChallengeRecord, message_id: int) -> None:
        """Remember which message shows a challenge as it stands here."""
        async with self._database.note(challenge.place.scope_id) as transaction:
            await transaction.challenges.set_message(challenge.id, message_id)
            await transaction.outbox.remove(challenge_entry(challenge))

    async def _challenge(
        self, transaction: Transaction, place: Place, challenger: Person, terms: Terms
    ) -> ChallengeRecord:
        now, opponent = self._now(), terms.opponent
        if opponent and opponent.id == challenger.id:
            raise OpponentIsYourself
        settings = await settings_to_begin(transaction, place)
        still_open = await self._still_open_by(transaction, challenger)
        for other in still_open:
            if _is_same(other, place, terms):
                raise AlreadyChallenged(other)
        if len(still_open) >= OPEN_CHALLENGES_EACH:
            raise TooManyChallenges(OPEN_CHALLENGES_EACH)
        await transaction.players.remember(challenger, *([opponent] if opponent else []))
        challenge_id = await transaction.challenges.add(
            place,
            challenger,
            opponent,
            terms.options,
            terms.first,
            now,
            now + timedelta(days=settings.days_open),
            terms.pace,
            terms.best_of,
        )
        challenge = await transaction.challenges.get(challenge_id)
        assert challenge is not None  # It was stored two lines above.
        await to_show(transaction, challenge_entry(challenge), now)
        return challenge

    async def _start(
        self, transaction: Transaction, challenge: ChallengeRecord, people: tuple[Person, Person]
    ) -> Match:
        """The match that a challenge has become, or the first of a series of them."""
        game = None
        if challenge.best_of > 1:
            series_id = await transaction.matches.add_series(challenge.best_of)
            game = SeriesGame(series_id, 1, challenge.best_of)
        return await self._begin(
            transaction, challenge.place, people, challenge.options, challenge.pace, game
        )

    async def _begin(
        self,
        transaction: Transaction,
        place: Place,
        people: tuple[Person, Person],
        options: GameOptions,
        pace: Pace,
        game: SeriesGame | None,
    ) -> Match:
        """A new match; the time of its first turn runs."""
        now = self._now()
        match_id = await transaction.matches.add(place, *people, options, now, pace, game)
        match = await start_clock(transaction, await Match.get(transaction, match_id), now)
        await to_show(transaction, match_entry(match), now)
        return match

    async def _still_open_by(self, transaction: Transaction, challenger: Person) -> list[ChallengeRecord]:
        now = self._now()
        return [one for one in await transaction.challenges.open_by(challenger.id) if one.expires_at > now]

    async def _open_challenge(
        self, transaction: Transaction, place: Place, challenge_id: int
    ) -> ChallengeRecord:
        """The challenge if it is of this channel and still open."""
        challenge = await transaction.challenges.get(challenge_id)
        if challenge is None or challenge.place != place:
            raise NoSuchChallenge
        if challenge.state is ChallengeState.OPEN and challenge.expires_at <= self._now():
            # Its time is up, though the next sweep has yet to end it.
            challenge = replace(challenge, state=ChallengeState.EXPIRED)
        if challenge.state is not ChallengeState.OPEN:
            raise ChallengeEnded(challenge)
        return challenge

    async def _acceptable(
        self, transaction: Transaction, place: Place, person: Person, challenge_id: int
    ) -> ChallengeRecord:
        challenge = await self._open_challenge(transaction, place, challenge_id)
        if challenge.challenger.id == person.id:
            raise OwnChallenge(challenge)
        if challenge.opponent and challenge.opponent.id != person.id:
            raise NotTheOpponent(challenge)
        await settings_to_begin(transaction, place)
        return challenge

    def _seats(self, challenge: ChallengeRecord, accepter: Person) -> tuple[Person, Person]:
        """Who is first and who second."""
        challenger_first = challenge.first is FirstPlayer.CHALLENGER or (
            challenge.first is FirstPlayer.RANDOM and self._toss()
        )
        pair = (challenge.challenger, accepter)
        return pair if challenger_first else (pair[1], pair[0])


async def end_challenge(
    transaction: Transaction,
    challenge: ChallengeRecord,
    state: ChallengeState,
    now: datetime,
    grace: timedelta = GRACE,
) -> ChallengeRecord:
    """End a challenge and have that shown, by others if nobody has done it after ``grace``."""
    await transaction.challenges.end(challenge.id, state)
    ended = replace(challenge, state=state)
    await to_show(transaction, challenge_entry(ended), now, grace)
    return ended


async def _to_follow(transaction: Transaction, place: Place, person: Person, match_id: int) -> Match:
    """An ended match of this channel, if the person may let another follow it."""
    match = await named(transaction, place, MatchId(match_id, 0))
    if match.player(person.id) is None:
        raise NotAPlayer(match)
    if not match.is_over:
        raise MatchNotOver(match)
    if match.opponent_of(person.id).is_deleted:
        raise OpponentIsDeleted
    return match


def _is_same(challenge: ChallengeRecord, place: Place, terms: Terms) -> bool:
    """Whether a new challenge would be of the same kind to the same person, in the same channel."""
    return (
        challenge.place == place
        and (challenge.opponent and challenge.opponent.id) == (terms.opponent and terms.opponent.id)
        and (challenge.options, challenge.pace) == (terms.options, terms.pace)
        and challenge.best_of == terms.best_of
    )
