"""Whether what people were told, what is stored, and what the channels show are one and the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from bot.messages import Verb
from bot.storage import ProposalKind
from engine import IllegalAction
from tests.chaos.ledger import Action, Ledger, StoredMatch, StoredProposal
from tests.chaos.tried import (
    COUNTED,
    Acceptance,
    Consent,
    Invitation,
    Outcome,
    Request,
    Resignation,
    Tried,
    Turn,
)
from tests.chaos.witness import ON_BOARDS, Position, Witness

ENDINGS = {ProposalKind.DRAW: "drawn", ProposalKind.CANCEL: "cancelled"}


def audit(ledger: Ledger, witness: Witness, tried: Tried) -> list[str]:
    """Every broken promise as a sentence."""
    matches = {match.id: match for match in ledger.matches()}
    proposals = ledger.proposals()
    return [
        *_unreadable(matches),
        *_lost(matches, ledger, tried),
        *_lost_otherwise(matches, proposals, tried),
        *_uncalled_for(matches, proposals, ledger, tried),
        *_challenges(ledger, tried),
        *_boards(matches, witness),
        *_messages("challenge", _open_challenges(ledger), witness.challenges, witness, Verb.WITHDRAW),
        *_messages("proposal", _open_proposals(matches, proposals), witness.proposals, witness, Verb.AGREE),
    ]


# What is stored


def _unreadable(matches: Mapping[int, StoredMatch]) -> Iterator[str]:
    for match in matches.values():
        try:
            is_over = match.game.player_to_act is None
        except IllegalAction as error:
            yield f"match {match.id} does not replay: {error}"
        else:
            if is_over != (match.ending == "played"):
                yield f"match {match.id} is stored as {match.ending}, but is {'' if is_over else 'not '}over"


def _lost(matches: Mapping[int, StoredMatch], ledger: Ledger, tried: Tried) -> Iterator[str]:
    """What was answered with a board has to be stored in the place that the board showed, once."""
    acknowledged: set[Position] = set()
    journal = ledger.journal()
    for attempt, outcome in tried.of(Turn):
        assert isinstance(attempt.deed, Turn)
        played = [Action(attempt.person_id, written) for written in attempt.deed.written]
        for position in tried.positions(attempt.interaction) if outcome is Outcome.SHOWN else ():
            if position in acknowledged:
                yield f"{position} acknowledged two turns"
            acknowledged.add(position)
            plies = range(position.ply - len(played) + 1, position.ply + 1)
            stored = [journal.get((position.match_id, position.takebacks, ply)) for ply in plies]
            if stored != [[action] for action in played]:
                yield f"{attempt.deed} was acknowledged at {position}, where {stored} is stored"
        if outcome is Outcome.PROMISED and not any(played[-1] in actions for actions in journal.values()):
            yield f"{attempt.deed} was promised to count and is not stored"
    for (match_id, takebacks, ply), actions in journal.items():
        match = matches[match_id]
        if takebacks == match.takebacks and match.actions[ply - 1 : ply] != tuple(actions):
            yield f"{actions} was stored as ply {ply} of match {match_id}, and is not there any more"


def _lost_otherwise(
    matches: Mapping[int, StoredMatch], proposals: Iterable[StoredProposal], tried: Tried
) -> Iterator[str]:
    """What was done besides turns and counted is stored."""
    asked = Counter((one.by_id, one.match_id, one.kind) for one in proposals)
    accepted = {one.id for one in proposals if one.state == "accepted"}
    for attempt, outcome in tried.of(Resignation, Request, Consent):
        match attempt.deed:
            case Resignation(match_id):
                match = matches[match_id]
                loser = 3 - match.winner if match.winner else 0
                is_there = match.ending == "resigned" and match.players[loser - 1] == attempt.person_id
            case Request(match_id, kind):
                key = (attempt.person_id, match_id, kind)
                is_there = asked[key] > 0
                asked[key] -= outcome in COUNTED
            case Consent(proposal_id):
                is_there = proposal_id in accepted
        if outcome in COUNTED and not is_there:
            yield f"{attempt.deed} of {attempt.person_id} counted and is not stored"


def _uncalled_for(
    matches: Mapping[int, StoredMatch], proposals: Iterable[StoredProposal], ledger: Ledger, tried: Tried
) -> Iterator[str]:
    """What is stored was asked for by whose it is, and not refused."""
    turns, resigned = tried.possible(Turn), tried.possible(Resignation)
    actions = {
        (deed.match_id, Action(person_id, written))
        for person_id, deed in turns
        if isinstance(deed, Turn)
        for written in deed.written
    }
    for (match_id, _, _), stored in ledger.journal().items():
        for action in stored:
            if (match_id, action) not in actions:
                yield f"{action} was stored in match {match_id}, but was refused or never asked for"
    agreed = Counter((one.match_id, one.kind) for one in proposals if one.state == "accepted")
    for match in matches.values():
        if match.takebacks != agreed[match.id, ProposalKind.TAKEBACK]:
            yield f"match {match.id} had {match.takebacks} takebacks, not all of them agreed"
        for kind, ending in ENDINGS.items():
            if (match.ending == ending) != bool(agreed[match.id, kind]):
                yield f"match {match.id} ended as {match.ending}, to which nobody had agreed"
        if match.ending == "resigned" and match.winner:
            loser = match.players[(3 - match.winner) - 1]
            if (loser, Resignation(match.id)) not in resigned:
                yield f"match {match.id} was resigned by nobody"
    yield from _unasked(matches, proposals, tried)


def _unasked(
    matches: Mapping[int, StoredMatch], proposals: Iterable[StoredProposal], tried: Tried
) -> Iterator[str]:
    asked, agreed = tried.possible(Request), tried.possible(Consent)
    for one in proposals:
        first, second = matches[one.match_id].players
        other = second if one.by_id == first else first
        if (one.by_id, Request(one.match_id, one.kind)) not in asked:
            yield f"{one} was refused or never asked for"
        if one.state == "accepted" and (other, Consent(one.id)) not in agreed:
            yield f"{one} was accepted by nobody"


def _challenges(ledger: Ledger, tried: Tried) -> Iterator[str]:
    """Each challenge that was acknowledged is stored; each accepted one is one match."""
    outcomes = Counter(outcome for _, outcome in tried.of(Invitation))
    made = sum(outcomes[one] for one in COUNTED)
    possible = outcomes.total() - outcomes[Outcome.REFUSED]
    states = dict(ledger.rows("SELECT id, state FROM challenges"))
    if not made <= len(states) <= possible:
        yield f"{made} challenges were acknowledged, {possible} not refused, and {len(states)} are stored"
    for attempt, outcome in tried.of(Acceptance):
        assert isinstance(attempt.deed, Acceptance)
        state = states.get(attempt.deed.challenge_id)
        if outcome in COUNTED and state != "accepted":
            yield f"{attempt.deed} counted, and the challenge is {state}"
    matches, accepted = len(ledger.matches()), sum(state == "accepted" for state in states.values())
    if matches != accepted:
        yield f"{accepted} challenges are accepted, but there are {matches} matches"


# What is shown


def _boards(matches: Mapping[int, StoredMatch], witness: Witness) -> Iterator[str]:
    """No position is shown twice, the last one of each match is shown, and it alone has buttons."""
    for position, messages in witness.boards.items():
        if len(messages) > 1:
            yield f"{position} was shown {len(messages)} times"
    for match in matches.values():
        last = Position(match.id, len(match.actions), match.takebacks, match.is_over)
        if not witness.boards[last]:
            yield f"{last} was never shown"
        elif (with_buttons := witness.with_buttons_of(match.id, *ON_BOARDS)) != witness.boards[last]:
            older = [witness.shown_in[one][-1] for one in with_buttons - witness.boards[last]]
            yield f"the last board of its match is {last}, but there are buttons under {older}"


def _open_challenges(ledger: Ledger) -> dict[int, bool]:
    return {id: state == "open" for id, state in ledger.rows("SELECT id, state FROM challenges")}


def _open_proposals(
    matches: Mapping[int, StoredMatch], proposals: Iterable[StoredProposal]
) -> dict[int, bool]:
    return {one.id: one.is_open_in(matches[one.match_id]) for one in proposals}


def _messages(
    what: str, are_open: Mapping[int, bool], shown: Mapping[int, set[int]], witness: Witness, verb: Verb
) -> Iterator[str]:
    """Nothing is shown twice, what can be answered is shown, and nothing else has buttons."""
    for id, is_open in are_open.items():
        messages = shown.get(id, set())
        if len(messages) > 1:
            yield f"{what} {id} was shown {len(messages)} times"
        with_buttons = witness.with_buttons_of(id, verb)
        if is_open and not with_buttons:
            yield f"{what} {id} is open and can't be answered"
        if not is_open and with_buttons:
            yield f"{what} {id} is over and has buttons"
