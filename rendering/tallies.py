"""How often somebody won, as a picture: a bar for each side and for each komi."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import Color
from rendering.bars import Counts, draw_bar
from rendering.language import Terms, mark, say
from rendering.lettering import lettered
from rendering.picture import Picture
from rendering.sketch import Sketch
from rendering.text import Align, draw_text, fitting, text_width
from rendering.theme import Theme
from rendering.themes import WOOD
from rendering.tokens import stone_token

WIDTH = 960
_MARGIN = 32
_TEXT, _SMALL, _SMALLEST = 38, 32, 22
"""Readable where the picture is as wide as a phone, three eighths of its width."""
_STONE, _INDENT = 46, 60
_HEAD_Y, _FIRST_Y, _PITCH, _APART = 46, 112, 66, 22
_BAR, _TICK = 40, 2
_SIGN_WIDTH, _SIGN_HEIGHT = 44, 24
_LABEL_WIDTH, _WORD_WIDTH = 180, 100
"""At most: longer words are set smaller, so that the bars keep their room."""
_GAP, _BESIDE = 30, 18
"""Between columns, and from a bar to its numbers."""
_AS = Terms({Color.BLACK: mark("as Black"), Color.WHITE: mark("as White")})


@dataclass(frozen=True, slots=True)
class TallyRow:
    """How matches with one side, or with one komi, went."""

    about: Color | int
    counts: Counts

    @property
    def label(self) -> str:
        return _AS[self.about] if isinstance(self.about, Color) else say("komi {komi}", komi=self.about)

    @property
    def shown(self) -> tuple[str, int]:
        """The label and the height of its letters."""
        return fitting(self.label, _LABEL_WIDTH, _TEXT, _SMALLEST)


@lettered()
def render_tallies(rows: Sequence[TallyRow], *, theme: Theme = WOOD) -> bytes:
    """One to ten rows, sides before komi, as an opaque PNG that is wider than high.

    All bars are equally long and show shares, so that a komi that was played twice is read like one that was
    played a thousand times; how often that was, the numbers say.
    """
    table = _Table(rows)
    picture = Picture(WIDTH, table.heights[-1] + _FIRST_Y - _HEAD_Y, theme)
    table.draw(picture)
    return picture.png()


@dataclass(frozen=True, slots=True)
class _Column:
    """Numbers under the word for them."""

    word: str
    numbers: Sequence[int]

    @property
    def width(self) -> int:
        numbers = (text_width(str(each), _TEXT) for each in self.numbers)
        return max(text_width(*self.shown), *numbers)

    @property
    def shown(self) -> tuple[str, int]:
        """The word and the height of its letters."""
        return fitting(self.word, _WORD_WIDTH, _SMALL, _SMALLEST)


class _Table:
    """Labels, what was won, the bars, what was lost and, if anything, what was drawn; the bars have the room
    that is left.
    """

    def __init__(self, rows: Sequence[TallyRow]) -> None:
        self.heights = list(_heights(rows))
        self._rows = rows
        self._won = _Column(say("won"), [row.counts.won for row in rows])
        self._lost = _Column(say("lost"), [row.counts.lost for row in rows])
        self._drawn = _Column(say("drawn"), [row.counts.drawn for row in rows])
        labels = max(text_width(*row.shown) for row in rows)
        self._left = _MARGIN + _INDENT + labels + _GAP + self._won.width + _BESIDE
        self._right = WIDTH - _MARGIN - self._lost.width - _BESIDE
        self._drawn_x = WIDTH - _MARGIN - self._drawn.width
        self._has_draws = any(self._drawn.numbers)
        if self._has_draws:
            self._right -= _GAP + _SIGN_WIDTH + _BESIDE + self._drawn.width

    def draw(self, picture: Picture) -> None:
        """Draw the rows, and above them the words and signs."""
        for y, row in zip(self.heights, self._rows, strict=True):
            _draw_label(picture, y, row)
            self._draw_bar(picture, y, row.counts)
        self._write_column(picture, self._won, self._left - _BESIDE, Align.RIGHT)
        _draw_sign(picture, self._left, Counts(won=1))
        self._write_column(picture, self._lost, self._right + _BESIDE)
        _draw_sign(picture, self._right - _SIGN_WIDTH, Counts(lost=1))
        if self._has_draws:
            self._write_column(picture, self._drawn, self._drawn_x)
            _draw_sign(picture, self._drawn_x - _BESIDE - _SIGN_WIDTH, Counts(drawn=1))

    def _draw_bar(self, picture: Picture, y: int, counts: Counts) -> None:
        length, theme = self._right - self._left, picture.theme
        sketch = Sketch(length, _PITCH, theme.canvas)
        # Above and below its middle: as often won as lost.
        for side in (-1, 1):
            sketch.line((0, side * _BAR / 2), (0, side * _PITCH / 2), _TICK, theme.rim)
        draw_bar(sketch, length, _BAR, counts, theme)
        picture.paste(sketch.finish(picture.palette), (self._left, y - _PITCH // 2))

    def _write_column(self, picture: Picture, column: _Column, x: int, align: Align = Align.LEFT) -> None:
        text, quiet = picture.theme.text, picture.theme.quiet_text
        draw_text(picture, (x, _HEAD_Y), *column.shown, ink=quiet, align=align)
        for y, number in zip(self.heights, column.numbers, strict=True):
            draw_text(picture, (x, y), str(number), _TEXT, ink=text if number else quiet, align=align)


def _heights(rows: Sequence[TallyRow]) -> Iterator[int]:
    """The middles of the rows; komi are set apart from sides."""
    has_sides = isinstance(rows[0].about, Color)
    for number, row in enumerate(rows):
        is_apart = has_sides and not isinstance(row.about, Color)
        yield _FIRST_Y + number * _PITCH + (_APART if is_apart else 0)


def _draw_label(picture: Picture, y: int, row: TallyRow) -> None:
    if isinstance(row.about, Color):
        stone = stone_token(row.about, _STONE, picture.theme)
        picture.paste(stone, (_MARGIN, y - _STONE // 2))
    draw_text(picture, (_MARGIN + _INDENT, y), *row.shown, ink=picture.theme.text)


def _draw_sign(picture: Picture, left: int, counts: Counts) -> None:
    """A short bar that stands for one of the parts."""
    sketch = Sketch(_SIGN_WIDTH, _SIGN_HEIGHT, picture.theme.canvas)
    draw_bar(sketch, _SIGN_WIDTH, _SIGN_HEIGHT, counts, picture.theme)
    picture.paste(sketch.finish(picture.palette), (left, _HEAD_Y - _SIGN_HEIGHT // 2))
