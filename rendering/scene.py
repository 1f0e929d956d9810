"""What a picture of a game has to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine import Cell, Color, Game, GameType, Played, Ribbon, Score, Scoring, TakeButton
from engine.board import STEPS
from rendering.looks import Bond, CellLook, Ground, Mark, Stone

_DIRECTION = {step: direction for direction, step in enumerate(STEPS)}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended without its last stone: given up to the ``winner``, or a draw agreed on (None)."""

    winner: Color | None


@dataclass(frozen=True, slots=True)
class Side:
    """What is shown of one colour."""

    color: Color
    score: tuple[str, ...]
    """One number, or in Longest ribbon scoring the lengths, the most important first."""
    komi: str
    status: str
    """Whether this side is to move, or has won."""
    pending: str
    """How many of its stones are in open ribbons."""
    has_button: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture before it is drawn. Cells without a look are those where nothing can be placed any more."""

    size: int
    looks: dict[Cell, CellLook]
    sides: tuple[Side, Side]
    button_is_free: bool
    button_is_new: bool
    """The last turn took it."""


def scene_of(game: Game, lit: Collection[Cell] = (), outcome: Outcome | None = None) -> Scene:
    """What to show of a game as it stands; see `render_board`."""
    ribbons, turn = game.ribbons, game.last_turn
    looks: dict[Cell, CellLook] = {}
    if not game.is_over:
        looks.update(dict.fromkeys(game.open_cells(), Ground.OPEN))
        looks.update(dict.fromkeys(lit, Ground.LIT))
    looks.update(_stones(game, ribbons, turn))
    return Scene(
        size=game.options.size,
        looks=looks,
        sides=_sides(game, ribbons, outcome),
        button_is_free=game.options.has_button and game.button is None,
        button_is_new=any(isinstance(played.action, TakeButton) for played in turn),
    )


def _stones(game: Game, ribbons: Iterable[Ribbon], turn: Iterable[Played]) -> Iterator[tuple[Cell, CellLook]]:
    marks = _marks(turn)
    just_claimed = {cell for played in turn for claim in played.claims for cell in claim.cells}
    for ribbon in ribbons:
        owner = ribbon.owner
        bond = Bond.JUST_CLAIMED if ribbon.cells[0] in just_claimed else Bond.CLAIMED if owner else Bond.OPEN
        for cell, links in zip(ribbon.cells, _links(ribbon.cells), strict=True):
            color = owner or game.stone_at(cell)
            assert color is not None  # Ribbons are made of stones.
            yield cell, Stone(color, links, bond, marks.get(cell, Mark.NONE))


def _links(path: tuple[Cell, ...]) -> list[int]:
    """For each cell of a ribbon, the set of directions in which it goes on."""
    links = [0] * len(path)
    for place, (one, other) in enumerate(pairwise(path)):
        direction = _DIRECTION[other.x - one.x, other.y - one.y]
        links[place] |= 1 << direction
        links[place + 1] |= 1 << (direction + 3) % len(STEPS)
    return links


def _marks(turn: Iterable[Played]) -> dict[Cell, Mark]:
    marks = {played.action: Mark.LAST for played in turn if isinstance(played.action, Cell)}
    flipped = (cell for played in turn for claim in played.claims for cell in claim.flipped)
    return marks | {cell: Mark.LAST_FLIPPED if cell in marks else Mark.FLIPPED for cell in flipped}


def _sides(game: Game, ribbons: Iterable[Ribbon], outcome: Outcome | None) -> tuple[Side, Side]:
    standing = game.standing
    if game.is_over:
        outcome = outcome or Outcome(standing.leader)
    pending = Counter(game.stone_at(cell) for ribbon in ribbons if not ribbon.owner for cell in ribbon.cells)

    def side(color: Color) -> Side:
        score = standing[color]
        return Side(
            color=color,
            score=_score_text(score),
            komi=_komi_text(game.komi, score) if game.komi and color is Color.WHITE else "",
            status=_status(game, color, outcome),
            pending=f"{pending[color]} open" if pending[color] else "",
            has_button=score.has_button,
        )

    return side(Color.BLACK), side(Color.WHITE)


def _score_text(score: Score) -> tuple[str, ...]:
    if score.scoring is Scoring.LONGEST:
        return tuple(map(str, score.lengths_with_komi)) or ("0",)
    return (f"{int(score.points)}" + "½" * score.has_button,)


def _komi_text(komi: int, score: Score) -> str:
    # In Longest ribbon scoring komi counts only once White has a ribbon.
    return f"with komi {komi}" if score.komi else f"komi {komi}"


def _status(game: Game, color: Color, outcome: Outcome | None) -> str:
    if outcome:
        return "draw" if outcome.winner is None else "wins" if outcome.winner is color else ""
    if game.color_to_move is not color:
        return ""
    if game.options.game_type is not GameType.DOUBLE:
        return "to move"
    return "2 stones" if game.stones_due == 2 else "1 stone"
