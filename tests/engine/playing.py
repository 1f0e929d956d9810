"""Ways to bring a game or a position to where a test wants it, and to see all of it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine import Action, Cell, Color, Game, GameOptions, GameType, parse_cell

OPENING = {GameType.KOMI: ("komi 7", "white"), GameType.NO_KOMI: (), GameType.DOUBLE: ()}
"""What is chosen before the first stone."""


def cells(written: str) -> tuple[Cell, ...]:
    """The cells named in a line, in that order."""
    return tuple(parse_cell(name) for name in written.split())


def names(stones: Iterable[Cell]) -> str:
    """The inverse of `cells`."""
    return " ".join(str(stone) for stone in stones)


def game_after(written: str, game_type: GameType = GameType.KOMI, size: int = 6) -> Game:
    """A game of that type after its opening choices and the actions in a line."""
    return Game.replay(GameOptions(size, game_type), (*OPENING[game_type], *written.split()))


def random_game(options: GameOptions, rng: Random, plies: int | None = None) -> Game:
    """A game of uniformly random actions: to its end, or after at most that many."""
    game = Game(options)
    while not game.is_over and (plies is None or len(game.actions) < plies):
        game.play(rng.choice(game.legal_actions()))
    return game


def everything_about(game: Game) -> dict[str, object]:
    """All that a game tells about itself."""
    return {
        "options": game.options,
        "phase": game.phase,
        "player to act": game.player_to_act,
        "color to move": game.color_to_move,
        "stones due": game.stones_due,
        "komi": game.komi,
        "button": game.button,
        "can take button": game.can_take_button,
        "colors": [game.player_of(color) for color in Color],
        "history": game.history,
        "stones": stones_of(game),
        "ribbons": game.ribbons,
        "legal actions": game.legal_actions(),
        "standing": game.standing,
        "result": game.result,
    }


def stones_of(game: Game) -> dict[Cell, Color]:
    """All stones by cell, as `Game.stone_at` tells them."""
    return {cell: color for cell in game.board.cells if (color := game.stone_at(cell))}


def placements_of(game: Game) -> list[tuple[Cell, Color]]:
    """The stones of a game in the order of their placement, in the colours they had then."""
    return [
        (played.action, played.color)
        for played in game.history
        if isinstance(played.action, Cell) and played.color is not None
    ]


def accepted(game: Game, action: Action) -> bool:
    """Whether `Game.check` lets an action pass."""
    try:
        game.check(action)
    except ValueError:
        return False
    return True


def lengths_of(game: Game, color: Color) -> tuple[int, ...]:
    """How long the ribbons of a colour are, shortest first."""
    return tuple(sorted(len(ribbon.cells) for ribbon in game.ribbons if ribbon.owner is color))
