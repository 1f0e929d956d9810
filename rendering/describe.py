"""The board in words, for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import Cell, Color, Game, Ribbon, turns_of
from rendering.deeds import last_turn, news_told, turn_told
from rendering.language import mark_counted, say, say_counted
from rendering.standings import button_told, due, early_end, score_told
from rendering.view import Outcome, View
from rendering.words import listed

LONGEST_TEXT = 1024
"""Discord's limit for the description of an image, in characters."""
_CELLS_NAMED = 4
_NEARLY_BOUNDED = 2
"""With so few cells left to grow into, a ribbon can be claimed in a turn or two."""
_ALL_WHITE = mark_counted(
    "{start} to {end}, {count} stone, all white", "{start} to {end}, {count} stones, all white"
)
_ALL_BLACK = mark_counted(
    "{start} to {end}, {count} stone, all black", "{start} to {end}, {count} stones, all black"
)
_MIXED = mark_counted(
    "{start} to {end}, {count} stone, {black} of them black",
    "{start} to {end}, {count} stones, {black} of them black",
)


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
        turns = (turn_told(turn, shown, is_done=False) for turn in turns_of(considered))
        sentences += [sentence for told in turns for sentence in told]
    elif view.since is not None:
        sentences += news_told(game, game.history[view.since :])
    else:
        sentences += last_turn(game)
    sentences.append(score_told(shown, is_done=not considered))
    sentences += [] if outcome else due(shown, is_done=not considered)
    sentences += button_told(shown)
    ribbons = [] if shown.is_over else sorted(shown.open_ribbons, key=most_urgent_first)
    return _fitting(sentences, ribbons, shown)


def _fitting(sentences: Iterable[str], ribbons: Sequence[Ribbon], game: Game) -> str:
    text = _as_long_as_it_fits(sentences)
    if len(ribbons) > 1:
        count = say_counted("{count} ribbon is open.", "{count} ribbons are open.", len(ribbons))
        text = _as_long_as_it_fits([text, count])
    told = [text]
    for ribbon in ribbons:
        told.append(f"{told[-1]} {_ribbon_told(ribbon, game)}")
        if len(told[-1]) > LONGEST_TEXT:
            return _cut(told[:-1], len(ribbons))
    return told[-1]


def _cut(told: Sequence[str], ribbons: int) -> str:
    """The longest of the texts, each of which tells of one ribbon more, that has room to count the others."""
    for number in range(len(told) - 1, 0, -1):
        left = ribbons - number
        rest = say_counted("{count} more is open.", "{count} more are open.", left)
        if len(told[number]) + len(rest) < LONGEST_TEXT:
            return f"{told[number]} {rest}"
    return told[0]


def _as_long_as_it_fits(sentences: Iterable[str]) -> str:
    text, *others = sentences
    for sentence in others:
        longer = f"{text} {sentence}"
        if len(longer) > LONGEST_TEXT:
            break
        text = longer
    return text


def _refusal(view: View) -> list[str]:
    if view.refused is None:
        return []
    if not view.obstacles:
        return [say("No stone may be placed on {cell}.", cell=view.refused)]
    sentence = say_counted(
        "No stone may be placed on {cell}: {stones} stands in the way.",
        "No stone may be placed on {cell}: {stones} stand in the way.",
        len(view.obstacles),
        cell=view.refused,
        stones=listed(view.obstacles),
    )
    return [sentence]


def most_urgent_first(ribbon: Ribbon) -> tuple[bool, int, Cell]:
    """Those that are nearly bounded, then the others; long before short."""
    return len(ribbon.growth) > _NEARLY_BOUNDED, -len(ribbon.cells), ribbon.cells[0]


def _ribbon_told(ribbon: Ribbon, game: Game) -> str:
    made, room = _made_of(ribbon.cells, game), len(ribbon.growth)
    if room > _CELLS_NAMED:
        return say_counted(
            "{ribbon}, can grow into {count} cell.",
            "{ribbon}, can grow into {count} cells.",
            room,
            ribbon=made,
        )
    return say_counted(
        "{ribbon}, can grow into {count} cell: {cells}.",
        "{ribbon}, can grow into {count} cells: {cells}.",
        room,
        ribbon=made,
        cells=listed(ribbon.growth),
    )


def _made_of(path: Sequence[Cell], game: Game) -> str:
    black = sum(game.stone_at(cell) is Color.BLACK for cell in path)
    if len(path) == 1:
        if black:
            return say("{cell}, a single black stone", cell=path[0])
        return say("{cell}, a single white stone", cell=path[0])
    forms = {0: _ALL_WHITE, len(path): _ALL_BLACK}.get(black, _MIXED)
    return say_counted(*forms, len(path), start=path[0], end=path[-1], black=black)
