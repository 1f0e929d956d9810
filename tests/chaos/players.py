"""Two people who play several matches at once, as fast as they can, and never wait for the bot for long."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle
from simcord.interactions import resolve_handle

from bot.demo.loopback import LoopbackDiscord
from bot.messages import Press, Verb
from engine import GameOptions
from engine.game import Phase
from tests.bot.games import random_turn
from tests.bot.shown import Shown
from tests.bot.wire import Wire
from tests.chaos.ledger import Ledger, StoredMatch
from tests.chaos.witness import EPHEMERAL, Position, Witness

PATIENCE_SECONDS = 1.0
"""After which a person who gets no answer looks again, and does it again."""
SLIPS = 0.15
"""How often somebody does the same twice at once, presses an old button, or isn't to act at all."""


class Outcome(Enum):
    """What a person was told about what they tried."""

    SHOWN = auto()
    REFUSED = auto()
    UNANSWERED = auto()


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that a person tried in a match: the actions of a turn."""

    match_id: int
    person_id: int
    written: tuple[str, ...]
    interaction: Interaction


@dataclass(frozen=True, slots=True)
class Invitation:
    """Something that a person tried about challenges: to make one, or to accept the one with an id."""

    accepted_id: int | None
    interaction: Interaction


class Players:
    """Alice and Bob, in every match both, and all that they have tried."""

    def __init__(
        self,
        server: LoopbackDiscord,
        people: Sequence[MemberActor],
        ledger: Ledger,
        witness: Witness,
        rng: Random,
    ) -> None:
        self.attempts: list[Attempt] = []
        self.invitations: list[Invitation] = []
        self._server = server
        self._people = {person.id: person for person in people}
        self._ledger = ledger
        self._witness = witness
        self._rng = rng

    async def play(self, channel: ChannelHandle, options: GameOptions) -> None:
        """Play one match with such options after the other."""
        wire = Wire(self._server.env, channel)
        while True:
            match = self._ledger.latest(channel.id, options)
            if match is None or match.is_over:
                sent = self._arrange(wire, channel, options, match)
            else:
                sent = self._act(wire, match)
            await self._answered(sent)

    def outcome(self, interaction: Interaction) -> tuple[Outcome, list[Position]]:
        """What was answered, and which positions the public answer showed."""
        answers = self._answers(interaction)
        public = [one for one in answers if not one.flags & EPHEMERAL and one.components]
        if public:
            return Outcome.SHOWN, [position for one in public for position in self._witness.shown_in[one.id]]
        if any(one.components for one in answers):
            return Outcome.REFUSED, []
        return Outcome.UNANSWERED, []

    def _answers(self, interaction: Interaction) -> list[Any]:
        """The new messages that answered; not the one whose button was pressed."""
        ids = {interaction.message_id, *interaction.followup_ids} - {None, interaction.source_message_id}
        stored = self._server.env.backend.messages.get(interaction.channel_id, {})
        return [stored[one] for one in sorted(ids) if one in stored]

    async def _answered(self, sent: Sequence[Interaction]) -> None:
        bots = self._server.gateway.identified

        def is_over() -> bool:
            is_answered = all(self.outcome(one)[0] is not Outcome.UNANSWERED for one in sent)
            return bool(sent and is_answered) or self._server.gateway.identified > bots

        try:
            async with asyncio.timeout(PATIENCE_SECONDS if sent else 0.05):
                await self._server.traffic.until(is_over)
        except TimeoutError:
            return

    # Challenges

    def _arrange(
        self, wire: Wire, channel: ChannelHandle, options: GameOptions, last: StoredMatch | None
    ) -> list[Interaction]:
        found = self._ledger.open_challenge(channel.id, options)
        if found:
            return self._accept(wire, channel, *found)
        challenger, opponent = self._rng.sample(list(self._people.values()), 2)
        message_id = last and self._message(Position(last.id, len(last.actions), is_over=True))
        if last and message_id and self._rng.random() < 0.5:
            rematch = Press(Verb.REMATCH, last.id, len(last.actions))
            sent = [self._press(wire, challenger, channel, message_id, rematch)]
        else:
            values = {
                "opponent": str(opponent.id),
                "size": options.size,
                "game": options.game_type.value,
                "scoring": options.scoring.value,
            }
            sent = [
                wire.command(
                    challenger, "challenge", values, resolved=_resolved(challenger, opponent, channel)
                )
            ]
        self.invitations += [Invitation(None, one) for one in sent]
        return sent

    def _accept(
        self, wire: Wire, channel: ChannelHandle, challenge_id: int, challenger_id: int
    ) -> list[Interaction]:
        opponent = next(person for id_, person in self._people.items() if id_ != challenger_id)
        messages = [*self._witness.challenges[challenge_id]]
        if not messages:
            return []
        accept = Press(Verb.ACCEPT, challenge_id)
        sent = [
            self._press(wire, opponent, channel, messages[0], accept)
            for _ in range(1 + (self._rng.random() < SLIPS))
        ]
        self.invitations += [Invitation(challenge_id, one) for one in sent]
        return sent

    # Turns

    def _act(self, wire: Wire, match: StoredMatch) -> list[Interaction]:
        game = match.game
        assert game.player_to_act is not None
        who = self._people[match.players[game.player_to_act.value - 1]]
        if self._rng.random() < SLIPS:
            who = next(person for person in self._people.values() if person is not who)
        times = 1 + (self._rng.random() < SLIPS)
        match game.phase:
            case Phase.NAME_KOMI:
                return self._command(wire, match, who, "komi", {"points": 2}, ("komi 2",), times)
            case Phase.CHOOSE_COLOR:
                return self._pressed(wire, match, who, Verb.PLAY_WHITE, times) or self._command(
                    wire, match, who, "color", {"color": "white"}, ("white",), times
                )
            case _ if game.button is None and game.phase is Phase.PLAY and self._rng.random() < 0.2:
                return self._pressed(wire, match, who, Verb.TAKE_BUTTON, times)
        turn = random_turn(game, self._rng)
        return self._command(wire, match, who, "move", {"turn": turn}, tuple(turn.split()), times)

    def _command(
        self,
        wire: Wire,
        match: StoredMatch,
        who: MemberActor,
        name: str,
        values: dict[str, Any],
        written: tuple[str, ...],
        times: int,
    ) -> list[Interaction]:
        sent = [wire.command(who, name, {**values, "match": match.number}) for _ in range(times)]
        self.attempts += [Attempt(match.id, who.id, written, one) for one in sent]
        return sent

    def _pressed(
        self, wire: Wire, match: StoredMatch, who: MemberActor, verb: Verb, times: int
    ) -> list[Interaction]:
        """Press a button of the board, or of an older one; nothing where no board with it is to be seen."""
        ply = len(match.actions) - (self._rng.random() < SLIPS)
        message_id = self._message(Position(match.id, ply, is_over=False))
        press = Press(verb, match.id, ply)
        if message_id is None or press not in self._witness.presses[message_id]:
            return []
        written = {Verb.PLAY_WHITE: "white", Verb.TAKE_BUTTON: "button"}[verb]
        channel = self._server.env.backend.get_channel(match.channel_id)
        sent = [self._press(wire, who, channel, message_id, press) for _ in range(times)]
        self.attempts += [Attempt(match.id, who.id, (written,), one) for one in sent]
        return sent

    def _press(
        self, wire: Wire, who: MemberActor, channel: Any, message_id: int, press: Press
    ) -> Interaction:
        shown = Shown(self._server.env, self._server.env.backend.get_message(channel.id, message_id))
        return wire.press(who, shown, press.custom_id)

    def _message(self, position: Position) -> int | None:
        return next(iter(self._witness.boards.get(position, ())), None)


def _resolved(challenger: MemberActor, opponent: MemberActor, channel: ChannelHandle) -> dict[str, Any]:
    """Whom a command names, as Discord tells about them."""
    resolved: dict[str, Any] = {}
    resolve_handle(challenger, opponent, resolved, channel_id=channel.id)
    return resolved
