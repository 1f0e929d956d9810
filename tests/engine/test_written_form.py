"""The written form of actions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Action, Cell, Color, Game, NameKomi, NotationError, TakeButton, parse_action, parse_cell
from tests.engine.strategies import MANY, SOME, actions, games

LOOKALIKES = st.text(alphabet="aAdDtTkK0159 +-_.bBuUoOnNmMiIlLcCwWhHeE\n\t\0Kſıⅼ５٧²Ä", max_size=12)
"""Text that comes close to being an action."""


@MANY
@given(actions())
def test_what_is_written_is_read_as_the_same_action(action: Action) -> None:
    read = parse_action(str(action))
    assert read == action
    assert type(read) is type(action)


@MANY
@given(actions())
def test_case_does_not_matter(action: Action) -> None:
    assert parse_action(str(action).lower()) == parse_action(str(action).upper()) == action


@SOME
@given(games())
def test_each_action_of_a_game_is_read_as_it_was_written(game: Game) -> None:
    assert tuple(parse_action(str(action)) for action in game.actions) == game.actions


@MANY
@given(st.one_of(st.text(), LOOKALIKES))
def test_text_is_either_the_written_form_of_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert text.isascii()
    assert str(action).lower() == text.lower()


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("komi 0", NameKomi(0)),
        ("KOMI 1000", NameKomi(1000)),
        ("Black", Color.BLACK),
        ("white", Color.WHITE),
        ("d5", Cell(4, 5)),
        ("A1", Cell(1, 1)),
        ("S19", Cell(19, 19)),
        ("Z99", Cell(26, 99)),
        ("Button", TakeButton()),
    ],
)
def test_each_kind_of_action_is_read(written: str, action: Action) -> None:
    assert parse_action(written) == action


@pytest.mark.parametrize("written", ["komi 7", "black", "button", "", "D", "D5 ", "5D"])
def test_only_a_cell_is_read_as_a_cell(written: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_cell(written)
    assert refusal.value.written == written


def test_a_cell_is_read_by_its_name() -> None:
    assert parse_cell("k11") == Cell(11, 11)


def test_actions_read_from_text_and_made_directly_are_the_same_to_a_game() -> None:
    written, made = Game(), Game()
    for text, action in (
        ("komi 7", NameKomi(7)),
        ("BLACK", Color.BLACK),
        ("button", TakeButton()),
        ("d5", Cell(4, 5)),
    ):
        assert written.play(text) == made.play(action)
