"""What a picture of a game has to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise

from engine import Cell, Color, Game, Played, Ribbon, TakeButton
from engine.board import STEPS
from rendering.looks import Bond, CellLook, Ground, Mark, Stone
from rendering.sides import Side, caption_of, sides_of
from rendering.view import Outcome, View

LARGEST_NUMBER = 99
"""A third digit could not be read on a stone."""
_DIRECTION = {step: direction for direction, step in enumerate(STEPS)}
_BOND_FOR = {Color.BLACK: Bond.FOR_BLACK, Color.WHITE: Bond.FOR_WHITE}


class ButtonState(Enum):
    """Where the button is."""

    NONE = auto()
    """The game type has none."""
    FREE = auto()
    TAKEN = auto()
    JUST_TAKEN = auto()
    CONSIDERED = auto()


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture before it is drawn. Cells without a look are those where nothing can be placed any more."""

    size: int
    looks: dict[Cell, CellLook]
    sides: tuple[Side, ...]
    """Black and White; empty for a board alone."""
    marks: dict[Cell, Mark] = field(default_factory=dict)
    numbers: dict[Cell, int] = field(default_factory=dict)
    """The order in which stones came since the viewer last looked."""
    button: ButtonState = ButtonState.NONE
    button_number: int | None = None
    caption: str = ""
    """What is due, or how the game ended, where that is not about a colour."""


def scene_of(game: Game, view: View | None = None, outcome: Outcome | None = None) -> Scene:
    """What to show of a game; see `render_board`."""
    view = view or View()
    shown = _with(game, view.considered)
    news = _news(shown, view)
    numbers = _numbered(news) if view.since is not None else {}
    return Scene(
        size=game.options.size,
        looks=_grounds(shown, view, outcome) | dict(_stones(shown, news, is_done=not view.considered)),
        sides=sides_of(shown, outcome, before=game if view.considered else None),
        marks=_marks(news, view),
        numbers={action: number for action, number in numbers.items() if isinstance(action, Cell)},
        button=_button(shown, news, view),
        button_number=numbers.get(TakeButton()),
        caption=caption_of(shown, outcome),
    )


def _with(game: Game, considered: Sequence[Cell | TakeButton]) -> Game:
    if considered:
        game = game.copy()
        for action in considered:
            game.play(action)
    return game


def _news(shown: Game, view: View) -> Sequence[Played]:
    """What the picture points out, in order."""
    if view.considered:
        return shown.history[-len(view.considered) :]
    return shown.last_turn if view.since is None else shown.history[view.since :]


def _grounds(shown: Game, view: View, outcome: Outcome | None) -> dict[Cell, CellLook]:
    if shown.is_over:
        return {}
    looks: dict[Cell, CellLook] = dict.fromkeys(shown.open_cells(), Ground.OPEN)
    return looks if outcome else looks | dict.fromkeys(view.lit, Ground.LIT)


def _stones(game: Game, news: Iterable[Played], *, is_done: bool) -> Iterator[tuple[Cell, CellLook]]:
    claims = [claim for played in news for claim in played.claims]
    new = {cell: claim.color for claim in claims for cell in claim.cells}
    # What is only considered has not turned any stone yet.
    turned = set() if is_done else {cell for claim in claims for cell in claim.flipped}
    for ribbon in game.ribbons:
        bond = _bond(ribbon, new.get(ribbon.cells[0]), is_done=is_done)
        for cell, links in zip(ribbon.cells, _links(ribbon.cells), strict=True):
            color = game.stone_at(cell)
            assert color is not None  # Ribbons are made of stones.
            yield cell, Stone(color.opponent if cell in turned else color, links, bond)


def _bond(ribbon: Ribbon, new_owner: Color | None, *, is_done: bool) -> Bond:
    if new_owner:
        return Bond.JUST_CLAIMED if is_done else _BOND_FOR[new_owner]
    return Bond.CLAIMED if ribbon.owner else Bond.OPEN


def _links(path: tuple[Cell, ...]) -> list[int]:
    """For each cell of a ribbon, the set of directions in which it goes on."""
    links = [0] * len(path)
    for place, (one, other) in enumerate(pairwise(path)):
        direction = _DIRECTION[other.x - one.x, other.y - one.y]
        links[place] |= 1 << direction
        links[place + 1] |= 1 << (direction + 3) % len(STEPS)
    return links


def _marks(news: Iterable[Played], view: View) -> dict[Cell, Mark]:
    placed, turned, both = Mark.LAST, Mark.FLIPPED, Mark.LAST_FLIPPED
    if view.considered:
        placed, turned, both = Mark.CONSIDERED, Mark.WOULD_FLIP, Mark.CONSIDERED_FLIP
    marks = {played.action: placed for played in news if isinstance(played.action, Cell)}
    flipped = (cell for played in news for claim in played.claims for cell in claim.flipped)
    marks |= {cell: both if cell in marks else turned for cell in flipped}
    marks |= dict.fromkeys(view.obstacles, Mark.OBSTACLE)
    return marks if view.refused is None else marks | {view.refused: Mark.REFUSED}


def _numbered(news: Iterable[Played]) -> dict[Cell | TakeButton, int]:
    turns = [played.action for played in news if isinstance(played.action, Cell | TakeButton)]
    return {action: number for number, action in enumerate(turns[:LARGEST_NUMBER], 1)}


def _button(game: Game, news: Iterable[Played], view: View) -> ButtonState:
    if not game.options.has_button:
        return ButtonState.NONE
    if game.button is None:
        return ButtonState.FREE
    if all(played.action != TakeButton() for played in news):
        return ButtonState.TAKEN
    return ButtonState.CONSIDERED if view.considered else ButtonState.JUST_TAKEN
