"""The use cases of what players ask each other for in a match: a takeback, a draw, to cancel it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.matches.clocks import can_claim_win, can_give_time, start_clock
from bot.matches.endings import end_and_show
from bot.matches.finding import MatchName, own_match
from bot.matches.match import Match
from bot.matches.refusals import (
    AlreadyDeclined,
    AlreadyProposed,
    NoSuchProposal,
    NotAPlayer,
    NothingToTakeBack,
    NotTheOneAsked,
    ProposalEnded,
    StonesArePlaced,
)
from bot.matches.unshown import match_entry, outdated_entry, proposal_entry, to_show
from bot.storage import (
    Database,
    Ending,
    Person,
    Place,
    ProposalKind,
    ProposalRecord,
    ProposalState,
    Transaction,
)
from engine import Action, Player

_ENDINGS = {ProposalKind.DRAW: Ending.DRAWN, ProposalKind.CANCEL: Ending.CANCELLED}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal as it stands now, and its match."""

    record: ProposalRecord
    match: Match

    @property
    def asked(self) -> Person:
        """Who may accept or decline it."""
        return self.match.opponent_of(self.record.by.id)

    @property
    def taken_back(self) -> tuple[Action, ...]:
        """What an open takeback would take back, in order: the asker's last turn and all that followed."""
        player = self.match.player(self.record.by.id)
        assert player is not None  # Only players propose.
        return self.match.game.actions[_start_of_last_turn(self.match, player) :]


@dataclass(frozen=True, slots=True)
class Answered:
    """An accepted proposal: the match as it was before, and as it is by that."""

    proposal: Proposal
    before: Match

    @property
    def match(self) -> Match:
        return self.proposal.match


@dataclass(frozen=True, slots=True)
class Choices:
    """A match, and what one of its players could propose in it now, or do about the other's time."""

    match: Match
    kinds: tuple[ProposalKind, ...]
    can_give_time: bool
    can_claim_win: bool


class Proposals:
    """Proposals, each use case in one transaction. A proposal holds for the position it was made in alone."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def choices(self, place: Place, person: Person, name: MatchName) -> Choices:
        """What a player could propose in the running match that is meant."""
        async with self._database.read() as transaction:
            match = await own_match(transaction, place, person, name)
            made = await _made_here(transaction, match)
        return Choices(
            match,
            tuple(kind for kind in ProposalKind if _objection(match, person, kind, made) is None),
            can_give_time=can_give_time(match, person),
            can_claim_win=can_claim_win(match, person, self._now()),
        )

    async def propose(self, place: Place, person: Person, name: MatchName, kind: ProposalKind) -> Proposal:
        """Ask the other player for something."""
        async with self._database.write(place.scope_id) as transaction:
            match = await own_match(transaction, place, person, name)
            if objection := _objection(match, person, kind, await _made_here(transaction, match)):
                raise objection
            await transaction.players.remember(person)
            record = await transaction.proposals.add(
                match.record.id, kind, person, match.ply, match.takebacks, self._now()
            )
            await to_show(transaction, proposal_entry(record), self._now())
            return Proposal(record, match)

    async def accept(self, place: Place, person: Person, proposal_id: int) -> Answered:
        """Agree: the last turn of who asked is taken back, or the match ends without a winner."""
        async with self._database.write(place.scope_id) as transaction:
            proposal = await self._answerable(transaction, place, person, proposal_id)
            await transaction.players.remember(person)
            await transaction.proposals.end([proposal_id], ProposalState.ACCEPTED)
            if ending := _ENDINGS.get(proposal.record.kind):
                after = await end_and_show(transaction, proposal.match, ending, None, self._now())
            else:
                after = await _take_back(transaction, proposal, self._now())
            accepted = replace(proposal.record, state=ProposalState.ACCEPTED)
            await to_show(transaction, proposal_entry(accepted), self._now())
            return Answered(Proposal(accepted, after), proposal.match)

    async def decline(self, place: Place, person: Person, proposal_id: int) -> Proposal:
        async with self._database.write(place.scope_id) as transaction:
            proposal = await self._answerable(transaction, place, person, proposal_id)
            await transaction.proposals.end([proposal_id], ProposalState.DECLINED)
            declined = replace(proposal.record, state=ProposalState.DECLINED)
            await to_show(transaction, proposal_entry(declined), self._now())
            return Proposal(declined, proposal.match)

    async def set_message(self, proposal: Proposal, message_id: int) -> Proposal:
        """Remember which message shows a proposal; return it as it stands: it may have ended meanwhile."""
        record = proposal.record
        async with self._database.note(proposal.match.place.scope_id) as transaction:
            await transaction.proposals.set_message(record.id, message_id)
            await transaction.outbox.remove(proposal_entry(record))
            found = await load_proposal(transaction, record.id)
            assert found is not None  # Proposals are never deleted.
            return found

    async def settle(self, match: Match) -> list[Proposal]:
        """End the proposals that a match has left behind, and return them: their messages are out of date."""
        async with self._database.read() as transaction:
            if not await transaction.proposals.open_in(match.record.id):
                return []
        async with self._database.write(match.place.scope_id) as transaction:
            current = await Match.get(transaction, match.record.id)
            found = await transaction.proposals.open_in(match.record.id)
            lapsed = [
                one for one in (_as_it_stands(one, current) for one in found) if not _is_open(one.record)
            ]
            await transaction.proposals.end([one.record.id for one in lapsed], ProposalState.LAPSED)
            for one in lapsed:
                await to_show(transaction, proposal_entry(one.record), self._now())
            return lapsed

    async def _answerable(
        self, transaction: Transaction, place: Place, person: Person, proposal_id: int
    ) -> Proposal:
        """The proposal if it is of this channel, still open, and the person's to answer."""
        proposal = await load_proposal(transaction, proposal_id)
        if proposal is None or proposal.match.place != place:
            raise NoSuchProposal
        if proposal.match.player(person.id) is None:
            raise NotAPlayer(proposal.match)
        if not _is_open(proposal.record):
            raise ProposalEnded(proposal.match, proposal.record)
        if proposal.asked.id != person.id:
            raise NotTheOneAsked(proposal.match, proposal.record)
        return proposal


async def load_proposal(transaction: Transaction, proposal_id: int) -> Proposal | None:
    """A proposal as it stands now."""
    record = await transaction.proposals.get(proposal_id)
    if record is None:
        return None
    return _as_it_stands(record, await Match.get(transaction, record.match_id))


async def _made_here(transaction: Transaction, match: Match) -> list[ProposalRecord]:
    """What was proposed in the position in which the match is."""
    return await transaction.proposals.made_at(match.record.id, match.ply, match.takebacks)


def _as_it_stands(record: ProposalRecord, match: Match) -> Proposal:
    """The proposal, lapsed where its match has gone on or ended without an answer."""
    is_current = not match.is_over and (record.ply, record.takebacks) == (match.ply, match.takebacks)
    if _is_open(record) and not is_current:
        record = replace(record, state=ProposalState.LAPSED)
    return Proposal(record, match)


def _is_open(record: ProposalRecord) -> bool:
    return record.state is ProposalState.OPEN


def _objection(
    match: Match, person: Person, kind: ProposalKind, made: list[ProposalRecord]
) -> Exception | None:
    """Why a player can't propose something now, after what was proposed in this position already."""
    player = match.player(person.id)
    assert player is not None  # Only players get as far as to ask.
    if kind is ProposalKind.TAKEBACK and _start_of_last_turn(match, player) is None:
        return NothingToTakeBack(match)
    if kind is ProposalKind.CANCEL and match.has_stones:
        return StonesArePlaced(match)
    for other in (one for one in made if one.kind is kind):
        if _is_open(other):
            return AlreadyProposed(match, other)
        # Nobody is asked the same again and again: only the next turn makes it another question.
        if other.state is ProposalState.DECLINED and other.by.id == person.id:
            return AlreadyDeclined(match, other)
    return None


async def _take_back(transaction: Transaction, proposal: Proposal, now: datetime) -> Match:
    """Forget the last turn of who asked, and all that followed it."""
    match = proposal.match
    player = match.player(proposal.record.by.id)
    assert player is not None  # Only players propose.
    start = _start_of_last_turn(match, player)
    assert start is not None  # In the same position the proposal was possible.
    await transaction.matches.take_back(match.record.id, start)
    if shown := match.record.message:
        await to_show(transaction, outdated_entry(match, shown), now)
    after = await start_clock(transaction, await Match.get(transaction, match.record.id), now)
    await to_show(transaction, match_entry(after), now)
    return after


def _start_of_last_turn(match: Match, player: Player) -> int | None:
    """After how many actions a player's last turn began; None before their first."""
    history = match.game.history
    start = None
    for ply, played in enumerate(history):
        starts_turn = ply == 0 or history[ply - 1].ends_turn
        if played.player is player and starts_turn:
            start = ply
    return start
