"""Everything that the channels have shown, written down as it was shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.messages import Press, Verb
from tests.bot.shown import parts

EPHEMERAL = 64
_ENDS = {Verb.REMATCH, Verb.NEXT_GAME}
ON_BOARDS = {Verb.MORE, *_ENDS}


@dataclass(frozen=True, slots=True)
class Position:
    """What a board shows: a match after so many actions that followed so many takebacks."""

    match_id: int
    ply: int
    takebacks: int
    is_over: bool


class Witness:
    """Hears what Discord tells everybody. A message that showed two positions counts for both."""

    def __init__(self) -> None:
        self.boards: defaultdict[Position, set[int]] = defaultdict(set)
        """The public messages that have ever shown a position."""
        self.challenges: defaultdict[int, set[int]] = defaultdict(set)
        """The same for challenges that could be answered, by their ids."""
        self.proposals: defaultdict[int, set[int]] = defaultdict(set)
        """The same for proposals."""
        self.presses: dict[int, tuple[Press, ...]] = {}
        """The buttons that each public message has now."""
        self.shown_in: defaultdict[int, list[Position]] = defaultdict(list)

    def hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or payload.get("flags", 0) & EPHEMERAL:
            return
        message_id = int(payload["id"])
        self.presses[message_id] = tuple(_presses(payload))
        for press in self.presses[message_id]:
            if press.verb is Verb.WITHDRAW:
                self.challenges[press.subject].add(message_id)
            elif press.verb is Verb.AGREE:
                self.proposals[press.subject].add(message_id)
            elif press.verb in ON_BOARDS:
                position = Position(press.subject, press.ply, press.takebacks, press.verb in _ENDS)
                self.boards[position].add(message_id)
                self.shown_in[message_id].append(position)

    def with_buttons_of(self, subject_id: int, *verbs: Verb) -> set[int]:
        """The public messages that have one of some buttons of a match, a challenge or a proposal now."""
        return {
            message_id
            for message_id, presses in self.presses.items()
            if any(press.verb in verbs and press.subject == subject_id for press in presses)
        }


def _presses(payload: Mapping[str, Any]) -> Iterator[Press]:
    for part in parts(payload.get("components", ())):
        if press := Press.parse(part.get("custom_id", "")):
            yield press
