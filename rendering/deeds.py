"""What was played and what it did, in sentences; or what would be played, and what it would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import Cell, Claim, Color, Game, NameKomi, Played, Ribbon, TakeButton
from rendering.language import mark, mark_counted, say, say_counted
from rendering.words import COLORS, action_name, color_name, listed

_CLAIMS_TOLD = 3
_STONES_LISTED = 20

# Each by whether it is done; it is only considered otherwise.
_PLAYED = {True: mark("{color} played {cells}."), False: mark("{color} would play {cells}.")}
_TOOK_BUTTON = {True: mark("{color} took the button."), False: mark("{color} would take the button.")}
_STONE_CLAIMED = {
    True: mark("{cell}, a single stone, went to {color}."),
    False: mark("{cell}, a single stone, would go to {color}."),
}
_RIBBON_CLAIMED = {True: mark("{ribbon} went to {color}."), False: mark("{ribbon} would go to {color}.")}
_TURNED = {
    (Color.BLACK, True): mark_counted(
        "{ribbon} went to Black, and {count} stone turned black.",
        "{ribbon} went to Black, and {count} stones turned black.",
    ),
    (Color.WHITE, True): mark_counted(
        "{ribbon} went to White, and {count} stone turned white.",
        "{ribbon} went to White, and {count} stones turned white.",
    ),
    (Color.BLACK, False): mark_counted(
        "{ribbon} would go to Black, and {count} stone would turn black.",
        "{ribbon} would go to Black, and {count} stones would turn black.",
    ),
    (Color.WHITE, False): mark_counted(
        "{ribbon} would go to White, and {count} stone would turn white.",
        "{ribbon} would go to White, and {count} stones would turn white.",
    ),
}
_CLAIMED_TOGETHER = {
    True: mark_counted(
        "{count} ribbon was claimed: {black}, {white}.",
        "{count} ribbons were claimed: {black}, {white}.",
    ),
    False: mark_counted(
        "{count} ribbon would be claimed: {black}, {white}.",
        "{count} ribbons would be claimed: {black}, {white}.",
    ),
}


def last_turn(game: Game) -> list[str]:
    """What the last turn was and what it did."""
    if not game.last_turn:
        return [say("An empty board with {size} cells per side.", size=game.options.size)]
    return turn_told(game.last_turn, game, is_done=True)


def turn_told(turn: Sequence[Played], game: Game, *, is_done: bool) -> list[str]:
    """What a turn is and does; ``game`` is the one after it."""
    claims = [claim for played in turn for claim in played.claims]
    return [_did(turn, is_done=is_done), *_claims_told(claims, game, is_done=is_done)]


def news_told(game: Game, news: Sequence[Played]) -> list[str]:
    """What came since the viewer last looked, numbered as in the picture."""
    moves = [(played.color, played.action) for played in news if isinstance(played.action, Cell | TakeButton)]
    if not moves:
        return [say("Nothing was played since you last looked.")]
    told = [
        say("{number} {color} {move}", number=number, color=color_name(color), move=action_name(action))
        for number, (color, action) in enumerate(moves, 1)
    ]
    claims = [claim for played in news for claim in played.claims]
    return [_moves_told(told), *_claims_told(claims, game, is_done=True)]


def _moves_told(told: Sequence[str]) -> str:
    moves = ", ".join(told[-_STONES_LISTED:])
    left = len(told) - _STONES_LISTED
    if left <= 0:
        return say("Since you last looked: {moves}.", moves=moves)
    return say_counted(
        "Since you last looked: {moves}, … (the first is left out).",
        "Since you last looked: {moves}, … (the first {count} are left out).",
        left,
        moves=moves,
    )


def _did(turn: Sequence[Played], *, is_done: bool) -> str:
    color = color_name(turn[-1].color)
    match turn[-1].action:
        case NameKomi(komi):
            return say("The first player named komi {komi}.", komi=komi)
        case Color():
            return say("The second player chose {color}.", color=color)
        case TakeButton():
            return say(_TOOK_BUTTON[is_done], color=color)
        case Cell():
            return say(_PLAYED[is_done], color=color, cells=listed(played.action for played in turn))


def _claims_told(claims: Sequence[Claim], game: Game, *, is_done: bool) -> list[str]:
    if len(claims) > _CLAIMS_TOLD:
        return [_claimed_together(claims, is_done=is_done)]
    ribbons = game.ribbons if claims else ()
    return [_claimed(claim, _path(claim, ribbons), is_done=is_done) for claim in claims]


def _path(claim: Claim, ribbons: Iterable[Ribbon]) -> Sequence[Cell]:
    """The cells of a claim from end to end."""
    return next(ribbon.cells for ribbon in ribbons if claim.cells[0] in ribbon.cells)


def _claimed(claim: Claim, path: Sequence[Cell], *, is_done: bool) -> str:
    color = COLORS[claim.color]
    if len(path) == 1:
        return say(_STONE_CLAIMED[is_done], cell=path[0], color=color)
    ribbon = say(
        "The ribbon of {length} from {start} to {end}", length=len(path), start=path[0], end=path[-1]
    )
    if claim.flipped:
        return say_counted(*_TURNED[claim.color, is_done], len(claim.flipped), ribbon=ribbon)
    return say(_RIBBON_CLAIMED[is_done], ribbon=ribbon, color=color)


def _claimed_together(claims: Sequence[Claim], *, is_done: bool) -> str:
    black, white = (_share([claim for claim in claims if claim.color is color], color) for color in Color)
    return say_counted(*_CLAIMED_TOGETHER[is_done], len(claims), black=black, white=white)


def _share(claims: Sequence[Claim], color: Color) -> str:
    """How many ribbons went to a colour, with how many stones."""
    return say_counted(
        "{ribbons} with {count} stone to {color}",
        "{ribbons} with {count} stones to {color}",
        sum(len(claim.cells) for claim in claims),
        ribbons=len(claims),
        color=COLORS[color],
    )
