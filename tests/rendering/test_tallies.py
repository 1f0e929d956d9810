"""Results as bars."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from engine import Color
from rendering import THEMES, WOOD, Counts, TallyRow, Theme, render_tallies
from rendering.bars import draw_bar
from rendering.palette import palette_of
from rendering.sketch import Sketch
from rendering.tallies import WIDTH
from rendering.theme import RGB
from tests.rendering.pictures import changed_box, opened
from tests.rendering.vision import EYES, seen_by, share_that_differs

BY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=[name.value for name in THEMES])
PHONE_WIDTH = 360
BAR_WIDTH, BAR_HEIGHT = 400, 40


def rows(count: int, counts: tuple[int, int, int] = (2, 0, 1)) -> list[TallyRow]:
    """Both sides and then komi, as many as wanted."""
    about = [*Color, *range(5, 13)]
    return [TallyRow(one, Counts(*counts)) for one in about[:count]]


def bar(*counts: int, theme: Theme = WOOD, eyes: str = "all colours") -> Image.Image:
    """A bar as some eyes see it."""
    sketch = Sketch(BAR_WIDTH, BAR_HEIGHT, theme.canvas)
    draw_bar(sketch, BAR_WIDTH, BAR_HEIGHT, Counts(*counts), theme)
    palette, seen = palette_of(theme), seen_by(eyes)
    image = sketch.finish(palette)
    image.putpalette(bytes(part for color in palette.colors for part in seen(color)))
    return image.convert("RGB")


def runs(image: Image.Image, y: int) -> list[tuple[RGB, int]]:
    """The colours along a line of pixels, each with how far it goes."""
    found: list[tuple[RGB, int]] = []
    for x in range(image.width):
        color = image.getpixel((x, y))
        length = found.pop()[1] if found and found[-1][0] == color else 0
        found.append((color, length + 1))
    return found


@pytest.mark.parametrize("count", range(1, 11))
@BY_THEME
def test_the_picture_is_opaque_and_wider_than_high(count: int, theme: Theme) -> None:
    picture = Image.open(BytesIO(render_tallies(rows(count), theme=theme)))
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", WIDTH)
    assert picture.width >= 1.2 * picture.height
    assert "transparency" not in picture.info


@BY_THEME
def test_the_same_results_give_the_same_picture_and_others_another(theme: Theme) -> None:
    results = [
        rows(3),
        rows(4),
        rows(3, (1, 0, 2)),
        rows(3, (2, 1, 1)),
        rows(3, (20, 0, 10)),
        [*rows(2), TallyRow(15, Counts(2, 0, 1))],
    ]
    pictures = [render_tallies(one, theme=theme) for one in results]
    assert len(set(pictures)) == len(results)
    assert pictures == [render_tallies(one, theme=theme) for one in results]


@pytest.mark.parametrize("counts", [(1, 0, 0), (0, 0, 1), (9999, 1, 9999), (1, 9999, 9999), (9999,) * 3])
def test_numbers_of_any_length_leave_room_for_a_bar_and_reach_no_edge(counts: tuple[int, int, int]) -> None:
    picture = opened(render_tallies(rows(10, counts)))
    blank = Image.new("RGB", picture.size, WOOD.canvas)
    left, _, right, _ = changed_box(picture, blank) or (0, 0, 0, 0)
    assert left >= 24
    assert right <= WIDTH - 24
    assert max(length for color, length in runs(picture, picture.height - 66 - 18) if color == WOOD.rim) >= 40


@pytest.mark.parametrize(("won", "lost"), [(1, 1), (2, 1), (14, 9), (300, 700)])
def test_the_parts_of_a_bar_are_the_shares(won: int, lost: int) -> None:
    line = runs(bar(won, 0, lost), BAR_HEIGHT // 2)
    assert line[0][0] == WOOD.rim
    # Between the parts is a gap.
    assert line[0][1] == pytest.approx((BAR_WIDTH - 6) * won / (won + lost), abs=2)


@pytest.mark.parametrize("counts", [(9999, 0, 1), (1, 0, 9999), (9999, 1, 0), (0, 1, 9999), (1, 1, 9999)])
def test_what_happened_once_is_seen_on_a_phone(counts: tuple[int, int, int]) -> None:
    without = [count if count > 1 else 0 for count in counts]
    phone = BAR_WIDTH * 3 // 8, BAR_HEIGHT * 3 // 8
    once, never = (bar(*each).resize(phone, Image.Resampling.LANCZOS) for each in (counts, without))
    assert share_that_differs(once, never) >= 0.02


@pytest.mark.parametrize("eyes", EYES)
@BY_THEME
def test_won_drawn_and_lost_are_told_apart(theme: Theme, eyes: str) -> None:
    parts = [bar(*counts, theme=theme, eyes=eyes) for counts in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    assert all(share_that_differs(*pair) >= 0.2 for pair in combinations(parts, 2))


def test_draws_have_a_column_where_there_are_any() -> None:
    """Else the bars have its room."""
    lost = [changed_at_most(rows(2, (2, drawn, 1)), rows(2, (2, drawn, 4))) for drawn in (0, 1)]
    drawn = changed_at_most(rows(2, (2, 1, 1)), rows(2, (2, 4, 1)))
    assert lost[0] > lost[1] + 100
    assert drawn > lost[1] + 100


def changed_at_most(*results: Sequence[TallyRow]) -> int:
    """How far right two pictures differ."""
    one, other = (opened(render_tallies(each)) for each in results)
    box = changed_box(one, other)
    assert box is not None
    return box[2]


def test_numbers_can_be_read_on_a_phone() -> None:
    """The digits are about 0.73 of a nominal height that may not be less than 11 pixels."""
    one, other = (opened(render_tallies(rows(1, (won, 0, 0)))) for won in (1, 4))
    _, top, _, bottom = changed_box(one, other) or (0, 0, 0, 0)
    assert (bottom - top) * PHONE_WIDTH / WIDTH >= 0.7 * 11


@BY_THEME
def test_sides_are_named_by_a_drawn_stone(theme: Theme) -> None:
    colors = before_labels(rows(2), theme)
    assert {theme.black, theme.white} <= colors
    assert before_labels(rows(3)[2:], theme) == {theme.canvas}


def before_labels(results: Sequence[TallyRow], theme: Theme) -> set[RGB]:
    """The colours left of the words."""
    picture = opened(render_tallies(results, theme=theme))
    return {color for _, color in picture.crop((0, 0, 90, picture.height)).getcolors(256) or ()}
