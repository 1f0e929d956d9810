"""Whether what people were told, what is stored, and what the channels show are one and the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine import IllegalAction
from tests.chaos.ledger import Action, Ledger, StoredMatch
from tests.chaos.players import Outcome, Players
from tests.chaos.witness import Position, Witness


def audit(ledger: Ledger, witness: Witness, players: Players) -> list[str]:
    """Every broken promise as a sentence."""
    matches = {match.id: match for match in ledger.matches()}
    return [
        *_unreadable(matches),
        *_lost(matches, players),
        *_uncalled_for(matches, players),
        *_challenges(ledger, players),
        *_badly_shown(matches, witness),
    ]


def _unreadable(matches: dict[int, StoredMatch]) -> Iterator[str]:
    for match in matches.values():
        try:
            is_over = match.game.player_to_act is None
        except IllegalAction as error:
            yield f"match {match.id} does not replay: {error}"
        else:
            if is_over != match.is_over:
                yield f"match {match.id} is stored as {'over' if match.is_over else 'running'}, but is not"


def _lost(matches: dict[int, StoredMatch], players: Players) -> Iterator[str]:
    """What was answered with a board has to be stored in the place that the board showed, once."""
    acknowledged: set[Position] = set()
    for attempt in players.attempts:
        outcome, positions = players.outcome(attempt.interaction)
        if outcome is not Outcome.SHOWN:
            continue
        for position in positions:
            if position in acknowledged:
                yield f"{position} acknowledged two turns"
            acknowledged.add(position)
            stored = matches[position.match_id].actions if position.match_id in matches else ()
            played = tuple(Action(attempt.person_id, written) for written in attempt.written)
            if stored[position.ply - len(played) : position.ply] != played:
                yield f"{attempt.written} was acknowledged at {position} and is not stored there"


def _uncalled_for(matches: dict[int, StoredMatch], players: Players) -> Iterator[str]:
    """What is stored was asked for by its player, and not refused."""
    possible = {
        (attempt.match_id, Action(attempt.person_id, written))
        for attempt in players.attempts
        if players.outcome(attempt.interaction)[0] is not Outcome.REFUSED
        for written in attempt.written
    }
    for match in matches.values():
        for action in match.actions:
            if (match.id, action) not in possible:
                yield f"{action} is stored in match {match.id}, but was refused or never asked for"


def _challenges(ledger: Ledger, players: Players) -> Iterator[str]:
    """Each challenge that was acknowledged is stored; each accepted one is one match."""
    outcomes = [(one.accepted_id, players.outcome(one.interaction)[0]) for one in players.invitations]
    made = sum(outcome is Outcome.SHOWN for accepted, outcome in outcomes if accepted is None)
    possible = sum(outcome is not Outcome.REFUSED for accepted, outcome in outcomes if accepted is None)
    states = dict(ledger.rows("SELECT id, state FROM challenges"))
    if not made <= len(states) <= possible:
        yield f"{made} challenges were acknowledged, {possible} not refused, and {len(states)} are stored"
    for accepted, outcome in outcomes:
        if accepted is not None and outcome is Outcome.SHOWN and states.get(accepted) != "accepted":
            yield f"challenge {accepted} was accepted and is {states.get(accepted)}"
    matches, accepted_ones = len(ledger.matches()), sum(state == "accepted" for state in states.values())
    if matches != accepted_ones:
        yield f"{accepted_ones} challenges are accepted, but there are {matches} matches"


def _badly_shown(matches: dict[int, StoredMatch], witness: Witness) -> Iterator[str]:
    """No position is shown twice, the last one of each match is shown, and it alone has buttons."""
    for position, messages in witness.boards.items():
        if len(messages) > 1:
            yield f"{position} was shown {len(messages)} times"
    for challenge, messages in witness.challenges.items():
        if len(messages) > 1:
            yield f"challenge {challenge} was shown {len(messages)} times"
    for match in matches.values():
        last = Position(match.id, len(match.actions), match.is_over)
        if not witness.boards[last]:
            yield f"{last} was never shown"
        elif (with_buttons := witness.with_buttons_of(match.id)) != witness.boards[last]:
            older = [witness.shown_in[one][-1].ply for one in with_buttons - witness.boards[last]]
            yield f"of match {match.id} the last board is {last.ply}, but there are buttons under {older}"
