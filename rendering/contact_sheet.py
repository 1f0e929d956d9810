"""All that pictures can show on one sheet, to judge the look by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from engine import Cell, Game, GameOptions, GameType, IllegalAction, Player, Reason, Scoring, TakeButton
from rendering.board import render_board
from rendering.chart import render_story
from rendering.examples import ExampleName, rules_example
from rendering.playout import playout
from rendering.theme import Theme
from rendering.themes import THEMES
from rendering.view import Ending, Outcome, View

_SIZES = (6, 10)
_WIDTH, _PHONE_WIDTH = 480, 360
_GAP = 12
_BACKDROP = (49, 51, 56)
_NEWS = 12
_STORIES = ((6, GameType.KOMI, Scoring.STANDARD), (10, GameType.DOUBLE, Scoring.LONGEST))
_BEST_KNOWN = ("flipped", "considered", "since", "final")


class State(NamedTuple):
    """Something that a picture of a board can show."""

    name: str
    game: Game
    view: View = View()
    outcome: Outcome | None = None

    def drawn(self, theme: Theme) -> bytes:
        return render_board(self.game, view=self.view, outcome=self.outcome, theme=theme)


def contact_sheet(themes: Collection[Theme] = tuple(THEMES.values())) -> Image.Image:
    """A column for each state, a row for each theme and size; stories, examples; then rows as on a phone."""
    states = {size: list(states_of(size)) for size in _SIZES}
    boards = [[state.drawn(theme) for state in states[size]] for theme in themes for size in _SIZES]
    games = [playout(GameOptions(*options), seed=6) for options in _STORIES]
    stories = [render_story(game, theme=theme).png for theme in themes for game in games]
    examples = [rules_example(name).png for name in ExampleName]
    rows = [(row, _WIDTH) for row in (*boards, stories, examples)]
    return _sheet(rows + [(row, _PHONE_WIDTH) for row in boards])


def readme_sheet() -> Image.Image:
    """What is best known of the look, in all themes, small enough for a README."""
    states = [state for state in states_of(6) if state.name in _BEST_KNOWN]
    return _sheet([([state.drawn(theme) for state in states], _PHONE_WIDTH) for theme in THEMES.values()])


def states_of(size: int) -> Iterator[State]:
    """All states of a board, from an empty one to the end of a game."""
    standard, cells = GameOptions(size), 3 * size * (size - 1) + 1
    middle, closing = _before_a_claim(size)
    yield State("empty", Game(standard))
    yield State("opening", _after(standard, size, cells // 10))
    yield State("middle", middle)
    yield State("lit", middle, View(lit=middle.legal_placements()))
    yield State("considered", middle, View(considered=(closing,)))
    claimed = middle.copy()
    claimed.play(closing)
    yield State("flipped", claimed)
    cell, stones = _refused(middle)
    yield State("refused", middle, View(refused=cell, obstacles=stones))
    taken = claimed.copy()
    if taken.can_take_button:
        taken.play(TakeButton())
    yield State("since", taken, View(since=len(taken.actions) - _NEWS))
    yield State("resigned", taken, outcome=Outcome(Ending.RESIGNED, Player.FIRST))
    double = _after(GameOptions(size, GameType.DOUBLE, Scoring.SQUARE), size, cells // 3)
    yield State("two considered", double, View(considered=_two(double)))
    yield State("longest", _after(GameOptions(size, scoring=Scoring.LONGEST), size, cells // 2))
    yield State("final", playout(standard, size))


def _after(options: GameOptions, seed: int, stones: int) -> Game:
    """A game between two turns."""
    return playout(options, seed, lambda game: len(game.actions) > stones + 1 and game.history[-1].ends_turn)


def _before_a_claim(size: int) -> tuple[Game, Cell]:
    """A game in its middle, and a stone that would claim a ribbon and turn some of its stones."""
    cells = 3 * size * (size - 1) + 1
    for seed in range(size, 100):
        game = _after(GameOptions(size), seed, cells // 3)
        turned = {cell: _turned(game, cell) for cell in game.legal_placements()}
        closing = max(turned, key=lambda cell: turned[cell])
        if 2 <= turned[closing] <= size:
            return game, closing
    raise LookupError("no playout comes to such a position")


def _turned(game: Game, cell: Cell) -> int:
    return sum(len(claim.flipped) for claim in game.copy().play(cell).claims)


def _refused(game: Game) -> tuple[Cell, tuple[Cell, ...]]:
    """A cell with three stones around it, and these."""
    for cell in game.board.cells:
        try:
            game.check(cell)
        except IllegalAction as illegal:
            if illegal.reason is Reason.THREE_NEIGHBOURS:
                return cell, illegal.stones
    raise LookupError("no cell has three neighbours")


def _two(game: Game) -> tuple[Cell, Cell]:
    """Two stones for one turn, the first the one that turns the most."""
    first = max(game.legal_placements(), key=lambda cell: _turned(game, cell))
    after = game.copy()
    after.play(first)
    return first, after.legal_placements()[-1]


def _sheet(rows: Sequence[tuple[Sequence[bytes], int]]) -> Image.Image:
    """Rows of pictures, each brought to the width given for its row."""
    scaled = [[_scaled(png, width) for png in row] for row, width in rows]
    width = max(sum(picture.width + _GAP for picture in row) for row in scaled) + _GAP
    height = sum(row[0].height + _GAP for row in scaled) + _GAP
    sheet = Image.new("RGB", (width, height), _BACKDROP)
    y = _GAP
    for row in scaled:
        for place, picture in enumerate(row):
            sheet.paste(picture, (_GAP + place * (picture.width + _GAP), y))
        y += row[0].height + _GAP
    return sheet


def _scaled(png: bytes, width: int) -> Image.Image:
    picture = Image.open(BytesIO(png)).convert("RGB")
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)
