"""The whole position in plain text: as a diagram, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine import Cell, Color, Game, Ribbon
from rendering.deeds import last_turn
from rendering.describe import most_urgent_first
from rendering.language import mark, mark_counted, say, say_counted
from rendering.standings import button_told, due, early_end, score_told
from rendering.view import Outcome
from rendering.words import COLORS, listed

_SIGNS = {
    (Color.BLACK, False): "x",
    (Color.WHITE, False): "o",
    (Color.BLACK, True): "X",
    (Color.WHITE, True): "O",
}
_OPEN, _DEAD = "+", "."
_LEGEND = mark("x Black  o White\nX O claimed  ( ) last turn\n+ open  . nothing fits")
_RUNS = {Color.BLACK: mark("black {cells}"), Color.WHITE: mark("white {cells}")}
_OPEN_RIBBON = mark_counted(
    "Open, {count} stone: {stones}; can grow into {cells}.",
    "Open, {count} stones: {stones}; can grow into {cells}.",
)
_OWNED_RIBBON = mark_counted("{color}'s, {count} stone: {cells}.", "{color}'s, {count} stones: {cells}.")


def diagram(game: Game) -> str:
    """The position for a block of equally wide letters, with coordinates and a legend; in ASCII, where
    the language has no other letters.

    Numbers stand left of their rows. From each letter a stroke leads up into its slanted file.
    """
    board, signs = game.board, _signs(game)
    last = {played.action for played in game.last_turn if isinstance(played.action, Cell)}
    lines = []
    for number in range(2 * board.size - 1, -2, -1):
        row = board.rows[number - 1] if number > 0 else ()
        line = _Line(str(number) if number > 0 else "")
        for cell in row:
            line.put(_column(board.size, cell), signs[cell])
            if cell in last:
                line.put(_column(board.size, cell) - 1, "(")
                line.put(_column(board.size, cell) + 1, ")")
        _put_letters(line, number, board.size)
        lines.append(line.text)
    return "\n".join((*lines, "", say(_LEGEND)))


class _Line:
    """A line in the making."""

    def __init__(self, number: str) -> None:
        self._number = number
        self._signs: dict[int, str] = {}

    def put(self, column: int, sign: str) -> None:
        self._signs[column] = sign

    @property
    def text(self) -> str:
        """The line, its number just left of what is first in it."""
        if not self._signs:
            return self._number
        first, width = min(self._signs), len(self._number)
        start = first - (1 if self._signs[first] == "(" else 2) - width
        return (
            " " * start
            + self._number
            + "".join(self._signs.get(column, " ") for column in range(start + width, max(self._signs) + 1))
        )


def _column(size: int, cell: Cell) -> int:
    # Rows shift by half a cell, which is one letter; the widest row needs room for its number.
    return 2 * cell.x - cell.y + size + len(str(size))


def _put_letters(line: _Line, number: int, size: int) -> None:
    """Put what belongs below the lowest cells of files: a stroke, and a line further down the letter."""
    for x in range(1, 2 * size):
        lowest = max(1, x - size + 1)
        if number == lowest - 1:
            line.put(_column(size, Cell(x, number)), "\\")
        elif number == lowest - 2:
            line.put(_column(size, Cell(x, number)), str(Cell(x, 1))[0])


def _signs(game: Game) -> dict[Cell, str]:
    signs = dict.fromkeys(game.board.cells, _DEAD)
    if not game.is_over:
        signs |= dict.fromkeys(game.open_cells(), _OPEN)
    for ribbon in game.ribbons:
        for cell in ribbon.cells:
            color = game.stone_at(cell)
            assert color is not None  # Ribbons are made of stones.
            signs[cell] = _SIGNS[color, ribbon.owner is not None]
    return signs


def describe_position(game: Game, *, outcome: Outcome | None = None) -> str:
    """Everything on the board in words, one thing a line; no line is longer than 1200 characters."""
    end = [early_end(game, outcome)] if outcome else due(game)
    lines = [" ".join([*last_turn(game), score_told(game), *end, *button_told(game)])]
    lines += _ribbons_told(game)
    if not game.is_over:
        cells = game.open_cells()
        lines.append(
            say_counted(
                "{count} cell can take a stone: {cells}.",
                "{count} cells can take a stone: {cells}.",
                len(cells),
                cells=_rows(cells),
            )
        )
    return "\n".join(lines)


def _ribbons_told(game: Game) -> Iterator[str]:
    ribbons = sorted(game.ribbons, key=most_urgent_first)
    for ribbon in ribbons:
        if ribbon.owner is None:
            stones, growth = _stones(ribbon, game), listed(ribbon.growth)
            yield say_counted(*_OPEN_RIBBON, len(ribbon.cells), stones=stones, cells=growth)
    for color in Color:
        owned = sorted((each for each in ribbons if each.owner is color), key=lambda each: -len(each.cells))
        for ribbon in owned:
            path = " ".join(map(str, ribbon.cells))
            yield say_counted(*_OWNED_RIBBON, len(ribbon.cells), color=COLORS[color], cells=path)


def _stones(ribbon: Ribbon, game: Game) -> str:
    """The stones from end to end, each colour said once for those that follow each other."""
    told = []
    for color, cells in groupby(ribbon.cells, key=game.stone_at):
        assert color is not None  # Ribbons are made of stones.
        told.append(say(_RUNS[color], cells=" ".join(map(str, cells))))
    return ", ".join(told)


def _rows(cells: tuple[Cell, ...]) -> str:
    """Cells row by row, those side by side by their first and last."""
    by_row = sorted(cells, key=lambda cell: (cell.y, cell.x))
    runs: list[list[Cell]] = []
    for cell in by_row:
        if runs and runs[-1][-1] == (cell.x - 1, cell.y):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return ", ".join(_run(run) for run in runs)


def _run(run: list[Cell]) -> str:
    if len(run) < 3:
        return " ".join(map(str, run))
    return say("{start} to {end}", start=run[0], end=run[-1])
