"""What came of something that was asked: what is stored, what everybody sees, and what the asker is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from simcord.results import InteractionResult
from sqlalchemy import URL

from bot.storage.tables import metadata
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import connected

OF_SOMEBODY = frozenset({"actions", "challenges", "matches", "planned_replies", "proposals"})
"""Tables whose new rows have to name whoever asked."""


Row = Mapping[str, Any]
"""Values by columns."""


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
    """Every row by its table and key, and every message that others see by its id."""

    rows: Mapping[tuple[str, Any], Row]
    messages: Mapping[int, Shown]

    @classmethod
    def of(cls, world: World) -> State:
        sent = (one for of in world.env.backend.messages.values() for one in of.values())
        public = {one.id: Shown(world.env, one) for one in sent if not one.is_ephemeral}
        return cls(_rows(world.url), public)


def stored_between(before: State, after: State, asker_id: int) -> str:
    """What happened to rows of which tables, and how many they are."""
    counts: Counter[str] = Counter()
    for key in before.rows.keys() | after.rows.keys():
        old, new, (table, _) = before.rows.get(key, {}), after.rows.get(key, {}), key
        if old != new:
            is_of_another = not old and table in OF_SOMEBODY and asker_id not in new.values()
            whose = f"{table} of another" if is_of_another else table
            counts[_change(old, new).format(whose)] += 1
    return ", ".join(change.replace("1", str(count)) for change, count in sorted(counts.items()))


def _change(old: Row, new: Row) -> str:
    """A row that is new or gone, or the columns in which it is different."""
    if not old or not new:
        return "+1 {}" if new else "−1 {}"
    return f"~1 {{}} ({' '.join(column for column in new if new[column] != old[column])})"


def seen_between(before: State, after: State, names: Mapping[int, str]) -> str:
    """How many messages are new, changed and gone, and whom the new ones call."""
    new = [one for id, one in after.messages.items() if id not in before.messages]
    kept = before.messages.keys() & after.messages.keys()
    changed = [id for id in kept if before.messages[id].payload != after.messages[id].payload]
    counts = {"new": len(new), "changed": len(changed), "gone": len(before.messages) - len(kept)}
    told = [f"{count} {kind}" for kind, count in counts.items() if count]
    called = sorted({names[id] for one in new for id in one.pinged})
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
