"""Playing by taps: the rows, the cells of one, and the board as it would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.matches import Pick, Prospect, WhatIf
from bot.messages.effects import claimed_ribbons, effect
from bot.messages.posts import Picture, Post
from bot.messages.taps import Entry, Purpose, Tap, TapControl, TapStep
from bot.messages.turns import footer, score_value
from bot.messages.words import COLORS, STONES, cells, counted, name
from engine import Cell, Color


def rows_post(purpose: Purpose, what_if: WhatIf, picture: Picture, note: str = "") -> Post:
    """The legal cells lit, and the rows to choose from for the next stone."""
    entries = [_row_entry(number, found) for number, found in what_if.rows().items()]
    controls = []
    if what_if.could_take_button:
        controls.append(_button(purpose, TapStep.BUTTON, what_if, "Take the button"))
    if what_if.picks:
        controls.append(_button(purpose, TapStep.BACK, what_if, "Change"))
    return Post(
        f"{note}\n{_asked(purpose, what_if)}".strip(),
        picture,
        footer(what_if.match),
        menu=TapControl.menu(Tap.after(purpose, TapStep.ROW, what_if), "The row of the stone", entries),
        controls=controls,
    )


def cells_post(purpose: Purpose, what_if: WhatIf, choices: Sequence[Prospect], picture: Picture) -> Post:
    """The cells of one row to choose from, each with what a stone would do there."""
    row = choices[0].cell.y
    is_own = purpose is Purpose.PLAY
    entries = [Entry(str(one.cell), str(one.cell), effect(one, is_own=is_own)) for one in choices]
    return Post(
        _asked(purpose, what_if),
        picture,
        footer(what_if.match),
        menu=TapControl.menu(Tap.after(purpose, TapStep.CELL, what_if), f"The cell in row {row}", entries),
        controls=[_button(purpose, TapStep.ROWS, what_if, "Change")],
    )


def outcome_post(purpose: Purpose, what_if: WhatIf, picture: Picture) -> Post:
    """The board as it would be, with the claims and the scores in words."""
    change = _button(purpose, TapStep.BACK, what_if, "Change")
    if purpose is Purpose.PLAY:
        heading = f"{_played(what_if.picks, 'Play', 'Take')}?"
        controls = [_button(purpose, TapStep.CONFIRM, what_if, "Confirm", ButtonStyle.success), change]
    else:
        heading = f"If {_mover(what_if)} {_played(what_if.picks, 'played', 'took')}:"
        first = WhatIf(what_if.match, (), what_if.match)
        controls = [_button(purpose, TapStep.ROWS, first, "Try another"), change]
    details = [*_effects(purpose, what_if), *_claims(purpose, what_if), *_scores(what_if)]
    details.append(footer(what_if.match))
    return Post(heading, picture, "\n".join(details), controls=controls)


def played_post(picks: Sequence[Pick]) -> Post:
    """What is left of the private message once the turn is played."""
    return Post(f"{_played(picks, 'Played', 'Took')}.")


def _row_entry(number: int, found: Sequence[Prospect]) -> Entry:
    first, last = found[0].cell, found[-1].cell
    span = f"{first} to {last}" if first != last else str(first)
    claims = "; claims possible" if any(one.claims for one in found) else ""
    return Entry(str(number), f"Row {number}", f"{counted(len(found), 'cell')}: {span}{claims}")


def _button(
    purpose: Purpose,
    step: TapStep,
    what_if: WhatIf,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
) -> TapControl:
    return TapControl.button(Tap.after(purpose, step, what_if), label, style)


def _asked(purpose: Purpose, what_if: WhatIf) -> str:
    """What is to be chosen next."""
    if what_if.picks:
        which, before = "second stone", f"**{cells(what_if.picks)}** comes first. "
    else:
        which, before = "first stone" if what_if.match.game.stones_due == 2 else "stone", ""
    if purpose is Purpose.PLAY:
        return f"{before}Where do you place your {which}?"
    return f"{before}Where could {_mover(what_if)} place the {which}?"


def _mover(what_if: WhatIf) -> str:
    """Who is to act, with their colour."""
    match = what_if.match
    color = match.game.color_to_move
    assert match.to_act is not None  # A turn is due, and it is one of stones.
    assert color is not None
    return f"{name(match.to_act)} ({COLORS[color]})"


def _played(picks: Sequence[Pick], places: str, takes: str) -> str:
    """``Play **D5** and **E7**``, ``Take the **button**``."""
    if not all(isinstance(pick, Cell) for pick in picks):
        return f"{takes} the **button**"
    return f"{places} {cells(f'**{pick}**' for pick in picks)}"


def _effects(purpose: Purpose, what_if: WhatIf) -> Iterator[str]:
    """What each stone would do."""
    for one in what_if.prospects_of_picks():
        yield f"**{one.cell}** {effect(one, is_own=purpose is Purpose.PLAY)}"
    if what_if.takes_button:
        yield "The button is worth half a point, and takes the whole turn"


def _claims(purpose: Purpose, what_if: WhatIf) -> Iterator[str]:
    """What would be claimed, and which stones would turn."""
    mover = what_if.match.game.color_to_move
    claims = [claim for played in what_if.played for claim in played.claims]
    own = [claim for claim in claims if claim.color is mover]
    lost = [claim for claim in claims if claim.color is not mover]
    if own:
        who = "You" if purpose is Purpose.PLAY else _mover(what_if)
        yield f"{who} would claim {claimed_ribbons(own)}."
    if lost:
        yield f"{COLORS[lost[0].color]} would get {claimed_ribbons(lost)}."
    if result := what_if.after.game.result:
        yield f"The game would be over: {COLORS[result.winner]} would win."


def _scores(what_if: WhatIf) -> Iterator[str]:
    """How the scores would change; nothing before the colours are chosen."""
    match = what_if.match
    if not match.person_with(Color.BLACK):
        return
    sides = []
    for color in Color:
        person = match.person_with(color)
        assert person is not None  # Both colours are chosen at once.
        before, after = score_value(match.game, color), score_value(what_if.after.game, color)
        change = f"{before} → **{after}**" if before != after else f"**{before}** as before"
        sides.append(f"{STONES[color]} {name(person)} {change}")
    yield " · ".join(sides)
