"""`docs/authority.md`, read: who may do what, and what its words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.authority.outcomes import Outcome

DOCUMENT = Path(__file__).parents[2] / "docs/authority.md"
WHAT = "What"
"""The column of what is asked."""
REFUSED, DONE = "What is refused", "What is done"
"""The headings over what the words mean."""
NOT_TRIED = NOTHING = "–"

Row = Mapping[str, str]
"""What stands in a row, by the columns of its table."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What a word for a refusal means: its class, and how its sentence begins; ``…`` is anything."""

    word: str
    kind: str
    sentence: str

    def is_meant_by(self, outcome: Outcome) -> bool:
        """Whether somebody was told this. What is told in the place of a board is no error."""
        pattern = ".+?".join(map(re.escape, self.sentence.split("…")))
        is_said = re.search(f"^{pattern}", outcome.text, re.MULTILINE) is not None
        return is_said and outcome.reason in (self.kind, None)


@dataclass(frozen=True, slots=True)
class Words:
    """What the words in the tables mean."""

    refused: Sequence[Refused]
    done: Mapping[tuple[str, str], str]

    @classmethod
    def read(cls) -> Words:
        refused = [Refused(row["Word"], row["Class"].strip("`"), row["Told"]) for row in rows(REFUSED)]
        return cls(refused, {(_text(row["Stored"]), _text(row["Seen"])): row["Word"] for row in rows(DONE)})

    def of(self, outcome: Outcome) -> str:
        """The word for what came of something; what there is no word for is told at length."""
        if outcome.is_change:
            is_fine = outcome.reason is None and (outcome.stored, outcome.seen) in self.done
            return self.done[outcome.stored, outcome.seen] if is_fine else str(outcome)
        meant = [refused.word for refused in self.refused if refused.is_meant_by(outcome)]
        if meant or (outcome.reason and outcome.text):
            return meant[0] if len(meant) == 1 else f"{meant}: {outcome}"
        return outcome.answer


def rows(heading: str) -> Iterator[Row]:
    """The rows of the table under a heading."""
    text = DOCUMENT.read_text(encoding="utf-8")
    section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, f"{DOCUMENT.name} has no heading {heading!r}"
    columns, _, *cells = (_cells(line) for line in section[1].splitlines() if line.startswith("|"))
    return (dict(zip(columns, row, strict=True)) for row in cells)


def asked_in(row: Row) -> list[str]:
    """What a row is about: all that the same holds for."""
    return re.findall(r"`(.+?)`", row[WHAT])


def _text(cell: str) -> str:
    return "" if cell == NOTHING else cell


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
