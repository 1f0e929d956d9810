"""How long a board's image takes from the game to PNG bytes, and how large it is.

Beside it, in the same rounds and on the same positions: encoding the finished image alone, drawing everything
anew at four times its size, and a renderer of SVGs. CPU time in milliseconds, medians over the positions.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter, process_time

from benchmarks.engine import Row
from benchmarks.redrawn_board import redrawn_png
from benchmarks.svg_board import board_svg
from engine import Game, GameOptions
from rendering import WOOD, render_board
from rendering.board import draw_scene
from rendering.contact_sheet import playout
from rendering.scene import scene_of

SUMMARY = "milliseconds and kilobytes of a board's image, against other ways to draw it"

MOST_MS = {6: 6.0, 10: 9.0}
MOST_KB = {6: 45.0, 10: 80.0}
CROWD = 50
"""So many images are asked for at once to see how long the event loop stands still."""

_COLD_START = """
from time import process_time
from engine import Game, GameOptions
start = process_time()
from rendering import render_board
imported = process_time()
game = Game.replay(GameOptions({size}), {actions})
ready = process_time()
render_board(game)
print(imported - start, process_time() - ready)
"""


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
    print(f"{'':<46}{'median':>10}{'least – most':>20}   goal")
    for size in MOST_MS:
        games = [_middle_game(size, seed) for seed in range(options.rounds)]
        render_board(games[0])
        for row in _rows(size, [_measure(game, svg_to_png) for game in games]):
            print(row)
        for row in _cold_rows(size, games[0]):
            print(row)
        print(
            Row(f"size {size}, longest stall, {CROWD} images at once, ms", [_stall(games)], ".1f", 20, False)
        )
        print()
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


def _cold_rows(size: int, game: Game) -> list[Row]:
    """The first image of a new process, and the imports before it."""
    script = _COLD_START.format(size=size, actions=[str(action) for action in game.actions])
    imports, images = [], []
    for _ in range(5):
        printed = subprocess.run(  # noqa: S603  Our own script.
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout
        imported, drawn = (1000 * float(seconds) for seconds in printed.split())
        imports.append(imported)
        images.append(drawn)
    return [
        Row(f"size {size}, first image of a process, ms", images, ".0f", 150, False),
        Row(f"size {size}, imports before it, ms", imports, ".0f"),
    ]


def _stall(games: list[Game]) -> float:
    """The longest that an event loop stands still while a crowd of images is drawn, in milliseconds."""

    async def draw_all() -> float:
        loop, longest = asyncio.get_running_loop(), 0.0
        with ThreadPoolExecutor(2) as threads:
            crowd = [loop.run_in_executor(threads, render_board, games[n % len(games)]) for n in range(CROWD)]
            done = asyncio.gather(*crowd)
            while not done.done():
                start = perf_counter()
                await asyncio.sleep(0)
                longest = max(longest, perf_counter() - start)
            await done
        return 1000 * longest

    return asyncio.run(draw_all())


def _svg_renderer() -> Callable[[str], bytes] | None:
    try:
        from cairosvg import svg2png
    except ImportError:
        return None
    return lambda svg: svg2png(bytestring=svg.encode())
