"""The board in words, for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import (
    Cell,
    Claim,
    Color,
    Game,
    GameType,
    NameKomi,
    Phase,
    Played,
    Ribbon,
    Score,
    Scoring,
    TakeButton,
    turns_of,
)
from rendering.sides import points_text
from rendering.view import Ending, Outcome, View
from rendering.words import color_name, counted, ends, listed, name_in, opened, player_name

LONGEST_TEXT = 1024
"""Discord's limit for the description of an image, in characters."""
_CLAIMS_TOLD = 3
_CELLS_NAMED = 4
_NEARLY_BOUNDED = 2
"""With so few cells left to grow into, a ribbon can be claimed in a turn or two."""
_STONES_LISTED = 20


def describe_board(game: Game, *, view: View | None = None, outcome: Outcome | None = None) -> str:
    """What `render_board` shows, in sentences of at most 1024 characters together.

    The most important comes first: how it ended if without its last stone, what the view points out, what the
    last turn did, the score, whose turn it is; then the open ribbons, those nearest to being claimed before
    the others, long before short. What does not fit is left out by whole sentences, and counted.
    """
    view = view or View()
    shown = game.copy()
    considered = [shown.play(action) for action in view.considered]
    sentences = [early_end(game, outcome)] if outcome else []
    sentences += _refusal(view)
    if considered:
        turns = (_turn_told(turn, shown, is_done=False) for turn in turns_of(considered))
        sentences += [sentence for told in turns for sentence in told]
    elif view.since is not None:
        sentences += _news(game, game.history[view.since :])
    else:
        sentences += last_turn(game)
    sentences.append(score_told(shown, is_done=not considered))
    sentences += [] if outcome else due(shown, is_done=not considered)
    sentences += button_told(shown)
    return _fitting(sentences, [] if shown.is_over else _open_ribbons(shown))


def _fitting(sentences: Iterable[str], ribbons: Sequence[str]) -> str:
    text = _as_long_as_it_fits("", sentences, 0)
    if len(ribbons) > 1:
        text = _as_long_as_it_fits(text, [f"{len(ribbons)} ribbons are open."], 0)
    for number, ribbon in enumerate(ribbons):
        rest = f"{len(ribbons) - number} more are open." if number else ""
        longer = _as_long_as_it_fits(text, [ribbon], 0 if number == len(ribbons) - 1 else 20)
        if longer == text:
            return _as_long_as_it_fits(text, [rest], 0) if rest else text
        text = longer
    return text


def _as_long_as_it_fits(text: str, sentences: Iterable[str], kept_free: int) -> str:
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LONGEST_TEXT - kept_free:
            break
        text = longer
    return text


def last_turn(game: Game) -> list[str]:
    """What the last turn was and what it did."""
    if not game.last_turn:
        return [f"An empty board with {game.options.size} cells per side."]
    return _turn_told(game.last_turn, game, is_done=True)


def _turn_told(turn: Sequence[Played], game: Game, *, is_done: bool) -> list[str]:
    claims = [claim for played in turn for claim in played.claims]
    return [_did(turn, is_done=is_done), *_claims_told(claims, game, is_done=is_done)]


def _did(turn: Sequence[Played], *, is_done: bool) -> str:
    match turn[-1]:
        case Played(NameKomi(points), player):
            return f"{opened(player_name(player))} named komi {points}."
        case Played(Color() as color, player):
            return f"{opened(player_name(player))} chose {color_name(color)}."
        case Played(TakeButton(), _, color):
            return f"{color_name(color)} {'took' if is_done else 'would take'} the button."
        case Played(_, _, color):
            stones = listed(played.action for played in turn)
            return f"{color_name(color)} {'played' if is_done else 'would play'} {stones}."


def _claims_told(claims: Sequence[Claim], game: Game, *, is_done: bool) -> list[str]:
    if len(claims) > _CLAIMS_TOLD:
        return [_claimed_together(claims, is_done=is_done)]
    ribbons = game.ribbons if claims else ()
    return [_claimed(claim, ribbons, is_done=is_done) for claim in claims]


def _claimed(claim: Claim, ribbons: Iterable[Ribbon], *, is_done: bool) -> str:
    path = next(ribbon.cells for ribbon in ribbons if claim.cells[0] in ribbon.cells)
    what = f"{path[0]}, a single stone," if len(path) == 1 else f"The ribbon of {len(path)} from {ends(path)}"
    turned = counted(len(claim.flipped), "stone")
    flips = f", and {turned} {'turned' if is_done else 'would turn'} {claim.color}" if claim.flipped else ""
    return f"{what} {'went' if is_done else 'would go'} to {color_name(claim.color)}{flips}."


def _claimed_together(claims: Sequence[Claim], *, is_done: bool) -> str:
    def share(color: Color) -> str:
        lengths = [len(claim.cells) for claim in claims if claim.color is color]
        return f"{len(lengths)} with {counted(sum(lengths), 'stone')} to {color_name(color)}"

    were = "were" if is_done else "would be"
    return f"{len(claims)} ribbons {were} claimed: {share(Color.BLACK)}, {share(Color.WHITE)}."


def _refusal(view: View) -> list[str]:
    if view.refused is None:
        return []
    why = f": {listed(view.obstacles)} {_stand(view.obstacles)} in the way" if view.obstacles else ""
    return [f"No stone may be placed on {view.refused}{why}."]


def _stand(stones: Sequence[Cell]) -> str:
    return "stands" if len(stones) == 1 else "stand"


def _news(game: Game, news: Sequence[Played]) -> list[str]:
    """What came since the viewer last looked, numbered as in the picture."""
    turns = [played for played in news if isinstance(played.action, Cell | TakeButton)]
    if not turns:
        return ["Nothing was played since you last looked."]
    told = [f"{number} {color_name(played.color)} {played.action}" for number, played in enumerate(turns, 1)]
    left = len(told) - _STONES_LISTED
    more = f", … (the first {left} are left out)" if left > 0 else ""
    claims = [claim for played in news for claim in played.claims]
    played_told = f"Since you last looked: {', '.join(told[-_STONES_LISTED:])}{more}."
    return [played_told, *_claims_told(claims, game, is_done=True)]


def score_told(game: Game, *, is_done: bool = True) -> str:
    """Both scores, as the scoring counts them."""
    standing = game.standing
    komi = f" with komi {standing.white.komi}" if standing.white.komi else ""
    would = "" if is_done else " would be"
    if game.options.scoring is Scoring.LONGEST:
        black, white = _lengths(standing.black), _lengths(standing.white)
        return f"Black's ribbons{would}: {black}. White's ribbons{komi}{would}: {white}."
    black, white = (f"{color_name(color)} {points_text(standing[color].points)}" for color in Color)
    return f"{'Score' if is_done else 'The score would be'}: {black}, {white}{komi}."


def _lengths(score: Score) -> str:
    return listed(score.lengths_with_komi) if score.lengths else "none"


def early_end(game: Game, outcome: Outcome) -> str:
    """How a game ended without its last stone."""
    if outcome.winner is None:
        drawn = outcome.ending is Ending.DRAWN
        return "Both players agreed on a draw." if drawn else "The game was cancelled."
    how = "resigned" if outcome.ending is Ending.RESIGNED else "ran out of time"
    loser, winner = name_in(game, outcome.winner.opponent), name_in(game, outcome.winner)
    return f"{opened(loser)} {how}: {winner} wins."


def due(game: Game, *, is_done: bool = True) -> list[str]:
    """Whose turn it is and for what, or who has won."""
    if game.result:
        return [f"{color_name(game.result.winner)} {'wins' if is_done else 'would win'}."]
    match game.phase:
        case Phase.NAME_KOMI:
            return ["The first player is to name komi."]
        case Phase.PLACE_FIRST_STONE:
            return ["The first player is to place a black stone."]
        case Phase.CHOOSE_COLOR:
            return ["The second player is to choose a colour."]
    if not is_done:
        return []
    is_double = game.options.game_type is GameType.DOUBLE
    what = f"place {counted(game.stones_due, 'stone')}" if is_double else "move"
    return [f"{color_name(game.color_to_move)} is to {what}."]


def button_told(game: Game) -> list[str]:
    """Where the button is, while that matters."""
    if not game.options.has_button or game.is_over:
        return []
    return [f"{color_name(game.button)} has the button." if game.button else "The button is free."]


def most_urgent_first(ribbon: Ribbon) -> tuple[bool, int, Cell]:
    """Those that are nearly bounded, then the others; long before short."""
    return len(ribbon.growth) > _NEARLY_BOUNDED, -len(ribbon.cells), ribbon.cells[0]


def _open_ribbons(game: Game) -> list[str]:
    return [
        f"{_made_of(ribbon.cells, game)}, {_room(ribbon.growth)}."
        for ribbon in sorted(game.open_ribbons, key=most_urgent_first)
    ]


def _made_of(path: Sequence[Cell], game: Game) -> str:
    black = sum(game.stone_at(cell) is Color.BLACK for cell in path)
    if len(path) == 1:
        return f"{path[0]}, a single {Color.BLACK if black else Color.WHITE} stone"
    share = {0: "all white", len(path): "all black"}.get(black, f"{black} of them black")
    return f"{ends(path)}, {len(path)} stones, {share}"


def _room(growth: Sequence[Cell]) -> str:
    room = f"can grow into {counted(len(growth), 'cell')}"
    return room if len(growth) > _CELLS_NAMED else f"{room}: {listed(growth)}"
