"""Reading records, damaged and hostile ones included."""

from __future__ import annotations

from collections.abc import Iterable

from bot.records.errors import Fault, RecordError, RefusedAction, Spot
from bot.records.fields import (
    OPTIONAL,
    BadValue,
    Header,
    read_moment,
    read_name,
    read_number,
    read_options,
    read_result,
)
from bot.records.json_source import json_source
from bot.records.record import GameRecord, is_at_turn_end, is_result_of
from bot.records.source import Source, WrittenTurn
from bot.records.text_source import text_source
from engine import Game, IllegalAction, NotationError

MOST_BYTES = 16 * 1024
"""Several times what the longest game on the largest board takes."""


def read_record(content: bytes) -> GameRecord:
    """The record in a file, in either form. Raises RecordError for anything else, and nothing but that."""
    if len(content) > MOST_BYTES:
        raise RecordError(Fault.TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(Fault.NOT_TEXT) from error
    source = json_source(text) if text.lstrip().startswith("{") else text_source(text)
    for header in Header:
        if header not in source.headers and header not in OPTIONAL:
            raise RecordError(Fault.MISSING_HEADER, text=header)
    try:
        return _record(source)
    except BadValue as error:
        value = source.headers[error.header]
        raise RecordError(
            Fault.BAD_VALUE, source.spots.get(error.header), f"{error.header}: {value}"
        ) from error


def _record(source: Source) -> GameRecord:
    headers = source.headers
    end, winner = read_result(headers)
    first, second = read_name(headers, Header.FIRST), read_name(headers, Header.SECOND)
    number = read_number(headers)
    moments = read_moment(headers, Header.STARTED), read_moment(headers, Header.ENDED)
    options = read_options(headers)
    game = _replayed(Game(options), source.turns)
    if not is_result_of(game, end, winner):
        raise RecordError(Fault.WRONG_RESULT, source.spots.get(Header.RESULT), headers[Header.RESULT])
    return GameRecord(options, game.actions, first, second, end, winner, number, *moments)


def _replayed(game: Game, turns: Iterable[WrittenTurn]) -> Game:
    """The game after all turns of a file."""
    for turn in turns:
        is_komi = turn.text[:5].lower() == "komi "
        *before, last = [turn.text] if is_komi else turn.text.split(" ")
        for written in before:
            _play(game, written, turn.spot)
            if is_at_turn_end(game):
                raise RecordError(Fault.BROKEN_TURN, turn.spot, turn.text)
        _play(game, last, turn.spot)
        if not is_at_turn_end(game):
            raise RecordError(Fault.BROKEN_TURN, turn.spot, turn.text)
    return game


def _play(game: Game, written: str, spot: Spot) -> None:
    try:
        game.play(written)
    except (IllegalAction, NotationError) as error:
        raise RecordError(Fault.BAD_ACTION, spot, written, RefusedAction(game, error)) from error
