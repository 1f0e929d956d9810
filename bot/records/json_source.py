"""Taking the form for programs apart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn

from bot.records.errors import Fault, RecordError, Spot
from bot.records.fields import NUMBERS, Header
from bot.records.source import JSON_FORMAT, VERSION, Source, WrittenTurn

FORMAT_KEY, VERSION_KEY, TURNS_KEY = "format", "version", "turns"
_HEADERS = {header.lower(): header for header in Header}


def json_source(text: str) -> Source:
    """Raises RecordError."""
    try:
        whole = json.loads(text, object_pairs_hook=_unrepeated, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(Fault.BAD_JSON) from error
    if not isinstance(whole, dict) or whole.pop(FORMAT_KEY, None) != JSON_FORMAT:
        raise RecordError(Fault.NO_RECORD)
    version, turns = whole.pop(VERSION_KEY, None), whole.pop(TURNS_KEY, None)
    if type(version) is not int or version != VERSION:
        raise RecordError(Fault.OTHER_VERSION, text=str(version))
    return Source(dict(_header(*item) for item in whole.items()), {}, _turns(turns))


def _header(key: str, value: object) -> tuple[Header, str]:
    header = _HEADERS.get(key)
    if header is None:
        raise RecordError(Fault.UNKNOWN_HEADER, text=key)
    # A truth value is an int to Python, but no number to anybody else.
    if type(value) is not (int if header in NUMBERS else str):
        raise RecordError(Fault.BAD_VALUE, text=f"{key}: {value}")
    return header, str(value)


def _turns(turns: object) -> Sequence[WrittenTurn]:
    if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
        raise RecordError(Fault.BAD_VALUE, text=TURNS_KEY)
    return [WrittenTurn(turn, Spot(turn=number)) for number, turn in enumerate(turns, start=1)]


def _unrepeated(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(Fault.REPEATED_HEADER, text=key)
        found[key] = value
    return found


def _refuse_constant(written: str) -> NoReturn:
    """``NaN`` and the infinities are no JSON."""
    raise ValueError(written)
