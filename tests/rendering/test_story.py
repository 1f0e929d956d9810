"""How a game went."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from engine import Cell, Color, Game, GameOptions, GameType, Player, Scoring, TakeButton
from rendering import THEMES, Ending, Outcome, Theme, render_story
from rendering.playout import playout
from rendering.story import LONGEST_TEXT, Values, course_of, story_text
from tests.engine.vectors import as_params, options_of
from tests.rendering.pictures import game, opened

OPENING = ("komi 7", "white")
KINDS = [pytest.param(*kind, id="-".join(kind)) for kind in product(GameType, Scoring)]


@pytest.mark.parametrize("record", as_params("games.jsonl") + as_params("edge.jsonl"))
def test_the_end_of_the_curves_is_the_score(record: dict) -> None:
    finished = Game.replay(options_of(record), record["actions"])
    course, standing = course_of(finished), finished.standing
    assert course.claimed[-1] == course.expected[-1]
    assert course.leader is standing.leader
    if finished.options.scoring is not Scoring.LONGEST:
        assert course.claimed[-1] == Values(standing.black.points, standing.white.points)
    text = story_text(finished, course)
    assert len(text) <= LONGEST_TEXT
    assert str(standing.leader).capitalize() in text


@pytest.mark.parametrize("record", as_params("games.jsonl")[:30])
def test_the_turning_point_is_when_the_last_leader_began_to_lead(record: dict) -> None:
    finished = Game.replay(options_of(record), record["actions"])
    course = course_of(finished)
    leaders = [
        Game.replay(finished.options, finished.actions[:end]).standing.leader for end in moves_of(finished)
    ]
    since = course.lead.move if course.lead else 0
    assert set(leaders[since:]) == {course.leader}
    assert not since or leaders[since - 1] is not course.leader


def moves_of(finished: Game) -> list[int]:
    """How many actions were done before the first move, and after each."""
    ends = [
        number for number, action in enumerate(finished.actions, 1) if isinstance(action, Cell | TakeButton)
    ]
    return [ends[0] - 1, *ends]


def test_curves_tell_what_is_claimed_from_what_is_to_be_expected() -> None:
    course = course_of(game(*OPENING, "A2", "B3", "B1", "C3", "C2"))
    assert [values.black for values in course.claimed] == [0, 0, 0, 0, 0, 5]
    assert [values.white for values in course.claimed] == [7] * 6
    # A2 is Black's; with B3 the ribbon is nobody's; B1 is Black's again.
    assert [values.black for values in course.expected][:4] == [0, 1, 0, 1]


def test_moments_are_named() -> None:
    played = game("A2", "A1", "B3", size=6, game_type="double")
    assert story_text(played, course_of(played)) == "So far Black 0, White 0."
    finished = playout(GameOptions(6), seed=3)
    text = render_story(finished).text
    assert text == (
        "White won (Black 20, White 30½). White led from J5 on, move 42 of 43. "
        "Biggest claim: 23 stones to White (10 turned) by J5, move 42."
    )


def test_who_never_was_behind_is_said_so() -> None:
    text = render_story(game(*OPENING, "D5"), outcome=Outcome(Ending.RESIGNED, Player.SECOND)).text
    assert text == "Black resigned: White wins. The score was Black 0, White 7. White was never behind."


@pytest.mark.parametrize("actions", [(), ("komi 0",), ("komi 15", "black"), (*OPENING, "button")])
def test_the_shortest_games_have_a_story(actions: tuple[str, ...]) -> None:
    story = render_story(game(*actions), outcome=Outcome(Ending.CANCELLED))
    assert opened(story.png).size == (960, 640)
    assert story.text.startswith("The game was cancelled.")


@pytest.mark.parametrize(("game_type", "scoring"), KINDS)
@pytest.mark.parametrize("size", [6, 9])
def test_every_kind_of_game_has_a_story(size: int, game_type: GameType, scoring: Scoring) -> None:
    story = render_story(playout(GameOptions(size, game_type, scoring), seed=size))
    image = Image.open(BytesIO(story.png))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (960, 640))
    assert opened(story.png).getextrema() != ((0, 0),) * 3
    assert "won" in story.text
    assert len(story.text) <= LONGEST_TEXT


@pytest.mark.parametrize("theme", THEMES.values(), ids=[name.value for name in THEMES])
def test_a_story_is_drawn_in_each_theme(theme: Theme) -> None:
    finished = playout(GameOptions(6), seed=3)
    drawn = opened(render_story(finished, theme=theme).png)
    colors = {color for _, color in drawn.getcolors(256) or ()}
    assert {theme.canvas, theme.accent, theme.black, theme.white, theme.text} <= colors
    assert render_story(finished, theme=theme) == render_story(finished, theme=theme)


def test_both_colours_have_their_curve() -> None:
    values = Values(3, 4)
    assert (values[Color.BLACK], values[Color.WHITE]) == (3, 4)


def test_in_longest_ribbon_scoring_the_story_tells_of_ribbons() -> None:
    played = Game.replay(GameOptions(scoring=Scoring.LONGEST), ("komi 7", "white", "D5"))
    assert story_text(played, course_of(played)).startswith("Longest ribbon left so far: Black 0, White 0.")
    cancelled = story_text(played, course_of(played), Outcome(Ending.CANCELLED))
    assert cancelled.startswith("The game was cancelled. The longest ribbon left was Black 0, White 0.")
