"""The score line, in the corners that the board leaves free."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engine import Color
from rendering.language import say
from rendering.layout import Layout
from rendering.picture import BoardPicture
from rendering.scene import ButtonState, Scene
from rendering.sides import Side
from rendering.text import Align, draw_text, fitting, fitting_height, text_width
from rendering.tokens import Badge, badge_offset, button_token, pointer, stone_token

# All measures are for the layout's standard width.
_MARGIN = 28
_STONE = 52
_STONE_Y = 54
_SCORE = 62
_SCORE_GAP = 14
_SMALLEST_SCORE = 32
_MOST_LENGTHS = 3
_NOTE, _SMALLEST_NOTE = 28, 16
_NOTE_Y = 112
_NOTE_PITCH = 38
_POINTER = 23
_BUTTON = 62
_NUMBERS = 54
"""Kept free beside the board for the numbers of its rows."""
_BREATH = 20
_CAPTION_WIDTH = 150
_BADGE_NUMBER = 24
_BADGES = {
    ButtonState.TAKEN: Badge.BUTTON,
    ButtonState.JUST_TAKEN: Badge.NEW_BUTTON,
    ButtonState.CONSIDERED: Badge.CONSIDERED_BUTTON,
}


def draw_panel(picture: BoardPicture, scene: Scene) -> None:
    """Draw each side's score, the button while nobody has it, and what is due or done without a colour."""
    for side in scene.sides:
        corner = _Corner(picture, is_left=side.color is Color.BLACK)
        _draw_score(corner, side, scene)
        _draw_notes(corner, side)
    if scene.button is ButtonState.FREE:
        _draw_free_button(picture)
    if scene.caption:
        _draw_caption(picture, scene.caption.split("\n"))


@dataclass(frozen=True, slots=True)
class _Corner:
    """One of the two upper corners; what is drawn there is given from the image's edge inwards."""

    picture: BoardPicture
    is_left: bool

    @property
    def layout(self) -> Layout:
        return self.picture.layout

    def room(self, y: int) -> float:
        """How wide the corner is at a height, margins taken off."""
        beside = _NUMBERS if self.is_left else _BREATH
        layout = self.layout
        return layout.width / 2 - layout.half_width(y) - layout.px(_MARGIN) - layout.px(beside)

    def x(self, inwards: int, width: int = 0) -> int:
        """The left edge of something ``width`` wide that begins so far inwards from the margin."""
        start = self.layout.px(_MARGIN) + inwards
        return start if self.is_left else self.layout.width - start - width

    def text(self, inwards: int, y: int, text: str, height: int, *, quiet: bool = False) -> None:
        theme = self.picture.theme
        ink = theme.quiet_text if quiet else theme.text
        align = Align.LEFT if self.is_left else Align.RIGHT
        draw_text(self.picture, (self.x(inwards), y), text, height, ink=ink, align=align)


def _draw_score(corner: _Corner, side: Side, scene: Scene) -> None:
    px = corner.layout.px
    stone = _draw_stone(corner, side, scene)
    start = stone.width + px(_SCORE_GAP)
    room = corner.room(px(_STONE_Y + _SCORE / 2)) - start
    for shown in range(min(len(side.score), _MOST_LENGTHS), 0, -1):
        text = "·".join(side.score[:shown])
        height = fitting_height(text, room, px(_SCORE))
        if height >= px(_SMALLEST_SCORE):
            break
    corner.text(start, px(_STONE_Y), text, height)


def _draw_stone(corner: _Corner, side: Side, scene: Scene) -> Image.Image:
    """The side's sign, with the button if that side has it."""
    picture, px = corner.picture, corner.layout.px
    number = scene.button_number if side.has_button else None
    badge = _BADGES.get(scene.button, Badge.NONE) if side.has_button else Badge.NONE
    stone = stone_token(
        side.color, px(_STONE), picture.theme, badge if number is None else Badge.NUMBERED_BUTTON
    )
    place = corner.x(0, stone.width), px(_STONE_Y - _STONE / 2)
    picture.paste(stone, place)
    if number is not None:
        right, down = badge_offset(side.color, px(_STONE))
        middle = place[0] + stone.width // 2 + right, place[1] + stone.height // 2 + down
        theme, height = picture.theme, px(_BADGE_NUMBER)
        draw_text(
            picture, middle, str(number), height, ink=theme.black, ground=theme.brass, align=Align.MIDDLE
        )
    return stone


def _draw_notes(corner: _Corner, side: Side) -> None:
    """The lines under the score, the widest where the corner is widest."""
    px, y = corner.layout.px, corner.layout.px(_NOTE_Y)
    notes = ((_draw_note, side.komi), (_draw_status, side.status), (_draw_note, side.loss))
    for draw, text in (*notes, (_draw_note, side.pending)):
        if text:
            draw(corner, text, y)
            y += px(_NOTE_PITCH)


def _draw_note(corner: _Corner, note: str, y: int) -> None:
    corner.text(0, y, *_fitting_note(corner.layout, note, _note_room(corner, y)), quiet=True)


def _draw_status(corner: _Corner, status: str, y: int) -> None:
    picture, px = corner.picture, corner.layout.px
    sign = pointer(px(_POINTER), picture.theme.accent, picture.theme)
    inset = sign.width + px(4)
    text, height = _fitting_note(corner.layout, status, _note_room(corner, y) - inset)
    x = corner.x(0, inset + text_width(text, height))
    picture.paste(sign, (x, y - sign.height // 2))
    draw_text(picture, (x + inset, y), text, height, ink=picture.theme.text)


def _note_room(corner: _Corner, y: int) -> float:
    return corner.room(y + corner.layout.px(_NOTE / 2))


def _fitting_note(layout: Layout, text: str, room: float) -> tuple[str, int]:
    return fitting(text, room, layout.px(_NOTE), layout.px(_SMALLEST_NOTE))


def _draw_free_button(picture: BoardPicture) -> None:
    layout, px = picture.layout, picture.layout.px
    button = button_token(px(_BUTTON), picture.theme)
    y = layout.height - px(_MARGIN) - px(_BUTTON) // 2
    picture.paste(button, (px(_MARGIN - 4), y - button.height // 2))
    start = px(_MARGIN + _BUTTON + 2)
    room = layout.width / 2 - layout.half_width(y) - px(_NUMBERS) - start
    text, height = _fitting_note(layout, say("button"), room)
    draw_text(picture, (start, y), text, height, ink=picture.theme.quiet_text)


def _draw_caption(picture: BoardPicture, lines: list[str]) -> None:
    """Up to two lines in the lower right corner."""
    layout, px = picture.layout, picture.layout.px
    fitted = [_fitting_note(layout, line, px(_CAPTION_WIDTH)) for line in lines]
    height = min(height for _, height in fitted)
    y = layout.height - px(_MARGIN) - px(_BUTTON) // 2 - px(_NOTE_PITCH) * (len(lines) - 1)
    for line, _ in fitted:
        at = layout.width - px(_MARGIN), y
        draw_text(picture, at, line, height, ink=picture.theme.text, align=Align.RIGHT)
        y += px(_NOTE_PITCH)
