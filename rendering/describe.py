"""The board in words, for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine import (
    Cell,
    Claim,
    Color,
    Game,
    GameType,
    NameKomi,
    Phase,
    Played,
    Player,
    Ribbon,
    Score,
    Scoring,
    TakeButton,
)
from rendering.scene import Outcome

LONGEST_TEXT = 1024
"""Discord's limit for the description of an image, in characters."""
_CLAIMS_TOLD = 3
_CELLS_NAMED = 4


def describe_board(game: Game, *, outcome: Outcome | None = None) -> str:
    """What `render_board` shows, in sentences of at most 1024 characters together.

    The most important comes first: the last turn and what it did, the score, whose turn it is; then the open
    ribbons, the longest first. What does not fit is left out by whole sentences.
    """
    ribbons = game.ribbons
    sentences = [*_last_turn(game, ribbons), _score(game), _due(game, outcome), *_button(game)]
    if not game.is_over:
        sentences += _open_ribbons(game, ribbons)
    return _fitting(sentences)


def _fitting(sentences: Iterable[str]) -> str:
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LONGEST_TEXT:
            break
        text = longer
    return text


def _last_turn(game: Game, ribbons: Sequence[Ribbon]) -> Iterator[str]:
    turn = game.last_turn
    if not turn:
        yield f"An empty board with {game.options.size} cells per side."
        return
    yield _did(turn)
    claims = [claim for played in turn for claim in played.claims]
    if len(claims) <= _CLAIMS_TOLD:
        yield from (_claimed(claim, ribbons) for claim in claims)
    else:
        yield _claimed_together(claims)


def _did(turn: Sequence[Played]) -> str:
    match turn[-1]:
        case Played(NameKomi(points), player):
            return f"The {_ordinal(player)} player named komi {points}."
        case Played(Color() as color, player):
            return f"The {_ordinal(player)} player chose {_name(color)}."
        case Played(TakeButton(), _, color):
            return f"{_name(color)} took the button."
        case Played(_, _, color):
            return f"{_name(color)} played {_listed(str(played.action) for played in turn)}."


def _claimed(claim: Claim, ribbons: Iterable[Ribbon]) -> str:
    path = next(ribbon.cells for ribbon in ribbons if claim.cells[0] in ribbon.cells)
    what = (
        f"{path[0]}, a single stone," if len(path) == 1 else f"The ribbon of {len(path)} from {_ends(path)}"
    )
    turned = len(claim.flipped)
    flips = f", and {_count(turned, 'stone')} turned {claim.color}" if turned else ""
    return f"{what} went to {_name(claim.color)}{flips}."


def _claimed_together(claims: Sequence[Claim]) -> str:
    def share(color: Color) -> str:
        lengths = [len(claim.cells) for claim in claims if claim.color is color]
        return f"{len(lengths)} with {_count(sum(lengths), 'stone')} to {_name(color)}"

    return f"{len(claims)} ribbons were claimed: {share(Color.BLACK)}, {share(Color.WHITE)}."


def _score(game: Game) -> str:
    standing = game.standing
    komi = f" with komi {standing.white.komi}" if standing.white.komi else ""
    if game.options.scoring is Scoring.LONGEST:
        return (
            f"Black's ribbons: {_lengths(standing.black)}. White's ribbons{komi}: {_lengths(standing.white)}."
        )
    black, white = (f"{_name(color)} {_points(standing[color])}" for color in Color)
    return f"Score: {black}, {white}{komi}."


def _lengths(score: Score) -> str:
    return _listed(map(str, score.lengths_with_komi)) if score.lengths else "none"


def _points(score: Score) -> str:
    return f"{int(score.points)}" + "½" * score.has_button


def _due(game: Game, outcome: Outcome | None) -> str:
    if outcome is None and game.result:
        outcome = Outcome(game.result.winner)
    if outcome:
        return f"{_name(outcome.winner)} wins." if outcome.winner else "The game is a draw."
    match game.phase:
        case Phase.NAME_KOMI:
            return "The first player is to name komi."
        case Phase.PLACE_FIRST_STONE:
            return "The first player is to place a black stone."
        case Phase.CHOOSE_COLOR:
            return "The second player is to choose a colour."
    due = f"place {_count(game.stones_due, 'stone')}" if game.options.game_type is GameType.DOUBLE else "move"
    return f"{_name(game.color_to_move)} is to {due}."


def _button(game: Game) -> Iterator[str]:
    if game.options.has_button and not game.is_over:
        yield f"{_name(game.button)} has the button." if game.button else "The button is free."


def _open_ribbons(game: Game, ribbons: Iterable[Ribbon]) -> Iterator[str]:
    still_open = sorted((ribbon for ribbon in ribbons if not ribbon.owner), key=_longest_first)
    if len(still_open) > 1:
        yield f"{len(still_open)} ribbons are open."
    for ribbon in still_open:
        black = sum(game.stone_at(cell) is Color.BLACK for cell in ribbon.cells)
        yield f"{_made_of(ribbon.cells, black)}, {_room(ribbon.growth)}."


def _made_of(path: Sequence[Cell], black: int) -> str:
    if len(path) == 1:
        return f"{path[0]}, a single {Color.BLACK if black else Color.WHITE} stone"
    share = {0: "all white", len(path): "all black"}.get(black, f"{black} of them black")
    return f"{_ends(path)}, {len(path)} stones, {share}"


def _room(growth: Sequence[Cell]) -> str:
    room = f"can grow into {_count(len(growth), 'cell')}"
    return room if len(growth) > _CELLS_NAMED else f"{room}: {_listed(map(str, growth))}"


def _longest_first(ribbon: Ribbon) -> tuple[int, Cell]:
    return -len(ribbon.cells), ribbon.cells[0]


def _ends(path: Sequence[Cell]) -> str:
    return f"{path[0]} to {path[-1]}"


def _name(color: Color | None) -> str:
    return color.capitalize() if color else "Nobody"


def _ordinal(player: Player) -> str:
    return player.name.lower()


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
