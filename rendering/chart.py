"""The story of a game as a picture: the scores over the moves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from engine import Claim, Color, Game
from rendering.cells import draw_stone
from rendering.language import say, say_counted
from rendering.lettering import lettered
from rendering.picture import Picture
from rendering.sides import Side, sides_of
from rendering.sketch import Point, Sketch
from rendering.story import Course, Moment, claim_text, course_of, story_text
from rendering.text import Align, draw_text, fitting, fitting_height, text_width
from rendering.theme import RGB, Theme
from rendering.themes import WOOD
from rendering.tokens import stone_token
from rendering.view import Outcome
from rendering.words import COLORS, action_name

WIDTH, HEIGHT = 960, 640
_MARGIN = 28
_LEFT, _RIGHT = 84, 932
_TOP, _BOTTOM = 128, 470
_HEAD_Y = 54
_STONE, _SCORE, _TEXT, _SMALL, _SMALLEST = 52, 62, 30, 28, 16
_AXIS_Y, _MOVES_WIDTH = 500, 220
_CAPTIONS_Y = (556, 602)
_LINE, _RIM = 9, 2.5
_DOT, _DOTS_APART = 5.0, 15
_MOST_LINES = 5
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)
_MARKER = 13.0


class Story(NamedTuple):
    """A picture of how a game went, and the same in words."""

    png: bytes
    text: str


def render_story(game: Game, *, outcome: Outcome | None = None, theme: Theme = WOOD) -> Story:
    """The course of a game: what was claimed and what was to be expected, after each move.

    ``text`` has in English 300 characters at most and names the turning point and the biggest claim.
    """
    course = course_of(game)
    return Story(_chart(game, course, outcome, theme), story_text(game, course, outcome))


@lettered()
def _chart(game: Game, course: Course, outcome: Outcome | None, theme: Theme) -> bytes:
    chart = _Chart(course, theme, course.highest)
    picture = Picture(WIDTH, HEIGHT, theme)
    picture.draw(chart.draw, (0, 0))
    _write_axes(picture, chart)
    for side in sides_of(game, outcome):
        _draw_head(picture, side)
    _write_captions(picture, course)
    return picture.png()


@dataclass(frozen=True, slots=True)
class _Chart:
    """The curves, from 0 at the bottom to the highest value."""

    course: Course
    theme: Theme
    highest: float

    @property
    def step(self) -> int:
        """Between two horizontal lines: so that there are only a few."""
        return next(step for step in _STEPS if self.highest / step <= _MOST_LINES)

    def at(self, move: float, value: float) -> Point:
        x = _LEFT + (_RIGHT - _LEFT) * move / max(self.course.moves, 1)
        return x, _BOTTOM - (_BOTTOM - _TOP) * value / max(self.highest, 1)

    def draw(self, sketch: Sketch) -> None:
        for value in range(0, int(self.highest) + 1, self.step):
            _, y = self.at(0, value)
            sketch.line((_LEFT, y), (_RIGHT, y), 1, self.theme.rim)
        for color in self._leader_last:
            self._draw_expected(sketch, color)
        for color in self._leader_last:
            self._draw_claimed(sketch, color)
        self._draw_moments(sketch)

    @property
    def _leader_last(self) -> list[Color]:
        return sorted(Color, key=lambda color: color is self.course.leader)

    def _draw_claimed(self, sketch: Sketch, color: Color) -> None:
        """A line that rises where something was claimed."""
        inks = self.theme.inks(color)
        points = [self.at(0, self.course.claimed[0][color])]
        for move, values in enumerate(self.course.claimed):
            points += [(self.at(move, 0)[0], points[-1][1]), self.at(move, values[color])]
        for width, ink in ((_LINE + 2 * _RIM, inks.rim), (_LINE, inks.fill)):
            for start, end in pairwise(points):
                if start != end:
                    sketch.stroke(start, end, width, ink)

    def _draw_expected(self, sketch: Sketch, color: Color) -> None:
        """Dots, so close that they are read as a line."""
        every = max(1, round(_DOTS_APART * self.course.moves / (_RIGHT - _LEFT)))
        for move, values in enumerate(self.course.expected):
            if move % every == 0 and values[color] != self.course.claimed[move][color]:
                draw_stone(sketch, self.at(move, values[color]), _DOT, 1.5, color, self.theme)

    def _draw_moments(self, sketch: Sketch) -> None:
        course = self.course
        if course.claim and course.claim_made:
            move, color = course.claim_made.move, course.claim.color
            # Half way up the rise, so that the turning point, which it often is, has its own place.
            middle = (course.claimed[move - 1][color] + course.claimed[move][color]) / 2
            draw_claim_marker(sketch, self.at(move, middle), self.theme)
        if course.lead and course.leader:
            move = course.lead.move
            draw_lead_marker(sketch, self.at(move, course.claimed[move][course.leader]), self.theme)


def draw_claim_marker(sketch: Sketch, at: Point, theme: Theme) -> None:
    """A ring."""
    for radius, ink in ((1.0, theme.canvas), (0.85, theme.accent), (0.4, theme.canvas)):
        sketch.disc(at, _MARKER * radius, ink)


def draw_lead_marker(sketch: Sketch, at: Point, theme: Theme) -> None:
    """A triangle that points up."""
    x, y = at
    for reach, ink in ((1.25, theme.canvas), (0.85, theme.accent)):
        half = _MARKER * reach
        sketch.polygon([(x - half, y + half * 0.8), (x + half, y + half * 0.8), (x, y - half)], ink)


def _write_axes(picture: Picture, chart: _Chart) -> None:
    ink, moves = picture.theme.quiet_text, chart.course.moves
    for value in range(0, int(chart.highest) + 1, chart.step):
        y = round(chart.at(0, value)[1])
        height = fitting_height(str(value), _LEFT - 32, _SMALL)
        draw_text(picture, (_LEFT - 16, y), str(value), height, ink=ink, align=Align.RIGHT)
    draw_text(picture, (_LEFT, _AXIS_Y), "0", _SMALL, ink=ink, align=Align.MIDDLE)
    counted = fitting(say_counted("{count} move", "{count} moves", moves), _MOVES_WIDTH, _SMALL, _SMALLEST)
    draw_text(picture, (_RIGHT, _AXIS_Y), *counted, ink=ink, align=Align.RIGHT)
    _write_legend(picture, ink, _RIGHT - text_width(*counted))


def _write_legend(picture: Picture, ink: RGB, end: int) -> None:
    """What lines and dots are, in the middle below the axis and before what stands at its ``end``."""
    theme, texts = picture.theme, (say("claimed"), say("with open ribbons"))
    sign, gap = 56, 12
    signs = len(texts) * (sign + gap) + 2 * gap
    room = 2 * min(end - 2 * gap - WIDTH // 2, WIDTH // 2 - _LEFT - 2 * gap) - signs
    # Each has its share of the room, so that all are of about one height.
    shares = [room * text_width(text, _SMALL) / text_width("".join(texts), _SMALL) for text in texts]
    shown = [fitting(text, share, _SMALL, _SMALLEST) for text, share in zip(texts, shares, strict=True)]
    x = (WIDTH - sum(text_width(*text) for text in shown) - signs) // 2
    for text, is_line in zip(shown, (True, False), strict=True):
        sketch = Sketch(sign, 2 * _LINE, theme.canvas)
        if is_line:
            sketch.stroke((-20, 0), (20, 0), _LINE + 2 * _RIM, theme.black_rim)
            sketch.stroke((-20, 0), (20, 0), _LINE, theme.black)
        else:
            for dot in (-20, 0, 20):
                draw_stone(sketch, (dot, 0), _DOT, 1.5, Color.BLACK, theme)
        picture.paste(sketch.finish(picture.palette), (x, _AXIS_Y - _LINE))
        draw_text(picture, (x + sign + gap, _AXIS_Y), *text, ink=ink)
        x += sign + 3 * gap + text_width(*text)


def _draw_head(picture: Picture, side: Side) -> None:
    """A side's stone, its score and how it ended, from its corner inwards."""
    is_left = side.color is Color.BLACK
    stone = stone_token(side.color, _STONE, picture.theme)
    picture.paste(stone, (_MARGIN if is_left else WIDTH - _MARGIN - _STONE, _HEAD_Y - _STONE // 2))
    inward, align = (1, Align.LEFT) if is_left else (-1, Align.RIGHT)
    x = (0 if is_left else WIDTH) + inward * (_MARGIN + _STONE + 14)
    score, end = "·".join(side.score[:3]), side.status or side.loss
    height = fitting_height(score, 220, _SCORE)
    draw_text(picture, (x, _HEAD_Y), score, height, ink=picture.theme.text, align=align)
    x += inward * (text_width(score, height) + 18)
    shown, height = fitting(end, abs(WIDTH // 2 - x) - 18, _TEXT, _SMALLEST)
    draw_text(picture, (x, _HEAD_Y), shown, height, ink=picture.theme.text, align=align)


def _write_captions(picture: Picture, course: Course) -> None:
    lines = []
    if course.lead and course.leader:
        lines.append((draw_lead_marker, _lead_text(course.leader, course.lead)))
    if course.claim and course.claim_made:
        lines.append((draw_claim_marker, _claim_text(course.claim, course.claim_made)))
    for (draw, text), y in zip(lines, _CAPTIONS_Y, strict=False):
        sketch = Sketch(40, 40, picture.theme.canvas)
        draw(sketch, (0, 0), picture.theme)
        picture.paste(sketch.finish(picture.palette), (_MARGIN, y - 20))
        shown, height = fitting(text, WIDTH - 2 * _MARGIN - 56, _TEXT, _SMALLEST)
        draw_text(picture, (_MARGIN + 52, y), shown, height, ink=picture.theme.text)


def _lead_text(leader: Color, since: Moment) -> str:
    color, action = COLORS[leader], action_name(since.action)
    return say("{color} leads from {action} on, move {move}", color=color, action=action, move=since.move)


def _claim_text(claim: Claim, made: Moment) -> str:
    action = action_name(made.action)
    return say("{claim} by {action}, move {move}", claim=claim_text(claim), action=action, move=made.move)
