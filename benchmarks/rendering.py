"""How long a board's image takes from the game to PNG bytes, and how large it is.

Beside it, in the same rounds and on the same positions: encoding the finished image alone, drawing everything
anew at four times its size, and a renderer of SVGs; then a process's first image, fifty images at once, whole
games as animations, and the memory that caches take. CPU time, medians over the positions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import process_time

from benchmarks.redrawn_board import redrawn_png
from benchmarks.rendering_process import cache_row, cold_rows, crowd_rows
from benchmarks.svg_board import board_svg
from benchmarks.table import HEADER, Row
from engine import Game, GameOptions
from rendering import WOOD, animate, render_board
from rendering.board import draw_scene
from rendering.playout import playout
from rendering.scene import scene_of

SUMMARY = "milliseconds and kilobytes of a board's image, against other ways to draw it"

MOST_MS = {6: 6.0, 10: 9.0}
MOST_KB = {6: 45.0, 10: 80.0}


@dataclass(frozen=True, slots=True)
class Round:
    """What one position took, in milliseconds, and its image's size."""

    whole: float
    encoding: float
    redrawn: float
    svg: float | None
    kilobytes: float


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=15, help="how many positions (default: %(default)s)")


def run(options: argparse.Namespace) -> None:
    """Measure, and print the table."""
    svg_to_png = _svg_renderer()
    print(f"Boards in the middle of the game, CPU time, {options.rounds} positions a size\n")
    print(HEADER)
    for size in MOST_MS:
        games = [_middle_game(size, seed) for seed in range(options.rounds)]
        render_board(games[0])
        for row in _rows(size, [_measure(game, svg_to_png) for game in games]):
            print(row)
        for row in (*cold_rows(size, games[0]), *crowd_rows(size, games), *_film_rows(size)):
            print(row)
        print()
    print(cache_row())
    if svg_to_png is None:
        print("cairosvg is not installed, so no SVG was drawn.")


def _middle_game(size: int, seed: int) -> Game:
    stones = size * size
    return playout(GameOptions(size), seed, lambda game: len(game.actions) > stones)


def _measure(game: Game, svg_to_png: Callable[[str], bytes] | None) -> Round:
    scene = scene_of(game)
    picture = draw_scene(scene)
    return Round(
        whole=_milliseconds(lambda: render_board(game), 9),
        encoding=_milliseconds(picture.png, 9),
        redrawn=_milliseconds(lambda: redrawn_png(scene, WOOD), 1),
        svg=_milliseconds(lambda: svg_to_png(board_svg(scene, WOOD)), 1) if svg_to_png else None,
        kilobytes=len(picture.png()) / 1000,
    )


def _film_rows(size: int) -> list[Row]:
    """Whole games as animations, brought to sixty turns at size 6 and to all there are at size 10."""
    seconds, kilobytes = [], []
    for seed in range(5):
        game = playout(GameOptions(size), seed)
        share = 60 / len(game.actions) if size == 6 else 1
        seconds.append(_milliseconds(partial(animate, game), 2) / 1000 * share)
        kilobytes.append(len(animate(game)) / 1000 * share)
    turns = "60 turns" if size == 6 else "a whole game"
    return [
        Row(f"size {size}, {turns} as a GIF, s", seconds, ".2f", 0.3 if size == 6 else None, False),
        Row(f"size {size}, {turns} as a GIF, kB", kilobytes, ".0f", 400 if size == 6 else 10_000, False),
    ]


def _milliseconds(work: Callable[[], object], times: int) -> float:
    """The least CPU time of several tries, which is the one least disturbed."""
    least = float("inf")
    for _ in range(times):
        start = process_time()
        work()
        least = min(least, process_time() - start)
    return 1000 * least


def _rows(size: int, rounds: list[Round]) -> list[Row]:
    name = f"size {size}, "
    rows = [
        Row(name + "game to PNG, ms", [each.whole for each in rounds], ".2f", MOST_MS[size], False),
        Row(name + "encoding alone, ms", [each.encoding for each in rounds], ".2f"),
        Row(name + "the whole ÷ encoding", [each.whole / each.encoding for each in rounds], ".2f", 2, False),
        Row(name + "kilobytes", [each.kilobytes for each in rounds], ".1f", MOST_KB[size], False),
        Row(name + "everything redrawn at 4×, ms", [each.redrawn for each in rounds], ".0f"),
        Row(name + "everything redrawn ÷ ours", [each.redrawn / each.whole for each in rounds], ".0f", 15),
    ]
    with_svg = [(each.svg, each.whole) for each in rounds if each.svg is not None]
    if with_svg:
        rows.append(Row(name + "SVG through cairosvg, ms", [svg for svg, _ in with_svg], ".0f"))
        rows.append(Row(name + "SVG ÷ ours", [svg / ours for svg, ours in with_svg], ".0f", 15))
    return rows


def _svg_renderer() -> Callable[[str], bytes] | None:
    try:
        from cairosvg import svg2png
    except ImportError:
        return None
    return lambda svg: svg2png(bytestring=svg.encode())
