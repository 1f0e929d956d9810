"""All that pictures say and all that is said about them is said in the language spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine import Color, Game, GameOptions, GameType, Player, Scoring
from rendering import (
    Counts,
    Ending,
    ExampleName,
    Outcome,
    TallyRow,
    animate,
    describe_board,
    describe_position,
    diagram,
    render_board,
    render_story,
    render_tallies,
    rules_example,
    text,
)
from rendering.contact_sheet import State, states_of
from rendering.language import speaking
from rendering.playout import playout
from rendering.story import course_of, story_text
from tests.languages import bracketed, language_of, lengthened

OUTCOMES = [
    *(Outcome(ending, player) for ending in Ending if ending.has_winner for player in Player),
    *(Outcome(ending) for ending in Ending if not ending.has_winner),
]
ROWS = [
    TallyRow(Color.BLACK, Counts(3, 1, 2)),
    TallyRow(Color.WHITE, Counts(300, 1000, 1222)),
    TallyRow(7, Counts(won=1)),
    TallyRow(271, Counts(lost=4)),
]


def states() -> Iterator[State]:
    """All that can be told of a board, at every stage of every game."""
    yield from states_of(3)
    for game_type in GameType:
        for scoring in Scoring:
            whole = playout(GameOptions(4, game_type, scoring), seed=6)
            for end in (0, 1, len(whole.actions) // 2, len(whole.actions)):
                yield State("as it goes on", Game.replay(whole.options, whole.actions[:end]))
    for begun in ((), ("komi 7", "white", "D5")):
        game = Game.replay(GameOptions(4), begun)
        yield from (State("cut short", game, outcome=outcome) for outcome in OUTCOMES)


def told() -> Iterator[str]:
    for state in states():
        game, outcome = state.game, state.outcome
        yield describe_board(game, view=state.view, outcome=outcome)
        yield describe_position(game, outcome=outcome)
        yield story_text(game, course_of(game), outcome)
        yield diagram(game).rpartition("\n\n")[2]
    yield from (rules_example(name).text for name in ExampleName)


def test_nothing_is_told_but_in_the_language_spoken() -> None:
    with speaking(language_of(bracketed)):
        said = list(told())
    assert {_outside(sentences) for sentences in said} == {""}


def _outside(sentences: str) -> str:
    """The words that stand outside of all brackets, but for cells."""
    while (inner := re.sub("⟦[^⟦⟧]*⟧", "", sentences)) != sentences:
        sentences = inner
    return re.sub(r"[^A-Za-z]+", " ", re.sub(r"\b[A-Z]\d{1,2}\b", "", sentences)).strip()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is written in pictures, and in letters of which height."""
    found = []
    write = text._written

    def noted(words: str, height: int, *look: object) -> object:
        found.append((words, height))
        return write(words, height, *look)

    monkeypatch.setattr(text, "_written", noted)
    return found


def draw_everything() -> None:
    for state in states():
        render_board(state.game, view=state.view, outcome=state.outcome)
        render_story(state.game, outcome=state.outcome)
    for name in ExampleName:
        rules_example(name)
    render_tallies(ROWS)
    animate(playout(GameOptions(3), seed=6))


def test_nothing_is_written_but_in_the_language_spoken(written: list[tuple[str, int]]) -> None:
    with speaking(language_of(lengthened)):
        draw_everything()
    words = {word for line, _ in written for word in re.findall("[A-Za-z]{2,}", line)}
    assert len(words) > 20
    assert {word for word in words if not word.endswith("e")} == set()
