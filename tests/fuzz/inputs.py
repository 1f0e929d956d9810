"""What may be sent, as hypothesis makes it up, and what has to hold for all of it."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

from hypothesis import strategies as st

from bot.components import FormKind, Submission
from bot.matches import MatchId
from bot.messages import Preference, Press, Purpose, Selection, Setting, Tap, TapStep, Verb
from bot.messages.words import LONGEST_NAME, code, name, plain_name
from bot.records import GameRecord, RecordError, read_record, write_json, write_record
from bot.storage import Person
from engine import Cell, Color, Game, NameKomi, NotationError, TakeButton, parse_action, parse_cell
from tests.engine.vectors import options_of, read_lines

LONGEST_CUSTOM_ID = 100

# Letters that lower-case, count as digits or vanish, beside those that are meant.
hostile = st.sampled_from("ＤＫ\u212aıİ٥⁵５\u202e\u200b\u0301\u0000\ufeff\n\t`*@<>#:+.,-_0123456789")
signs = hostile | st.characters(codec="utf-8")
texts = st.text(signs, max_size=60)
cells = st.builds(Cell, st.integers(1, 26), st.integers(1, 99))
actions = st.one_of(
    cells, st.builds(NameKomi, st.integers(0, 999_999)), st.sampled_from(Color), st.just(TakeButton())
)


@st.composite
def altered(draw: st.DrawFn, originals: st.SearchStrategy[str]) -> str:
    """Something right with a part of it replaced."""
    text = draw(originals)
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 8)))
    return text[:start] + draw(st.text(signs, max_size=8)) + text[end:]


written_actions = texts | altered(actions.map(str)) | actions.map(str)


def check_notation(written: str) -> None:
    """Any text is an action, which reads the same when it is written, or a NotationError."""
    with contextlib.suppress(NotationError):
        action = parse_action(written)
        assert parse_action(str(action)) == action
        assert str(action).lower() == written.lower()
    with contextlib.suppress(NotationError):
        assert parse_action(written) == parse_cell(written)


# Custom ids

ids = st.integers(0, 6) | st.integers(0, 10**18 - 1)
small = st.integers(0, 9) | st.integers(0, 9999)
takebacks = st.just(0) | small
match_ids = st.builds(MatchId, ids, small, takebacks)
presses = st.builds(
    Press, st.sampled_from([one for one in Verb if one is not Verb.BALANCED_KOMI]), ids, small, takebacks
) | st.builds(Press, st.just(Verb.BALANCED_KOMI), ids, small, takebacks, small)
picks = st.lists(cells.filter(lambda cell: cell.y < 100) | st.just(TakeButton()), max_size=4).map(tuple)
taps = st.builds(Tap, st.sampled_from(Purpose), st.sampled_from(TapStep), match_ids, picks).filter(
    lambda tap: (tap.purpose, tap.step) != (Purpose.TRY, TapStep.CONFIRM)
)
subjects: st.SearchStrategy[Any] = st.sampled_from([*Setting, *Preference])
selections = st.builds(Selection, subjects, st.sampled_from([None, "on", "off"]))
controls = presses | taps | selections
forms = st.builds(lambda kind, about: f"catena:{kind}:{about.written}", st.sampled_from(FormKind), match_ids)
custom_ids = texts | controls.map(lambda one: one.custom_id) | forms
written_ids = custom_ids | altered(custom_ids)


def check_custom_id(custom_id: str) -> None:
    """Any text is the id of one kind of control at the most, which gives an id that means the same."""
    found = [kind.parse(custom_id) for kind in (Press, Tap, Selection)]
    meant = [one for one in found if one is not None]
    submission = Submission.read({"custom_id": custom_id})
    assert len(meant) + (submission is not None) <= 1
    for one in meant:
        assert type(one).parse(one.custom_id) == one


def check_control(control: Press | Tap | Selection) -> None:
    """Any control's id is read as that control, and Discord takes it."""
    assert type(control).parse(control.custom_id) == control
    assert len(control.custom_id) <= LONGEST_CUSTOM_ID


# Records

_LINES = [*read_lines("games.jsonl")[:6], *read_lines("edge.jsonl")[:6]]
_GAMES = [Game.replay(options_of(line), line["actions"]) for line in _LINES]
records = st.builds(
    lambda game, first, second: GameRecord(game.options, game.actions, first, second, None, None),
    # After one action no turn is left half made.
    st.sampled_from([Game.replay(game.options, game.actions[:1]) for game in _GAMES]),
    st.text(signs, min_size=1, max_size=40),
    st.text(signs, min_size=1, max_size=40),
)
_WRITTEN = st.sampled_from(
    [
        write(GameRecord(game.options, game.actions[:9], "Alice", "Bob", None, None))
        for game in _GAMES
        for write in (write_record, write_json)
        if game.options.game_type != "double"
    ]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def changed_json(draw: st.DrawFn) -> str:
    """A record as JSON one of whose values is anything."""
    document = json.loads(draw(_WRITTEN.filter(lambda written: written.startswith("{"))))
    document[draw(st.sampled_from(sorted(document)) | texts)] = draw(values)
    return json.dumps(document)


contents = st.binary(max_size=300) | st.one_of(
    _WRITTEN, altered(_WRITTEN), altered(altered(_WRITTEN)), changed_json(), texts
).map(lambda text: text.encode("utf-8", "surrogatepass"))


def check_record(content: bytes) -> None:
    """Any file is a record, which is read the same once it is written in either form, or a RecordError."""
    try:
        record = read_record(content)
    except RecordError:
        return
    for write in (write_record, write_json):
        assert read_record(write(record).encode()) == record


def check_written_record(record: GameRecord) -> None:
    """Whatever the players are called, what is written of a game can be read."""
    for write in (write_record, write_json):
        assert read_record(write(record).encode()).actions == record.actions


# Names

names = st.text(signs, max_size=200)


def check_name(given: str) -> None:
    """Any name is a short line with something to see, which calls and formats nothing."""
    person = Person(1, given)
    plain = plain_name(person)
    assert plain
    assert len(plain) <= LONGEST_NAME
    assert plain.isprintable()
    inner = name(person).removeprefix("**").removesuffix("**")
    bare = re.sub(r"\\.", "", inner)
    assert not set(bare) & set("`*_~|<>[]()#@:")
    assert code(given).count("`") == 2
