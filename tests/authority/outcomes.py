"""What came of something that was asked: what is stored, what everybody sees, and what the asker is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from simcord.backend.models import Message
from simcord.backend.serializers import message_payload
from simcord.results import InteractionResult
from sqlalchemy import URL

from bot.storage.tables import metadata
from tests.bot.world import World
from tests.storage.contents import connected

OF_SOMEBODY = frozenset({"actions", "challenges", "matches", "planned_replies", "proposals"})
"""Tables whose new rows have to name whoever asked."""

Row = Mapping[str, Any]
"""Values by columns, or by the names of what a message has."""
Sent = Mapping[int, Mapping[int, Message]]
"""Messages by their channels and ids."""


class Answer(StrEnum):
    """What the asker gets. The values are the words of the table for what changes nothing."""

    FORM = "form"
    SUGGESTIONS = "suggested"
    NO_SUGGESTIONS = "nothing"
    PRIVATE = "shown"
    PUBLIC = "shown to all"


@dataclass(frozen=True, slots=True)
class Outcome:
    """``stored`` and ``seen`` are empty where nothing has changed; ``reason`` is the class of a refusal."""

    stored: str
    seen: str
    answer: Answer
    text: str
    reason: str | None

    @property
    def is_change(self) -> bool:
        return bool(self.stored or self.seen)


@dataclass(frozen=True, slots=True)
class State:
    """Every row by its table and key, and every message that others see by its id, with whom it called."""

    rows: Mapping[tuple[str, Any], Row]
    messages: Mapping[int, Row]
    called: Mapping[int, Collection[int]]

    @classmethod
    def of(cls, world: World, sent: Sent) -> State:
        """What is stored, and of what was sent what others see."""
        public = [one for of in sent.values() for one in of.values() if not one.is_ephemeral]
        return cls(
            _rows(world.url),
            {one.id: message_payload(world.env.backend, one) for one in public},
            {one.id: one.ping_user_ids for one in public},
        )


def stored_between(before: State, after: State, asker_id: int) -> str:
    """What happened to rows of which tables, and how many they are."""
    counts: Counter[tuple[str, str]] = Counter()
    for key in before.rows.keys() | after.rows.keys():
        old, new, (table, _) = before.rows.get(key, {}), after.rows.get(key, {}), key
        if old != new:
            counts[_change(table, old, new, asker_id)] += 1
    return ", ".join(f"{sign}{count} {what}" for (sign, what), count in sorted(counts.items()))


def _change(table: str, old: Row, new: Row, asker_id: int) -> tuple[str, str]:
    """Whether a row is new, gone or different; and what it is, with the columns that are different."""
    if not new:
        return "−", table
    if not old:
        is_of_another = table in OF_SOMEBODY and asker_id not in new.values()
        return "+", f"{table} of another" if is_of_another else table
    return "~", f"{table} ({' '.join(column for column in new if new[column] != old[column])})"


def seen_between(before: State, after: State, names: Mapping[int, str]) -> str:
    """How many messages are new, changed and gone, and whom the new ones call."""
    new = after.messages.keys() - before.messages.keys()
    kept = before.messages.keys() & after.messages.keys()
    changed = [id for id in kept if before.messages[id] != after.messages[id]]
    counts = {"new": len(new), "changed": len(changed), "gone": len(before.messages) - len(kept)}
    told = [f"{count} {kind}" for kind, count in counts.items() if count]
    called = sorted({names[id] for one in new for id in after.called[one]})
    return ", ".join([*told, *(f"calls {name}" for name in called)])


def answer_of(world: World, result: InteractionResult) -> tuple[Answer, str]:
    """What the asker got, and what it says."""
    if result.modal:
        return Answer.FORM, ""
    if result.autocomplete_choices is not None:
        return (Answer.SUGGESTIONS if result.autocomplete_choices else Answer.NO_SUGGESTIONS), ""
    answers = world.all_answers(result)
    assert not any(one.pinged for one in answers if one.is_private)
    is_private = all(one.is_private for one in answers)
    return (Answer.PRIVATE if is_private else Answer.PUBLIC), "\n".join(one.text for one in answers)


def _rows(url: URL) -> dict[tuple[str, Any], Row]:
    rows = {}
    with connected(url) as connection:
        for name, table in metadata.tables.items():
            columns, key = table.columns.keys(), table.primary_key.columns.keys()
            for values in connection.execute(f"SELECT {', '.join(columns)} FROM {name}"):
                row = dict(zip(columns, values, strict=True))
                rows[name, tuple(row[column] for column in key)] = row
    return rows
