"""Writing records."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bot.records.escapes import escaped
from bot.records.fields import NAMES, NUMBERS, headers_of
from bot.records.record import GameRecord
from bot.records.source import JSON_FORMAT, MAGIC, VERSION
from engine import Game, turns_of


def write_record(record: GameRecord) -> str:
    """The record for people: headers, an empty line, and the turns, one a line."""
    headers = (
        f"{header}: {escaped(value) if header in NAMES else value}"
        for header, value in headers_of(record).items()
    )
    turns = (f"{number}. {turn}" for number, turn in enumerate(_turns(record.game), start=1))
    return "\n".join([f"{MAGIC} {VERSION}", *headers, "", *turns, ""])


def write_json(record: GameRecord) -> str:
    """The record for programs."""
    headers = {
        header.lower(): int(value) if header in NUMBERS else value
        for header, value in headers_of(record).items()
    }
    whole = {"format": JSON_FORMAT, "version": VERSION, **headers, "turns": [*_turns(record.game)]}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _turns(game: Game) -> Iterator[str]:
    """The actions, those of a turn together."""
    for turn in turns_of(game.history):
        if turn[-1].ends_turn:
            yield " ".join(str(played.action) for played in turn)
