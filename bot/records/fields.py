"""The headers of a record, as the file for people and its JSON both tell them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from bot.records.record import End, GameRecord, is_name
from engine import GameOptions, GameType, Player, Scoring

NO_RESULT = "none yet"
NO_WINNER = "no winner"


class Header(StrEnum):
    """The names of headers, in the order in which they are written."""

    MATCH = "Match"
    FIRST = "First"
    SECOND = "Second"
    SIZE = "Size"
    GAME = "Game"
    SCORING = "Scoring"
    STARTED = "Started"
    ENDED = "Ended"
    RESULT = "Result"


NAMES = frozenset({Header.FIRST, Header.SECOND})
NUMBERS = frozenset({Header.MATCH, Header.SIZE})
OPTIONAL = frozenset({Header.MATCH, Header.STARTED, Header.ENDED})

Headers = Mapping[Header, str]
"""The values as text, names as they are."""

_NUMBER = re.compile(r"[1-9][0-9]{0,9}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_PLAYERS = {Player.FIRST: "first", Player.SECOND: "second"}

Word = TypeVar("Word", bound=StrEnum)


class BadValue(ValueError):
    """A header has a value that it can't have."""

    def __init__(self, header: Header) -> None:
        super().__init__(header.value)
        self.header = header


def headers_of(record: GameRecord) -> dict[Header, str]:
    """What is told of a record before its actions."""
    told = {
        Header.MATCH: None if record.number is None else str(record.number),
        Header.FIRST: record.first,
        Header.SECOND: record.second,
        Header.SIZE: str(record.options.size),
        Header.GAME: record.options.game_type.value,
        Header.SCORING: record.options.scoring.value,
        Header.STARTED: _written_moment(record.started_at),
        Header.ENDED: _written_moment(record.ended_at),
        Header.RESULT: written_result(record.end, record.winner),
    }
    return {header: value for header, value in told.items() if value is not None}


# All of these raise BadValue.


def read_options(headers: Headers) -> GameOptions:
    """What was agreed before the game."""
    size = _number(headers, Header.SIZE)
    game_type, scoring = _word(GameType, headers, Header.GAME), _word(Scoring, headers, Header.SCORING)
    try:
        return GameOptions(size, game_type, scoring)
    except ValueError as error:
        raise BadValue(Header.SIZE) from error


def read_number(headers: Headers) -> int | None:
    """The match's number, if it is told."""
    return _number(headers, Header.MATCH) if Header.MATCH in headers else None


def read_name(headers: Headers, header: Header) -> str:
    """A player's name."""
    if not is_name(headers[header]):
        raise BadValue(header)
    return headers[header]


def read_moment(headers: Headers, header: Header) -> datetime | None:
    """A moment, if it is told."""
    written = headers.get(header)
    if written is None:
        return None
    if not _MOMENT.fullmatch(written):
        raise BadValue(header)
    try:
        return datetime.fromisoformat(written.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError as error:
        raise BadValue(header) from error


def read_result(headers: Headers) -> tuple[End | None, Player | None]:
    """How the game ended and who won; the inverse of `written_result`."""
    results: list[tuple[End | None, Player | None]] = [(None, None)]
    for end in End:
        results += [(end, player) for player in Player] if end.has_winner else [(end, None)]
    for result in results:
        if headers[Header.RESULT] == written_result(*result):
            return result
    raise BadValue(Header.RESULT)


def written_result(end: End | None, winner: Player | None) -> str:
    """``second won, resigned``, ``no winner, drawn`` or ``none yet``."""
    if end is None:
        return NO_RESULT
    return f"{f'{_PLAYERS[winner]} won' if winner else NO_WINNER}, {end}"


def _written_moment(moment: datetime | None) -> str | None:
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat()}Z" if moment else None


def _number(headers: Headers, header: Header) -> int:
    if not _NUMBER.fullmatch(headers[header]):
        raise BadValue(header)
    return int(headers[header])


def _word(kind: type[Word], headers: Headers, header: Header) -> Word:
    try:
        return kind(headers[header])
    except ValueError as error:
        raise BadValue(header) from error
