"""What people have tried, and what they were told about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from simcord.backend.models import Interaction, Message

from bot.demo.loopback import LoopbackDiscord
from bot.messages.notices import not_shown_post, shown_apart_post
from bot.storage import ProposalKind
from tests.bot.shown import Shown
from tests.chaos.witness import EPHEMERAL, Position, Witness


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions of a turn."""

    match_id: int
    written: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resignation:
    match_id: int


@dataclass(frozen=True, slots=True)
class Request:
    """To propose something in a match."""

    match_id: int
    kind: ProposalKind


@dataclass(frozen=True, slots=True)
class Consent:
    """To accept a proposal."""

    proposal_id: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """To make a challenge."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """To accept a challenge."""

    challenge_id: int


Deed = Turn | Resignation | Request | Consent | Invitation | Acceptance


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's attempt at something."""

    person_id: int
    deed: Deed
    interaction: Interaction


class Outcome(Enum):
    """What a person was told about what they tried."""

    SHOWN = auto()
    PROMISED = auto()
    """That it counted, and is or will be shown elsewhere."""
    REFUSED = auto()
    UNANSWERED = auto()


COUNTED = (Outcome.SHOWN, Outcome.PROMISED)


class Tried:
    """All that anybody has tried."""

    def __init__(self, server: LoopbackDiscord, witness: Witness) -> None:
        self.attempts: list[Attempt] = []
        self._server = server
        self._witness = witness

    def of(self, *kinds: type) -> Iterator[tuple[Attempt, Outcome]]:
        """The attempts at some kinds of things, and what became of each."""
        for attempt in self.attempts:
            if isinstance(attempt.deed, kinds):
                yield attempt, self.outcome(attempt.interaction)

    def possible(self, kind: type) -> set[tuple[int, Deed]]:
        """Who may have done which thing of a kind: all that was tried and not refused."""
        found = self.of(kind)
        return {(one.person_id, one.deed) for one, outcome in found if outcome is not Outcome.REFUSED}

    def outcome(self, interaction: Interaction) -> Outcome:
        answers = [one for one in self.answers(interaction) if one.components]
        if any(not one.flags & EPHEMERAL for one in answers):
            return Outcome.SHOWN
        if any(self._promises(one) for one in answers):
            return Outcome.PROMISED
        return Outcome.REFUSED if answers else Outcome.UNANSWERED

    def positions(self, interaction: Interaction) -> list[Position]:
        """Which positions the public answer showed."""
        return [
            position
            for one in self.answers(interaction)
            if not one.flags & EPHEMERAL
            for position in self._witness.shown_in[one.id]
        ]

    def answers(self, interaction: Interaction) -> list[Message]:
        """The new messages that answered; not the one whose button was pressed."""
        ids = {interaction.message_id, *interaction.followup_ids} - {None, interaction.source_message_id}
        stored = self._server.env.backend.messages.get(interaction.channel_id, {})
        return [stored[one] for one in sorted(ids) if one in stored]

    def _promises(self, answer: Message) -> bool:
        text = Shown(self._server.env, answer).text
        return text in (not_shown_post().heading, shown_apart_post().heading)
