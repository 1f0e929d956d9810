"""The games, refusals and counts in ``tests/vectors``, as the tests take them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import GameOptions, GameType, Scoring

FOLDER = Path(__file__).parents[1] / "vectors"

Record = dict[str, Any]


def read_lines(name: str) -> list[Record]:
    """Every line of a file of games. A file that is missing, or has none, fails the tests that ask for it."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert lines, f"{name} is empty"
    return [json.loads(line) for line in lines]


def read_counts() -> list[Record]:
    """The counts of action sequences, one entry for each size and game type."""
    counts: list[Record] = json.loads((FOLDER / "perft.json").read_text(encoding="utf-8"))["counts"]
    assert counts, "perft.json is empty"
    return counts


def as_params(name: str) -> list[Any]:
    """The lines of a file as parameters, with the file, the line and what it is about as their ids."""
    return [
        pytest.param(record, id=f"{Path(name).stem}:{number}-{_about(record)}")
        for number, record in enumerate(read_lines(name), start=1)
    ]


def options_of(record: Record) -> GameOptions:
    return GameOptions(record["size"], GameType(record["type"]), Scoring(record["scoring"]))


def _about(record: Record) -> str:
    return str(
        record.get("note") or record.get("why") or f"{record['type']}-{record['scoring']}-{record['size']}"
    )
