"""The use cases of planned replies: "if they play this, I play that", in one position and no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.finding import MatchName, own_match
from bot.matches.match import Match
from bot.matches.refusals import NothingToReplyTo, NotWaiting, TooManyReplies
from bot.matches.turn import play_turn, written_turn
from bot.matches.whatif import Pick, WhatIf, what_if
from bot.storage import Database, Person, Place, PlannedReply, Transaction
from engine import Action, Cell, Phase, TakeButton

MOST_REPLIES = 10
PLANNED_TURNS = 2
"""The other's, and the reply to it."""


@dataclass(frozen=True, slots=True)
class Plans:
    """What a player has planned in a match: what still stands, and what fell away since their last turn."""

    match: Match
    person: Person
    standing: tuple[PlannedReply, ...]
    fallen: tuple[PlannedReply, ...]


class Replies:
    """Planned replies. Only whoever planned one ever sees it before it is played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def considered(
        self, place: Place, person: Person, name: MatchName, picks: Sequence[Pick]
    ) -> WhatIf:
        """What the other's turn and the person's reply would do. Changes nothing."""
        async with self._database.read() as transaction:
            match = await _waiting_in(transaction, place, person, name)
        found = what_if(match, picks, turns=PLANNED_TURNS)
        if found.after.game.is_over and found.turns_made < PLANNED_TURNS:
            raise NothingToReplyTo(match)
        return found

    async def considered_turns(
        self,
        place: Place,
        person: Person,
        name: MatchName,
        expected: Sequence[Action | str],
        reply: Sequence[Action | str],
    ) -> WhatIf:
        """The same for two whole turns, as somebody has typed them."""
        async with self._database.read() as transaction:
            match = await _waiting_in(transaction, place, person, name)
        first, second = _both_turns(match, expected, reply)
        picks = [one for one in (*first, *second) if isinstance(one, Cell | TakeButton)]
        return what_if(match, picks, turns=PLANNED_TURNS)

    async def plan(
        self,
        place: Place,
        person: Person,
        name: MatchName,
        expected: Sequence[Action | str],
        reply: Sequence[Action | str],
    ) -> Plans:
        """Plan a reply in the place of what was planned for the same turn before. Both are whole turns."""
        async with self._database.write(place.scope_id) as transaction:
            match = await _waiting_in(transaction, place, person, name)
            planned = _planned(match, person, expected, reply)
            await transaction.planned_replies.put(planned)
            plans = await load_plans(transaction, match, person)
            if len(plans.standing) > MOST_REPLIES:
                raise TooManyReplies(match, MOST_REPLIES)
            return plans

    async def of(self, match: Match, person: Person) -> Plans:
        """What a person has planned in a match."""
        async with self._database.read() as transaction:
            return await load_plans(transaction, match, person)

    async def own(self, place: Place, person: Person, name: MatchName) -> Plans:
        """What a person has planned in the running match of theirs that is meant."""
        async with self._database.read() as transaction:
            return await load_plans(transaction, await own_match(transaction, place, person, name), person)

    async def forget(self, place: Place, person: Person, name: MatchName) -> Plans:
        """Forget all that a person has planned in a match."""
        async with self._database.write(place.scope_id) as transaction:
            match = await own_match(transaction, place, person, name)
            await transaction.planned_replies.clear(match.record.id, person.id)
            return Plans(match, person, (), ())


async def load_plans(transaction: Transaction, match: Match, person: Person) -> Plans:
    """What a person has planned in a match, as it stands now."""
    planned = await transaction.planned_replies.of(match.record.id, person.id)
    standing = tuple(one for one in planned if not match.is_over and _is_for(one, match))
    return Plans(match, person, standing, tuple(one for one in planned if one not in standing))


async def planned_for(transaction: Transaction, before: Match, after: Match) -> Match | None:
    """The match after the reply that was planned to the turn between two positions; None without one."""
    if after.to_act is None or after.to_act == before.to_act:
        return None
    turn = written_turn(before.game, after.game.actions[before.ply :])
    for planned in (await load_plans(transaction, before, after.to_act)).standing:
        if planned.expected == turn:
            replied = replace(after, game=after.game.copy(), planned=after.planned | {after.ply})
            play_turn(replied, planned.reply.split())
            return replied
    return None


async def _waiting_in(transaction: Transaction, place: Place, person: Person, name: MatchName) -> Match:
    """The match that is meant, if the other is to place stones there."""
    match = await own_match(transaction, place, person, name)
    is_own_turn = match.is_turn_of(person.id)
    if is_own_turn or match.game.phase is not Phase.PLAY:
        raise NotWaiting(match, is_own_turn)
    return match


def _planned(
    match: Match, person: Person, expected: Sequence[Action | str], reply: Sequence[Action | str]
) -> PlannedReply:
    """The reply in its written form."""
    first, second = _both_turns(match, expected, reply)
    return PlannedReply(
        match_id=match.record.id,
        player_id=person.id,
        ply=match.ply,
        takebacks=match.takebacks,
        expected=written_turn(match.game, first),
        reply=" ".join(map(str, second)),
    )


def _both_turns(
    match: Match, expected: Sequence[Action | str], reply: Sequence[Action | str]
) -> tuple[Sequence[Action], Sequence[Action]]:
    """The other's turn and the reply to it, if both are legal one after the other."""
    tried = replace(match, game=match.game.copy())
    play_turn(tried, expected)
    if tried.game.is_over:
        raise NothingToReplyTo(match)
    middle = tried.ply
    play_turn(tried, reply)
    return tried.game.actions[match.ply : middle], tried.game.actions[middle:]


def _is_for(planned: PlannedReply, match: Match) -> bool:
    return (planned.ply, planned.takebacks) == (match.ply, match.takebacks)
