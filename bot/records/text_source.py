"""Taking the form for people apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.records.errors import Fault, RecordError, Spot
from bot.records.escapes import unescaped
from bot.records.fields import NAMES, Header
from bot.records.source import MAGIC, VERSION, Source, WrittenTurn

MOST_LINES = 400
"""More than the longest game on the largest board takes."""

_FIRST_LINE = re.compile(rf"{MAGIC} ([0-9]{{1,6}})")
_TURN = re.compile(r"([1-9][0-9]{0,2})\. (.+)")


def text_source(text: str) -> Source:
    """Raises RecordError."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    begins = _FIRST_LINE.fullmatch(lines[0])
    if begins is None:
        raise RecordError(Fault.NO_RECORD, Spot(line=1), lines[0])
    if int(begins[1]) != VERSION:
        raise RecordError(Fault.OTHER_VERSION, Spot(line=1), begins[1])
    if len(lines) > MOST_LINES:
        raise RecordError(Fault.TOO_MANY_LINES, Spot(line=MOST_LINES + 1))
    end = lines.index("") if "" in lines else len(lines)
    headers: dict[Header, str] = {}
    spots: dict[Header, Spot] = {}
    for number, line in enumerate(lines[1:end], start=2):
        header, value = _header(line, Spot(number))
        if header in headers:
            raise RecordError(Fault.REPEATED_HEADER, Spot(number), header)
        headers[header], spots[header] = value, Spot(number)
    return Source(headers, spots, _turns(lines[end + 1 :], first_line=end + 2))


def _header(line: str, spot: Spot) -> tuple[Header, str]:
    name, colon, value = line.partition(": ")
    if not colon:
        raise RecordError(Fault.NO_HEADER, spot, line)
    if name not in set(Header):
        raise RecordError(Fault.UNKNOWN_HEADER, spot, name)
    header = Header(name)
    try:
        return header, unescaped(value) if header in NAMES else value
    except ValueError as error:
        raise RecordError(Fault.BAD_VALUE, spot, line) from error


def _turns(lines: Iterable[str], first_line: int) -> Sequence[WrittenTurn]:
    turns: list[WrittenTurn] = []
    for number, line in enumerate(lines, start=1):
        spot = Spot(first_line + number - 1)
        found = _TURN.fullmatch(line)
        if found is None or int(found[1]) != number:
            raise RecordError(Fault.BAD_NUMBER, spot, str(number))
        turns.append(WrittenTurn(found[2], spot))
    return turns
