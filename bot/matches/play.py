"""The use cases of a running match: finding it, acting in it, resigning it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.matches.match import Match, Replay, in_turn_order
from bot.matches.refusals import (
    ActionRefused,
    MatchOver,
    NoMatchHere,
    NoSuchMatch,
    NoSuchPosition,
    NotAPlayer,
    NotYourTurn,
    PositionMovedOn,
    WhichMatch,
    WrongStoneCount,
)
from bot.storage import Database, Ending, MatchMessage, MatchRecord, Person, Place, Transaction
from engine import Action, Cell, IllegalAction, NotationError, Phase, Player, parse_action


@dataclass(frozen=True, slots=True)
class MatchId:
    """A match as a button names it: by its id and the position that the button was made for."""

    id: int
    ply: int


@dataclass(frozen=True, slots=True)
class MatchNumber:
    """A match as people name it: by its number, or by none where only one can be meant."""

    number: int | None = None


MatchName = MatchId | MatchNumber


class Play:
    """Matches, each action in one transaction: it happens once, or is refused with a `Refusal`."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def act(self, place: Place, person: Person, name: MatchName, turn: Sequence[Action | str]) -> Match:
        """Play a whole turn for the player to act: one action, or the stones that are due.

        Text in ``turn`` is the written form of an action. Returns the match after it.
        """
        async with self._database.write() as transaction:
            match = await self._own_turn(transaction, place, person, name)
            before = match.ply
            _play_turn(match, turn)
            await transaction.players.remember(person)
            written = [str(action) for action in match.game.actions[before:]]
            await transaction.matches.append(match.record.id, before + 1, person.id, written, self._now())
            if winner := _winner(match):
                await transaction.matches.end(match.record.id, Ending.PLAYED, winner, self._now())
            return await _stored(transaction, match)

    async def resign(self, place: Place, person: Person, name: MatchName) -> Match:
        """End a match in the other player's favour. A player may do so when it is not their turn too."""
        async with self._database.write() as transaction:
            match = await self._own_match(transaction, place, person, name)
            player = match.player(person.id)
            assert player is not None  # `_own_match` lets only players pass.
            await transaction.players.remember(person)
            await transaction.matches.end(match.record.id, Ending.RESIGNED, player.opponent, self._now())
            return await _stored(transaction, match)

    async def own(self, place: Place, person: Person, name: MatchName) -> Match:
        """The running match of the person that is meant. Changes nothing."""
        async with self._database.read() as transaction:
            return await self._own_match(transaction, place, person, name)

    async def own_turn(self, place: Place, person: Person, name: MatchName) -> Match:
        """The same, if it is the person's turn there."""
        async with self._database.read() as transaction:
            return await self._own_turn(transaction, place, person, name)

    async def seen(self, place: Place, person: Person, number: int | None, ply: int | None) -> Match:
        """A match of this channel to look at, running or ended, after ``ply`` actions or as it stands.

        Without a number it is the person's own if that is one, else the channel's only one, else its latest.
        """
        async with self._database.read() as transaction:
            record = await self._seen_record(transaction, place, person, number)
            match = await Match.load(transaction, record)
        if ply is None:
            return match
        if not 0 <= ply <= match.ply:
            raise NoSuchPosition(match.ply)
        return match.at(ply)

    async def replay(self, place: Place, name: MatchId) -> Replay:
        """A match of this channel, running or ended, gone through again up to its ply, or to its last."""
        async with self._database.read() as transaction:
            match = await self._named(transaction, place, name)
        return Replay(match.at(name.ply), match.ply)

    async def running_in(self, place: Place, person: Person) -> list[Match]:
        """The channel's running matches, those that wait for the person first."""
        async with self._database.read() as transaction:
            found = await transaction.matches.running_in(place.channel_id)
            return in_turn_order([await Match.load(transaction, one) for one in found], person.id)

    async def running_with(self, person: Person) -> list[Match]:
        """A person's running matches in every channel, those that wait for them first."""
        async with self._database.read() as transaction:
            found = await transaction.matches.running_with(person.id)
            return in_turn_order([await Match.load(transaction, one) for one in found], person.id)

    async def set_message(self, match: Match, message_id: int) -> MatchMessage | None:
        """Remember the message that shows a match as it stands; return the one that is out of date by that.

        It may be the new one itself: of two turns in quick succession the later may be shown first.
        """
        new = MatchMessage(message_id, match.ply)
        async with self._database.write() as transaction:
            known = (await _stored(transaction, match)).record.message
            # A resignation ends a match without another action, so its message shows as many.
            if known and (new.ply, match.is_over) <= (known.ply, False):
                return new
            await transaction.matches.set_message(match.record.id, new)
            return known

    async def _own_turn(
        self, transaction: Transaction, place: Place, person: Person, name: MatchName
    ) -> Match:
        match = await self._own_match(transaction, place, person, name)
        if match.to_act is None or match.to_act.id != person.id:
            raise NotYourTurn(match)
        return match

    async def _own_match(
        self, transaction: Transaction, place: Place, person: Person, name: MatchName
    ) -> Match:
        """The running match that is meant, if the person plays in it."""
        match = await self._meant(transaction, place, person, name)
        if match.player(person.id) is None:
            raise NotAPlayer(match)
        if match.is_over:
            raise MatchOver(match)
        if isinstance(name, MatchId) and name.ply != match.ply:
            raise PositionMovedOn(match)
        return match

    async def _meant(self, transaction: Transaction, place: Place, person: Person, name: MatchName) -> Match:
        if name == MatchNumber(None):
            return await self._only_own(transaction, place, person)
        return await self._named(transaction, place, name)

    async def _named(self, transaction: Transaction, place: Place, name: MatchName) -> Match:
        """The match of this channel that a button or a number names, whoever plays in it."""
        match name:
            case MatchId(id=match_id):
                record = await transaction.matches.get(match_id)
            case MatchNumber(number=number):
                assert number is not None  # Without a number it would be nobody's name.
                record = await transaction.matches.numbered(place.scope_id, number)
        # A match of another channel is none of this channel's business, not even that it exists.
        if record is None or record.place != place:
            raise NoSuchMatch
        return await Match.load(transaction, record)

    async def _only_own(self, transaction: Transaction, place: Place, person: Person) -> Match:
        records = await transaction.matches.running_in(place.channel_id)
        found = [await Match.load(transaction, one) for one in records if _plays_in(person, one)]
        if not found:
            raise NoMatchHere
        if len(found) > 1:
            raise WhichMatch(in_turn_order(found, person.id))
        return found[0]

    async def _seen_record(
        self, transaction: Transaction, place: Place, person: Person, number: int | None
    ) -> MatchRecord:
        if number is not None:
            return (await self._named(transaction, place, MatchNumber(number))).record
        running = await transaction.matches.running_in(place.channel_id)
        candidates = [one for one in running if _plays_in(person, one)] or running
        if len(candidates) > 1:
            found = [await Match.load(transaction, one) for one in candidates]
            raise WhichMatch(in_turn_order(found, person.id))
        if candidates:
            return candidates[0]
        latest = await transaction.matches.latest_ended_in(place.channel_id)
        if latest is None:
            raise NoMatchHere
        return latest


async def _stored(transaction: Transaction, match: Match) -> Match:
    """The match with what is stored of it now."""
    record = await transaction.matches.get(match.record.id)
    assert record is not None  # Matches are never deleted.
    return Match(record, match.game)


def _winner(match: Match) -> Player | None:
    """Who has won by the rules of the game; None while it is not over."""
    result = match.game.result
    return match.game.player_of(result.winner) if result else None


def _plays_in(person: Person, record: MatchRecord) -> bool:
    return person.id in (record.first.id, record.second.id)


def _play_turn(match: Match, turn: Sequence[Action | str]) -> None:
    """Play a whole turn on the match's game, of which a copy is stored only if nothing here is refused."""
    try:
        actions = [parse_action(one) if not isinstance(one, Action) else one for one in turn]
        _check_stone_count(match, actions)
        for action in actions:
            match.game.play(action)
    except (NotationError, IllegalAction) as error:
        raise ActionRefused(match, error) from error


def _check_stone_count(match: Match, actions: Sequence[Action]) -> None:
    """A turn is as many stones as are due, or a single action of another kind."""
    is_other = len(actions) == 1 and not isinstance(actions[0], Cell)
    due = 1 if is_other or match.game.phase is not Phase.PLAY else match.game.stones_due
    if len(actions) != due:
        raise WrongStoneCount(match, given=len(actions))
