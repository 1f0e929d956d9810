"""The small parts of sentences."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Cell, Color, TakeButton
from rendering.language import Terms, mark, say

COLORS = Terms({Color.BLACK: mark("Black"), Color.WHITE: mark("White")})


def color_name(color: Color | None) -> str:
    """A colour's name; nothing where there is no colour yet."""
    return COLORS[color] if color else ""


def action_name(action: Cell | TakeButton) -> str:
    """A move, as one of several."""
    return say("button") if isinstance(action, TakeButton) else str(action)


def points_text(points: float) -> str:
    """``12``, ``12½`` or ``½``: the button's half is the only fraction there is."""
    whole, has_half = int(points), points % 1 > 0
    return f"{whole or ''}½" if has_half else str(whole)


def listed(names: Iterable[object]) -> str:
    """``A``, ``A and B``, ``A, B and C``; nothing of nothing."""
    parts = list(map(str, names))
    if len(parts) < 2:
        return "".join(parts)
    return say("{several} and {last}", several=", ".join(parts[:-1]), last=parts[-1])
