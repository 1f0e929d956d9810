"""Pictures of all languages: of letters that the font has, and with room for long words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image

from engine import Color, Game, GameOptions, GameType, Scoring
from rendering import Counts, Ending, Outcome, TallyRow, render_board, render_story, render_tallies, text
from rendering.contact_sheet import states_of
from rendering.language import say, say_counted, speaking
from rendering.lettering import lettered
from rendering.picture import Picture
from rendering.playout import playout
from rendering.text import fitting, text_width
from tests.languages import PART, language_of, lengthened

ROWS = [
    TallyRow(Color.BLACK, Counts(3, 1, 2)),
    TallyRow(Color.WHITE, Counts(300, 1000, 1222)),
    TallyRow(7, Counts(won=1)),
    TallyRow(127, Counts(lost=4)),
]
Box = tuple[int, int, int, int]


def cyrillic(words: str) -> str:
    return "".join(part if PART.fullmatch(part) else f"Ж{part}" for part in PART.split(words))


def three_times_lengthened(words: str) -> str:
    return lengthened(lengthened(lengthened(words)))


def test_in_pictures_accents_are_left_out_and_only_there() -> None:
    with speaking(language_of(lengthened)):
        assert say("with komi {komi}", komi=7) == "withéé komiéé 7"
        with lettered():
            assert say("with komi {komi}", komi=7) == "withee komiee 7"
            assert say_counted("{count} stone", "{count} stones", 2) == "2 stoneseee"


def test_in_pictures_what_the_font_has_no_letters_for_is_said_in_english() -> None:
    with speaking(language_of(cyrillic)):
        assert say("wins") == "Жwins"
        with lettered():
            assert say("1st player\nnames komi") == "1st player\nnames komi"
            assert say_counted("{count} stone", "{count} stones", 1) == "1 stone"
            assert say_counted("{count} stone", "{count} stones", 2) == "2 stones"


def test_pictures_in_letters_that_the_font_lacks_are_those_in_english() -> None:
    game = Game.replay(GameOptions(), ("komi 7", "white", "D5"))
    english = render_board(game), render_story(game).png, render_tallies(ROWS)
    with speaking(language_of(cyrillic)):
        assert (render_board(game), render_story(game).png, render_tallies(ROWS)) == english


@pytest.mark.parametrize("words", ["to move", "a good deal longer than that", "W" * 100])
def test_what_is_too_wide_is_set_smaller_and_then_cut_off(words: str) -> None:
    shown, height = fitting(words, 150, 28, 16)
    assert text_width(shown, height) <= 150
    assert 16 <= height <= 28
    assert shown == words or (height == 16 and shown.endswith("...") and words.startswith(shown[:-3]))
    assert (height == 28) is (words == "to move")


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> dict[Picture, list[Box]]:
    """Where text stands in each picture that is drawn."""
    found: dict[Picture, list[Box]] = {}
    texts: list[Image.Image] = []
    write, paste = text._written, Picture.paste

    def noted(words: str, *look: object) -> object:
        drawn = write(words, *look)
        texts.extend([drawn[0]] if words else [])
        return drawn

    def placed(picture: Picture, image: Image.Image, corner: tuple[int, int], mask: object = None) -> None:
        if any(image is one for one in texts):
            left, top = corner
            found.setdefault(picture, []).append((left, top, left + image.width, top + image.height))
        paste(picture, image, corner, mask)

    monkeypatch.setattr(text, "_written", noted)
    monkeypatch.setattr(Picture, "paste", placed)
    return found


@pytest.mark.parametrize("change", [lengthened, three_times_lengthened])
def test_long_words_cover_nothing_that_is_written_beside_them(
    change: Callable[[str], str], boxes: dict[Picture, list[Box]]
) -> None:
    longest = playout(GameOptions(10, GameType.DOUBLE, Scoring.LONGEST), seed=6)
    with speaking(language_of(change)):
        for size in (6, 10):
            for state in states_of(size):
                render_board(state.game, view=state.view, outcome=state.outcome)
        for game in (longest, playout(GameOptions(), seed=3)):
            render_story(game, outcome=Outcome(Ending.DRAWN))
            render_story(game)
        render_tallies(ROWS)
    assert len(boxes) > 25
    for picture, written in boxes.items():
        assert [box for box in written if not 0 <= box[0] < box[2] <= picture.width] == []
        assert not any(_overlap(one, other) for one, other in combinations(written, 2))


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
