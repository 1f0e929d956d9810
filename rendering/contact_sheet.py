"""All sizes in all states on one sheet, to judge the look by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random

from PIL import Image

from engine import Cell, Color, Game, GameOptions, GameType, NameKomi, Phase, Scoring, TakeButton
from rendering.board import render_board

_SIZES = range(6, 11)
_WIDTHS = (480, 360)
_GAP = 12
_BACKDROP = (49, 51, 56)
_GROWING = 0.8
"""How often a playout grows a ribbon rather than beginning one."""


def contact_sheet() -> Image.Image:
    """A row of pictures for each size, the rows once at half width and once as on a phone."""
    rows = [[Image.open(BytesIO(png)).convert("RGB") for png in _states(size)] for size in _SIZES]
    scaled = [[_scaled(picture, width) for picture in row] for width in _WIDTHS for row in rows]
    width = max(sum(picture.width + _GAP for picture in row) for row in scaled) + _GAP
    height = sum(row[0].height + _GAP for row in scaled) + _GAP
    sheet = Image.new("RGB", (width, height), _BACKDROP)
    y = _GAP
    for row in scaled:
        for place, picture in enumerate(row):
            sheet.paste(picture, (_GAP + place * (picture.width + _GAP), y))
        y += row[0].height + _GAP
    return sheet


def playout(options: GameOptions, seed: int, stop: Callable[[Game], bool] = lambda _: False) -> Game:
    """A game as it might be played: ribbons mostly grow, and nobody hands over a long one for nothing.

    It goes on until ``stop`` says so, or to its end.
    """
    random = Random(seed)  # noqa: S311  Nothing here is secret.
    game = Game(options)
    while not game.is_over and not stop(game):
        match game.phase:
            case Phase.NAME_KOMI:
                game.play(NameKomi(7))
            case Phase.CHOOSE_COLOR:
                game.play(Color.WHITE)
            case _:
                game.play(_placement(game, random))
    return game


def _placement(game: Game, random: Random) -> Cell:
    legal = set(game.legal_placements())
    growth = [cell for ribbon in game.open_ribbons for cell in ribbon.growth if cell in legal]
    if growth and random.random() < _GROWING:
        candidates = random.sample(growth, min(4, len(growth)))
    else:
        candidates = random.sample(sorted(legal), min(2, len(legal)))
    return max(candidates, key=lambda cell: _gain(game, cell))


def _gain(game: Game, cell: Cell) -> int:
    """The stones won by a placement, less those lost."""
    played = game.copy().play(cell)
    return sum(len(claim.cells) * (1 if claim.color is played.color else -1) for claim in played.claims)


def _states(size: int) -> Iterator[bytes]:
    standard, cells = GameOptions(size), 3 * size * (size - 1) + 1
    yield render_board(Game(standard))
    yield render_board(playout(standard, size, _after(cells // 10)))
    yield render_board(playout(standard, size, _after(cells // 3)))
    yield render_board(playout(standard, size, lambda game: _after(cells // 4)(game) and _has_flipped(game)))
    yield render_board(playout(standard, size))
    offered = playout(GameOptions(size, GameType.NO_KOMI, Scoring.LONGEST), size + 1, _after(cells // 4))
    yield render_board(offered, lit=offered.legal_placements())
    double = GameOptions(size, GameType.DOUBLE, Scoring.SQUARE)
    yield render_board(playout(double, size, lambda game: _after(cells // 3)(game) and game.stones_due == 2))
    taken = playout(GameOptions(size, scoring=Scoring.LONGEST), size, _after(cells // 3))
    taken.play(TakeButton())
    yield render_board(taken)
    yield render_board(playout(GameOptions(size, scoring=Scoring.LONGEST), size + 2))


def _after(stones: int) -> Callable[[Game], bool]:
    return lambda game: len(game.actions) > stones + 1


def _has_flipped(game: Game) -> bool:
    return any(claim.flipped for played in game.last_turn for claim in played.claims)


def _scaled(picture: Image.Image, width: int) -> Image.Image:
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)
