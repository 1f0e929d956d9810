"""What drawing does to a process: its first image, a crowd of images at once, and what it keeps."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from time import perf_counter

from benchmarks.table import Row
from bot.drawing import jobs
from bot.drawing.painter import Painter
from engine import Game
from rendering import ThemeName

CROWD = 50
"""So many images are asked for at once."""
MOST_STALL_MS = 20.0
MOST_GROWTH_MB = 16.0
"""What so many images may add to a process that has drawn one of each before."""
MOST_CACHED_MB = 64.0

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
_MEMORY = """
from pathlib import Path
def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
"""
_CROWD = """
from resource import RUSAGE_SELF, getrusage
from engine import Game, GameOptions
from rendering import render_board
def most():
    return getrusage(RUSAGE_SELF).ru_maxrss / 1000
game = Game.replay(GameOptions({size}), {actions})
render_board(game)
before = most()
for _ in range({crowd}):
    render_board(game)
print(most() - before)
"""
_CACHES = """
import gc
from engine import GameOptions
from rendering import THEMES, animate, render_board, render_story
from rendering.playout import playout
games = [playout(GameOptions(size), size) for size in range(6, 11)]
render_board(games[0])
before = resident()
for theme in THEMES.values():
    for game in games:
        animate(game, theme=theme)
        animate(game, theme=theme, width=960)
        render_story(game, theme=theme)
gc.collect()
print(resident() - before)
"""


def cold_rows(size: int, game: Game) -> list[Row]:
    """The first image of a new process, and the imports before it."""
    script = _COLD_START.format(size=size, actions=_written(game))
    imports, images = [], []
    for _ in range(5):
        imported, drawn = (1000 * float(seconds) for seconds in _printed(script).split())
        imports.append(imported)
        images.append(drawn)
    return [
        Row(f"size {size}, first image of a process, ms", images, ".0f", 150, False),
        Row(f"size {size}, imports before it, ms", imports, ".0f"),
    ]


def crowd_rows(size: int, games: list[Game]) -> list[Row]:
    """How long the event loop stands still while a crowd is drawn, and what memory it takes."""
    stalls = [_longest_stall(games) for _ in range(3)]
    script = _CROWD.format(size=size, actions=_written(games[0]), crowd=CROWD)
    growth = [float(_printed(script)) for _ in range(3)]
    name = f"size {size}, {CROWD} images at once"
    return [
        Row(f"{name}, longest stall, ms", stalls, ".1f", MOST_STALL_MS, False),
        Row(f"{name}, memory, MB", growth, ".1f", MOST_GROWTH_MB, False),
    ]


def cache_row() -> Row:
    """What a process keeps after whole games of all sizes in all themes and three kinds of picture."""
    kept = [float(_printed(_MEMORY + _CACHES)) for _ in range(2)]
    return Row("all sizes and themes, kept in caches, MB", kept, ".0f", MOST_CACHED_MB, False)


def _longest_stall(games: list[Game]) -> float:
    async def draw_all() -> float:
        longest = 0.0
        with Painter() as painter:
            asked = (games[number % len(games)] for number in range(CROWD))
            crowd = [painter.draw(jobs.board, game, ThemeName.WOOD, None, None) for game in asked]
            done = asyncio.gather(*crowd)
            while not done.done():
                start = perf_counter()
                await asyncio.sleep(0)
                longest = max(longest, perf_counter() - start)
            await done
        return 1000 * longest

    return asyncio.run(draw_all())


def _written(game: Game) -> list[str]:
    return [str(action) for action in game.actions]


def _printed(script: str) -> str:
    return subprocess.run(  # noqa: S603  Our own script.
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
