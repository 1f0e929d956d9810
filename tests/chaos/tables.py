"""Tables at which two people each play one match after the other, as fast as they can."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle

from bot.messages import Press, TapStep, Verb
from bot.storage import ProposalKind
from engine import Cell, GameOptions, parse_action
from engine.game import Phase
from tests.bot.games import random_turn
from tests.chaos.hands import Hands
from tests.chaos.ledger import Ledger, StoredMatch, StoredProposal
from tests.chaos.tried import (
    Acceptance,
    Attempt,
    Consent,
    Deed,
    Invitation,
    Request,
    Resignation,
    Tried,
    Turn,
)
from tests.chaos.witness import Position, Witness

SLIPS = 0.15
"""How often somebody does the same twice at once, presses an old button, or isn't to act at all."""
WAYS = {
    Verb.PLAY: 0.2,
    Verb.TAKE_BUTTON: 0.1,
    Verb.ASK_TAKEBACK: 0.04,
    Verb.OFFER_DRAW: 0.01,
    Verb.RESIGN_SURELY: 0.01,
}
"""How often who is to act in the middle of a match uses which button instead of typing a turn."""
ANSWERS, AGREES = 0.8, 0.6

KINDS = {Verb.ASK_TAKEBACK: ProposalKind.TAKEBACK, Verb.OFFER_DRAW: ProposalKind.DRAW}


class Table:
    """Two people, the options that they play with, and the channel in which they do."""

    def __init__(
        self,
        hands: Hands,
        channel: ChannelHandle,
        options: GameOptions,
        people: Sequence[MemberActor],
        ledger: Ledger,
        witness: Witness,
        tried: Tried,
        rng: Random,
    ) -> None:
        self._hands = hands
        self._channel = channel
        self._options = options
        self._people = {person.id: person for person in people}
        self._ledger = ledger
        self._witness = witness
        self._tried = tried
        self._rng = rng

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            sent = await self._do_something()
            if sent:
                await self._hands.answered(sent)
            else:
                await asyncio.sleep(0.05)

    async def _do_something(self) -> Sequence[Interaction]:
        match = self._ledger.latest(self._channel.id, self._options)
        if match is None or match.is_over:
            return self._arrange(match)
        proposal = self._ledger.open_proposal(match)
        if proposal and self._rng.random() < ANSWERS:
            return self._answer(match, proposal)
        return await self._act(match)

    def _note(self, who: MemberActor, deed: Deed, *sent: Interaction | None) -> Sequence[Interaction]:
        found = [one for one in sent if one]
        self._tried.attempts += [Attempt(who.id, deed, one) for one in found]
        return found

    def _other(self, person_id: int) -> MemberActor:
        return next(person for id, person in self._people.items() if id != person_id)

    @property
    def _times(self) -> range:
        """Once, or now and then twice."""
        return range(1 + (self._rng.random() < SLIPS))

    # Challenges

    def _arrange(self, last: StoredMatch | None) -> Sequence[Interaction]:
        found = self._ledger.open_challenge(self._channel.id, self._options)
        if found:
            return self._accept(*found)
        challenger, opponent = self._rng.sample(list(self._people.values()), 2)
        board = last and self._message(_position(last))
        if last and board and self._rng.random() < 0.5:
            rematch = Press(Verb.REMATCH, last.id, len(last.actions), last.takebacks)
            return self._note(challenger, Invitation(), self._hands.press(challenger, board, rematch))
        options = self._options
        values = {"size": options.size, "game": options.game_type.value, "scoring": options.scoring.value}
        return self._note(challenger, Invitation(), self._hands.challenge(challenger, opponent, values))

    def _accept(self, challenge_id: int, challenger_id: int) -> Sequence[Interaction]:
        opponent = self._other(challenger_id)
        for message_id in self._witness.challenges[challenge_id]:
            accept = Press(Verb.ACCEPT, challenge_id)
            sent = [self._hands.press(opponent, message_id, accept) for _ in self._times]
            return self._note(opponent, Acceptance(challenge_id), *sent)
        return []

    # Proposals

    def _answer(self, match: StoredMatch, proposal: StoredProposal) -> Sequence[Interaction]:
        asked = self._other(proposal.by_id)
        for message_id in self._witness.proposals[proposal.id]:
            if self._rng.random() < AGREES:
                agree = Press(Verb.AGREE, proposal.id)
                sent = [self._hands.press(asked, message_id, agree) for _ in self._times]
                return self._note(asked, Consent(proposal.id), *sent)
            return [self._hands.press(asked, message_id, Press(Verb.DISAGREE, proposal.id))]
        return []

    async def _ask(self, match: StoredMatch, who: MemberActor, verb: Verb) -> Sequence[Interaction]:
        """Ask for something by the menu of the board."""
        opened = self._pressed(match, who, Verb.MORE)
        menu = await self._hands.opened(opened[0]) if opened else None
        if menu is None:
            return []
        return self._note(who, Request(match.id, KINDS[verb]), self._hands.press_in(who, menu, verb))

    # Turns

    async def _act(self, match: StoredMatch) -> Sequence[Interaction]:
        game = match.game
        assert game.player_to_act is not None
        who = self._people[match.players[game.player_to_act.value - 1]]
        if self._rng.random() < SLIPS:
            who = self._other(who.id)
        match game.phase:
            case Phase.NAME_KOMI:
                return self._command(match, who, "komi", {"points": 2}, "komi 2")
            case Phase.CHOOSE_COLOR:
                return self._play(match, who, Verb.PLAY_WHITE, "white") or self._command(
                    match, who, "color", {"color": "white"}, "white"
                )
            case _:
                return await self._act_in_play(match, who)

    async def _act_in_play(self, match: StoredMatch, who: MemberActor) -> Sequence[Interaction]:
        (way,) = self._rng.choices([*WAYS, None], [*WAYS.values(), 1 - sum(WAYS.values())])
        game = match.game
        turn = random_turn(game, self._rng).split()
        match way:
            case Verb.ASK_TAKEBACK | Verb.OFFER_DRAW:
                return await self._ask(match, who, way)
            case Verb.RESIGN_SURELY:
                return await self._resign(match, who)
            case Verb.TAKE_BUTTON if game.can_take_button:
                return self._play(match, who, way, "button")
            case Verb.PLAY:
                return await self._tap(match, who, turn)
            case _:
                return self._command(match, who, "move", {"turn": " ".join(turn)}, *turn)

    def _command(
        self, match: StoredMatch, who: MemberActor, name: str, values: dict[str, Any], *written: str
    ) -> Sequence[Interaction]:
        values = {**values, "match": match.number}
        sent = [self._hands.command(who, name, values) for _ in self._times]
        return self._note(who, Turn(match.id, written), *sent)

    def _play(self, match: StoredMatch, who: MemberActor, verb: Verb, written: str) -> Sequence[Interaction]:
        """Play by a button of the board."""
        sent = [one for _ in self._times for one in self._pressed(match, who, verb)]
        return self._note(who, Turn(match.id, (written,)), *sent)

    def _pressed(self, match: StoredMatch, who: MemberActor, verb: Verb) -> Sequence[Interaction]:
        """Press a button of the board, or of an older one; nothing where no board with it is to be seen."""
        position = _position(match, back=self._rng.random() < SLIPS)
        press = Press(verb, match.id, position.ply, position.takebacks)
        message_id = self._message(position)
        if message_id is None or press not in self._witness.presses[message_id]:
            return []
        return [self._hands.press(who, message_id, press)]

    async def _tap(self, match: StoredMatch, who: MemberActor, turn: Sequence[str]) -> Sequence[Interaction]:
        """Play by choosing rows and cells in a private message."""
        opened = self._pressed(match, who, Verb.PLAY)
        menu = await self._hands.opened(opened[0]) if opened else None
        for written in turn:
            cell = parse_action(written)
            assert isinstance(cell, Cell)
            for step, value in ((TapStep.ROW, str(cell.y)), (TapStep.CELL, written)):
                menu = menu and await self._hands.tapped(who, menu, step, value)
        if menu is None:
            return []
        sent = [self._hands.tap(who, menu, TapStep.CONFIRM) for _ in self._times]
        return self._note(who, Turn(match.id, tuple(turn)), *sent)

    async def _resign(self, match: StoredMatch, who: MemberActor) -> Sequence[Interaction]:
        asked = await self._hands.opened(self._hands.command(who, "resign", {"match": match.number}))
        if asked is None:
            return []
        sure = self._hands.press_in(who, asked, Verb.RESIGN_SURELY)
        return self._note(who, Resignation(match.id), sure)

    def _message(self, position: Position) -> int | None:
        return next(iter(self._witness.boards.get(position, ())), None)


def _position(match: StoredMatch, *, back: bool = False) -> Position:
    """How a match stands, or stood one action before."""
    return Position(match.id, len(match.actions) - back, match.takebacks, match.is_over)
