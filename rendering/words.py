"""The small parts of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import Cell, Color, Game, Player


def color_name(color: Color | None) -> str:
    return color.capitalize() if color else "Nobody"


def player_name(player: Player) -> str:
    return f"the {player.name.lower()} player"


def name_in(game: Game, player: Player) -> str:
    """How to speak of a player inside a sentence: by the colour, once there is one."""
    color = game.color_of(player)
    return color_name(color) if color else player_name(player)


def opened(sentence: str) -> str:
    """A sentence with its first letter as a capital."""
    return sentence[:1].upper() + sentence[1:]


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: Iterable[object]) -> str:
    *others, last = map(str, names)
    return f"{', '.join(others)} and {last}" if others else last


def ends(path: Sequence[Cell]) -> str:
    return f"{path[0]} to {path[-1]}"
