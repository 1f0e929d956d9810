"""Records: reading inverts writing, and what is no record is refused for what it is."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.records import (
    LONGEST_NAME,
    MOST_BYTES,
    End,
    Fault,
    GameRecord,
    RecordError,
    read_record,
    write_json,
    write_record,
)
from bot.records.record import is_at_turn_end
from engine import Game, GameOptions, GameType, IllegalAction, NotationError, Player, Scoring
from tests.engine.vectors import as_params, options_of, read_lines

DOCUMENT = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GAMES = [*read_lines("games.jsonl"), *read_lines("edge.jsonl")]
FORMS = [pytest.param(write_record, id="for people"), pytest.param(write_json, id="as JSON")]


def recorded(line: dict[str, Any], **more: Any) -> GameRecord:
    """The record of a whole game of the vectors."""
    game = Game.replay(options_of(line), line["actions"])
    assert game.result is not None
    winner = game.player_of(game.result.winner)
    return GameRecord(game.options, game.actions, "Alice", "Bob", End.PLAYED, winner, **more)


def opened(*actions: str, end: End | None = None, winner: Player | None = None, **more: Any) -> GameRecord:
    """The record of a game that is not played to its end."""
    game = Game.replay(GameOptions(**more), actions)
    return GameRecord(game.options, game.actions, "Alice", "Bob", end, winner)


def read_text(text: str) -> GameRecord:
    return read_record(text.encode())


def refused(content: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_record(content if isinstance(content, bytes) else content.encode())
    return error.value


moments = st.none() | st.datetimes(timezones=st.just(UTC)).map(lambda moment: moment.replace(microsecond=0))
names = st.text(min_size=1, max_size=LONGEST_NAME)
endings = st.just((None, None)) | st.tuples(
    st.sampled_from([end for end in End if end is not End.PLAYED]), st.sampled_from(Player)
).map(lambda pair: (pair[0], pair[1] if pair[0].has_winner else None))


@lru_cache
def played(index: int) -> tuple[Game, list[int]]:
    """A game of the vectors at its end, and the plies at which a turn ended, 0 among them."""
    game = Game.replay(options_of(GAMES[index]), GAMES[index]["actions"])
    return game, [0, *(ply for ply, one in enumerate(game.history, start=1) if one.ends_turn)]


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Games of the vectors, whole or broken off after any turn, with anything that can be told of them."""
    game, ends = played(draw(st.integers(0, len(GAMES) - 1)))
    count = draw(st.sampled_from([ends[-1], *ends]))
    if count == ends[-1]:
        assert game.result is not None
        end, winner = End.PLAYED, game.player_of(game.result.winner)
    else:
        end, winner = draw(endings)
    number = draw(st.none() | st.integers(1, 10**10 - 1))
    texts, times = (draw(names), draw(names)), (draw(moments), draw(moments))
    return GameRecord(game.options, game.actions[:count], *texts, end, winner, number, *times)


# Reading inverts writing


@pytest.mark.parametrize("write", FORMS)
@pytest.mark.parametrize("line", [*as_params("games.jsonl"), *as_params("edge.jsonl")])
def test_every_game_is_read_as_it_was_written(write: Any, line: dict[str, Any]) -> None:
    record = recorded(line, number=17, started_at=NOON, ended_at=NOON)
    found = read_text(write(record))
    assert found == record
    assert found.game.result == record.game.result


@pytest.mark.parametrize("write", FORMS)
@given(record=records())
@settings(deadline=None, max_examples=60)
def test_whatever_can_be_recorded_is_read_as_it_was_written(write: Any, record: GameRecord) -> None:
    written = write(record)
    assert read_text(written) == record
    assert write(read_text(written)) == written
    assert len(written.encode()) <= MOST_BYTES
    # Windows' editors.
    assert read_record(b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode()) == record


@given(record=records())
@settings(deadline=None, max_examples=60)
def test_a_record_for_people_has_a_line_for_everything_and_no_sign_that_hides(record: GameRecord) -> None:
    lines = write_record(record).split("\n")
    assert lines[0] == "Catena record 1"
    assert lines[-1] == ""
    assert all(line == line.strip() and (line == "" or line.isprintable()) for line in lines)
    turns = sum(played.ends_turn for played in record.game.history)
    assert [line.split(".")[0] for line in lines[-turns - 1 : -1] if turns] == [
        str(number) for number in range(1, turns + 1)
    ]


def test_the_longest_record_is_well_below_the_limit() -> None:
    line = max(GAMES, key=lambda one: (one["size"], len(one["actions"])))
    game = Game.replay(options_of(line), line["actions"])
    record = recorded(line)
    hidden = "\U000e0001" * LONGEST_NAME
    longest = GameRecord(
        game.options, game.actions, hidden, hidden, record.end, record.winner, 10**9, NOON, NOON
    )
    assert max(len(write(longest).encode()) for write in (write_record, write_json)) < MOST_BYTES / 2


# The document


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def test_the_documents_examples_are_the_same_game_exactly_as_it_is_written() -> None:
    (text,), (as_json,) = blocks("text"), blocks("json")
    record = read_text(text)
    assert write_record(record) == text
    assert write_json(record) == as_json
    assert record.end is End.RESIGNED


def test_the_documents_grammar_knows_every_word_of_the_headers() -> None:
    (grammar,) = blocks("abnf")
    for words in (GameType, Scoring, End):
        assert all(f'"{word}"' in grammar for word in words)
    (text,) = blocks("text")
    for header in re.findall(r"^([A-Z][a-z]+): ", text, re.MULTILINE):
        assert f'"{header}: "' in grammar


# What is refused

TEXT = write_record(opened("komi 7", "white", "D5", end=End.RESIGNED, winner=Player.FIRST))
JSON = json.loads(write_json(read_text(TEXT)))

DAMAGED = {
    "an empty file": ("", Fault.NO_RECORD, 1),
    "something else": ("Dear diary", Fault.NO_RECORD, 1),
    "a later version": (TEXT.replace("record 1", "record 2"), Fault.OTHER_VERSION, 1),
    "an unknown header": (TEXT.replace("Size", "Sise"), Fault.UNKNOWN_HEADER, 4),
    "a header that is not one": (TEXT.replace("Size: ", "Size "), Fault.NO_HEADER, 4),
    "a repeated header": (TEXT.replace("Game: komi", "Size: 6"), Fault.REPEATED_HEADER, 5),
    "no header": (TEXT.replace("Scoring: standard\n", ""), Fault.MISSING_HEADER, None),
    "a size off the rules": (TEXT.replace("Size: 6", "Size: 11"), Fault.BAD_VALUE, 4),
    "a size that is none": (TEXT.replace("Size: 6", "Size: six"), Fault.BAD_VALUE, 4),
    "an endless size": (TEXT.replace("Size: 6", "Size: " + "9" * 5000), Fault.BAD_VALUE, 4),
    "a game that is none": (TEXT.replace("Game: komi", "Game: chess"), Fault.BAD_VALUE, 5),
    "a moment that is none": (
        TEXT.replace("Size: 6", "Started: 2026-02-30T00:00:00Z\nSize: 6"),
        Fault.BAD_VALUE,
        4,
    ),
    "a local time": (TEXT.replace("Size: 6", "Ended: 2026-02-03T00:00:00\nSize: 6"), Fault.BAD_VALUE, 4),
    "a name too long": (TEXT.replace("Alice", "A" * 101), Fault.BAD_VALUE, 2),
    "a lone backslash": (TEXT.replace("Alice", "Al\\ice"), Fault.BAD_VALUE, 2),
    "an escape beyond all signs": (TEXT.replace("Alice", "\\u{FFFFFF}"), Fault.BAD_VALUE, 2),
    "half a surrogate pair": (TEXT.replace("Alice", "\\u{D800}"), Fault.BAD_VALUE, 2),
    "a result that is none": (TEXT.replace("first won, ", ""), Fault.BAD_VALUE, 7),
    "a draw with a winner": (TEXT.replace("resigned", "drawn"), Fault.BAD_VALUE, 7),
    "a game not played to its end": (TEXT.replace("resigned", "played"), Fault.WRONG_RESULT, 7),
    "a lost turn": (TEXT.replace("2. white\n", ""), Fault.BAD_NUMBER, 10),
    "a turn without a number": (TEXT.replace("2. white", "white"), Fault.BAD_NUMBER, 10),
    "an empty line among the turns": (TEXT.replace("2. white", "\n2. white"), Fault.BAD_NUMBER, 10),
    "an unreadable action": (TEXT.replace("D5", "D5!"), Fault.BAD_ACTION, 11),
    "an action off the board": (TEXT.replace("D5", "A11"), Fault.BAD_ACTION, 11),
    "a stone too many": (TEXT.replace("D5", "D5 E7"), Fault.BROKEN_TURN, 11),
    "too many lines": (TEXT + "\n".join(map(str, range(500))), Fault.TOO_MANY_LINES, 401),
}


@pytest.mark.parametrize(("text", "fault", "line"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_record_is_refused_at_its_line(text: str, fault: Fault, line: int | None) -> None:
    error = refused(text)
    assert (error.fault, error.spot.line) == (fault, line)


def test_a_turn_of_one_stone_where_two_are_due_is_refused() -> None:
    text = write_record(opened("D5", "A1", "B7", game_type=GameType.DOUBLE))
    assert refused(text.replace("A1 B7", "A1")).fault is Fault.BROKEN_TURN


def writable(bad: str) -> bool:
    """Whether a refused action is a single word of a turn, so that a record can have it in its place."""
    return bool(re.fullmatch(r"[^\s]+|komi [^\s]+", bad))


REFUSED = [param for param in as_params("refused.jsonl") if writable(param.values[0]["bad"])]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_rules_refuse_is_refused_in_a_record_with_its_line(line: dict[str, Any]) -> None:
    game = Game.replay(options_of(line), line["actions"])
    begun = () if is_at_turn_end(game) else (line["actions"][-1],)
    if game.is_over:
        written = write_record(recorded(line))
    else:
        count = len(game.actions) - len(begun)
        written = write_record(GameRecord(game.options, game.actions[:count], "Alice", "Bob"))
    turn = " ".join([*begun, line["bad"]])
    number = written.count("\n") - written.split("\n").index("")
    error = refused(f"{written}{number}. {turn}\n")
    assert (error.fault, error.spot.line) == (Fault.BAD_ACTION, written.count("\n") + 1)
    assert error.refused is not None
    assert error.refused.game.actions == game.actions
    assert isinstance(error.refused.error, IllegalAction | NotationError)


SPOILT = {
    "no object": ("{", Fault.BAD_JSON),
    "deeply nested": ('{"a":' + "[" * 15_000, Fault.BAD_JSON),
    "not a number": (json.dumps(JSON | {"size": float("nan")}), Fault.BAD_JSON),
    "an endless number": (json.dumps(JSON).replace(": 6", ": " + "9" * 9000), Fault.BAD_JSON),
    "a key twice": (json.dumps(JSON)[:-1] + ', "size": 6}', Fault.REPEATED_HEADER),
    "another format": (json.dumps(JSON | {"format": "x"}), Fault.NO_RECORD),
    "another version": (json.dumps(JSON | {"version": 1.0}), Fault.OTHER_VERSION),
    "an unknown key": (json.dumps(JSON | {"komi": 7}), Fault.UNKNOWN_HEADER),
    "a number as text": (json.dumps(JSON | {"size": "6"}), Fault.BAD_VALUE),
    "a truth value for a number": (json.dumps(JSON | {"match": True}), Fault.BAD_VALUE),
    "a name that is none": (json.dumps(JSON | {"first": ["Alice"]}), Fault.BAD_VALUE),
    "half a surrogate pair": (json.dumps(JSON | {"first": "\ud800"}), Fault.BAD_VALUE),
    "turns that are none": (json.dumps(JSON | {"turns": {"1": "D5"}}), Fault.BAD_VALUE),
    "a turn that is none": (json.dumps(JSON | {"turns": [7]}), Fault.BAD_VALUE),
    "a missing key": (json.dumps({key: JSON[key] for key in JSON if key != "second"}), Fault.MISSING_HEADER),
    "an illegal turn": (json.dumps(JSON | {"turns": ["komi 16"]}), Fault.BAD_ACTION),
}


@pytest.mark.parametrize(("text", "fault"), SPOILT.values(), ids=SPOILT)
def test_spoilt_json_is_refused(text: str, fault: Fault) -> None:
    assert refused(text).fault is fault


def test_an_illegal_turn_of_a_json_record_is_named_by_its_number() -> None:
    assert refused(json.dumps(JSON | {"turns": ["komi 7", "white", "A11"]})).spot.turn == 3


def test_a_large_file_and_one_that_is_no_text_are_refused() -> None:
    assert refused(b"\x89PNG\r\n\x1a\n").fault is Fault.NOT_TEXT
    assert refused(b"\n" * (MOST_BYTES + 1)).fault is Fault.TOO_LARGE


# Nothing but the one error


def read_somehow(content: bytes) -> None:
    """Fails for any error but the one."""
    record = None
    with suppress(RecordError):
        record = read_record(content)
    if record:
        assert read_text(write_record(record)) == record


@given(content=st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode(errors="ignore")))
@settings(deadline=None)
def test_any_bytes_are_a_record_or_refused(content: bytes) -> None:
    read_somehow(content)
    read_somehow(b"Catena record 1\n" + content)
    read_somehow(b"{" + content)


@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_a_record_with_damaged_bytes_is_a_record_or_refused(data: st.DataObject) -> None:
    write = data.draw(st.sampled_from([write_record, write_json]))
    content = bytearray(write(recorded(data.draw(st.sampled_from(GAMES[::9])))).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        length = data.draw(st.sampled_from([0, 1, 1, 5, 100]))
        content[place : place + length] = data.draw(st.binary(max_size=4))
    read_somehow(bytes(content))


@given(
    values=st.dictionaries(
        st.sampled_from([*JSON]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
            ),
            max_leaves=6,
        ),
    )
)
@settings(deadline=None)
def test_json_with_any_values_is_a_record_or_refused(values: dict[str, Any]) -> None:
    read_somehow(json.dumps(JSON | values).encode())


# What can't be recorded


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"first": ""}, id="an empty name"),
        pytest.param({"second": "x" * 101}, id="a name too long"),
        pytest.param({"first": "\udfff"}, id="half a surrogate pair"),
        pytest.param({"number": 0}, id="a number that is none"),
        pytest.param({"started_at": NOON.replace(microsecond=1)}, id="part of a second"),
        pytest.param({"end": End.PLAYED, "winner": Player.FIRST}, id="played, but not to its end"),
        pytest.param({"end": End.RESIGNED}, id="resigned without a winner"),
        pytest.param({"winner": Player.FIRST}, id="a winner without an end"),
        pytest.param({"end": End.DRAWN, "winner": Player.FIRST}, id="drawn with a winner"),
        pytest.param(
            {"options": GameOptions(game_type=GameType.DOUBLE), "actions": ("D5", "A1")}, id="half a turn"
        ),
    ],
)
def test_what_cannot_be_is_no_record(more: dict[str, Any]) -> None:
    values = {"options": GameOptions(), "actions": (), "first": "Alice", "second": "Bob"}
    with pytest.raises(ValueError, match="not"):
        GameRecord(**(values | more))
