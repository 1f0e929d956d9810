"""The drawn examples of the rules, from positions of real games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from engine import Cell, Color, Game, GameOptions, GameType, Scoring, neighbours_of, parse_cell
from rendering.board import draw_scene
from rendering.language import mark, say
from rendering.lettering import lettered
from rendering.looks import Mark, Stone
from rendering.scene import ButtonState, Scene, scene_of
from rendering.theme import Theme
from rendering.themes import WOOD
from rendering.view import View


class ExampleName(StrEnum):
    """What an example is of, in the order in which the rules are told."""

    RIBBONS = "ribbons"
    NO_RIBBONS = "no-ribbons"
    PLACEMENTS = "placements"
    CLAIM_BEFORE = "claim-before"
    CLAIM_AFTER = "claim-after"
    KOMI_AND_BUTTON = "komi-and-button"
    NO_KOMI = "no-komi"
    DOUBLE = "double"
    STANDARD = "standard"
    LONGEST = "longest"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Example:
    """A picture, and in words what it shows."""

    name: ExampleName
    png: bytes
    text: str


def rules_example(name: ExampleName, *, theme: Theme = WOOD) -> Example:
    """Draw an example."""
    text, arrange = _EXAMPLES[name]
    with lettered():
        png = draw_scene(arrange(), theme).png()
    return Example(name, png, say(text, final=say(_FINAL)))


_GROUPS = "C5 D5 E5 G5 H6 H7"
_BEFORE_CLAIM = "button A1 A3 A2 A5 A4 D7 A6 E7 C7 D1 C1 C2"
EXAMPLE_GAME = (
    "D6 C6 E7 B5 E8 J5 A5 A6 K6 G4 G5 F3 I5 I6 G6 J7 G11 E2 F9 F6 F10 J8 D2 C3 H11 H10 D3 B1 E5 B2 B7 C8 I8 "
    "H8 I10 G8 D9 J11 K11 K10 F1 A3 G2 H3"
)
"""A whole game after komi 7 and the choice of White, of which each scoring makes something else."""


def _played(moves: str, komi: int = 7, scoring: Scoring = Scoring.STANDARD) -> Game:
    return Game.replay(GameOptions(scoring=scoring), (f"komi {komi}", "white", *moves.split()))


def _board_alone(scene: Scene) -> Scene:
    return replace(scene, sides=(), button=ButtonState.NONE, caption="")


def _without_last_turn(game: Game, lit: Iterable[str] = ()) -> Scene:
    view = View(since=len(game.actions), lit=tuple(map(parse_cell, lit)))
    return _board_alone(scene_of(game, view))


def _ribbons() -> Scene:
    return _without_last_turn(_played("C5 G5 D5 H6 E5 H7 J9"))


def _no_ribbons() -> Scene:
    """No game can come to this, so it is put together by hand; what completes each group is refused."""
    black = {"C4", "E5", "G4", "H5", "G9", "H8"}
    white = {"D4", "D3", "H4", "F8", "G7", "F7", "H9"}
    stones = {parse_cell(name): Color.BLACK for name in black}
    stones |= {parse_cell(name): Color.WHITE for name in white}
    bare = _without_last_turn(_played(""))
    looks = {cell: Stone(color, _links(cell, stones)) for cell, color in stones.items()}
    beside = {near for cell in stones for near in neighbours_of(cell)}
    open_cells = {cell: look for cell, look in bare.looks.items() if cell not in beside}
    marks = {parse_cell(name): Mark.REFUSED for name in ("D4", "H5", "H9")}
    return replace(bare, looks={**open_cells, **looks}, marks=marks)


def _links(cell: Cell, stones: Iterable[Cell]) -> int:
    return sum(1 << direction for direction, near in enumerate(neighbours_of(cell)) if near in stones)


def _placements() -> Scene:
    scene = _without_last_turn(_played(_GROUPS), lit=("B5", "F5"))
    return replace(scene, marks={parse_cell(name): Mark.REFUSED for name in ("D6", "G6", "I6")})


def _claim_before() -> Scene:
    return _without_last_turn(_played(_BEFORE_CLAIM), lit=("B7",))


def _claim_after() -> Scene:
    return _board_alone(scene_of(_played(f"{_BEFORE_CLAIM} C8")))


def _komi_and_button() -> Scene:
    return scene_of(_played("D5 E5 button"))


def _no_komi() -> Scene:
    return scene_of(Game.replay(GameOptions(game_type=GameType.NO_KOMI), ("C8",)))


def _double() -> Scene:
    return scene_of(Game.replay(GameOptions(game_type=GameType.DOUBLE), ("D5", "E5", "H8")))


def _scored(scoring: Scoring) -> Callable[[], Scene]:
    return lambda: scene_of(_played(EXAMPLE_GAME, scoring=scoring))


_FINAL = mark(
    "The end of a game with komi 7. Black has ribbons of 19 and 3 stones and the button; "
    "White has ribbons of 12, 9 and 1 stones."
)
_EXAMPLES: dict[ExampleName, tuple[str, Callable[[], Scene]]] = {
    ExampleName.RIBBONS: (
        mark(
            "Three ribbons: C5, D5 and E5 in a straight line; G5, H6 and H7 with a bend; and J9, a single "
            "stone."
        ),
        _ribbons,
    ),
    ExampleName.NO_RIBBONS: (
        mark(
            "Three groups that are no ribbons, each with a stone that may not be placed. D4 has three "
            "neighbours, C4, D3 and E5. G4, H4 and H5 are all next to each other. F7, F8, G9, H9, H8 and G7 "
            "close a ring."
        ),
        _no_ribbons,
    ),
    ExampleName.PLACEMENTS: (
        mark(
            "The ribbons C5 D5 E5 and G5 H6 H7. Two legal cells are lit: B5 extends a ribbon, F5 joins both. "
            "Three cells are refused: D6 would close a ring with C5 and D5, G6 would have three neighbours, "
            "and I6 would make a branch at H6."
        ),
        _placements,
    ),
    ExampleName.CLAIM_BEFORE: (
        mark(
            "The ribbon from A1 to A6 has four white and two black stones. It can grow into one cell only, "
            "B7, which is lit. White is about to place a stone on C8."
        ),
        _claim_before,
    ),
    ExampleName.CLAIM_AFTER: (
        mark(
            "White placed C8. Now B7 would have three neighbours, so the ribbon from A1 to A6 can't grow any "
            "more. White has more stones in it and claims it: A3 and A5 turned white."
        ),
        _claim_after,
    ),
    ExampleName.KOMI_AND_BUTTON: (
        mark("After D5 by Black and E5 by White, Black took the button: half a point. White has 7 for komi."),
        _komi_and_button,
    ),
    ExampleName.NO_KOMI: (
        mark("The first player placed a black stone on C8, and the second player picks a colour."),
        _no_komi,
    ),
    ExampleName.DOUBLE: (
        mark("Black began with one stone on D5; White then placed two, E5 and H8; Black is to place two."),
        _double,
    ),
    ExampleName.STANDARD: (
        mark(
            "{final} Black has 22 stones and ½ for the button, White 22 stones and 7 for komi: "
            "White wins, 29 to 22½."
        ),
        _scored(Scoring.STANDARD),
    ),
    ExampleName.LONGEST: (
        mark(
            "{final} With komi White's longest counts as 19. The two of 19 are struck off, and of what is "
            "left White's 9 is the longest: White wins."
        ),
        _scored(Scoring.LONGEST),
    ),
    ExampleName.SQUARE: (
        mark(
            "{final} Black has 19 × 19 + 3 × 3 and ½ for the button, White 12 × 12 + 9 × 9 + 1 and 7 for "
            "komi: Black wins, 370½ to 233."
        ),
        _scored(Scoring.SQUARE),
    ),
}
