"""A whole game as an animation.

How large it can get, 720 pixels wide: a cell changes its look eight times at most in a game (its mark comes
and goes, a link comes at each end, it would be claimed, is just claimed, is claimed, or can't be placed on
any more), so all frames together draw each pixel of the board at most eight times. LZW takes 12 bits a
pixel at worst: 5.2 MB. A frame adds at most 15 KB for the scores, which fill 10,000 pixels, and 2 KB for
pixels that stay. Every stone has four empty cells around it, but for the border, and every empty cell six
stones at most, so a board of 271 cells takes fewer than 180 stones, which claim less than 80 times: 4.4 MB.
Real games take a tenth of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import Cell, Game
from rendering.board import draw_scene
from rendering.gif import encode_gif
from rendering.lettering import lettered
from rendering.palette import palette_of
from rendering.scene import Scene, scene_of
from rendering.theme import Theme
from rendering.themes import WOOD
from rendering.view import Outcome, View

WIDTH = 720
_LENGTH_MS = 40_000
"""Games are sped up or slowed down to about this long, within these bounds for a turn:"""
_SLOWEST_MS, _FASTEST_MS = 700, 160
_CLAIM_SHOWN = 1.2
"""How long is shown what a stone would claim, in turns; then what it did claim."""
_CLAIM_HELD = 2.5
_END_MS = 6_000


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the animation, before it is drawn, and how long it is shown."""

    scene: Scene
    milliseconds: int


@lettered()
def animate(game: Game, *, outcome: Outcome | None = None, theme: Theme = WOOD, width: int = WIDTH) -> bytes:
    """The game from its empty board to where it stands, as a GIF that starts again after a while."""
    images = (
        (draw_scene(frame.scene, theme, width).indices(), frame.milliseconds)
        for frame in frames_of(game, outcome)
    )
    return encode_gif(images, palette_of(theme).data)


def frames_of(game: Game, outcome: Outcome | None = None) -> Iterator[Frame]:
    """A frame for each action, one more for each stone that claims, and the end."""
    played = Game(game.options)
    turn = min(max(_LENGTH_MS // (len(game.actions) + 1), _FASTEST_MS), _SLOWEST_MS)
    last = scene_of(played)
    held = turn
    for done in game.history:
        yield Frame(last, held)
        if done.claims and isinstance(done.action, Cell):
            yield Frame(scene_of(played, View(considered=(done.action,))), round(turn * _CLAIM_SHOWN))
        played.play(done.action)
        last, held = scene_of(played), round(turn * (_CLAIM_HELD if done.claims else 1))
    yield Frame(scene_of(game, outcome=outcome), _END_MS)
