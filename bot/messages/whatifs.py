"""Playing by taps: the rows, the cells of one, and the board as it would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.matches import Match, Pick, Prospect, WhatIf
from bot.messages.controls import Control, Verb, for_match
from bot.messages.effects import claimed_ribbons, effect
from bot.messages.language import say, say_counted
from bot.messages.posts import Picture, Post
from bot.messages.taps import Entry, Purpose, Tap, TapControl, TapStep
from bot.messages.turns import footer, score_value
from bot.messages.words import name, with_stone
from bot.storage import Person
from engine import Cell, Color, Phase
from rendering.words import COLORS, listed


def rows_post(purpose: Purpose, what_if: WhatIf, picture: Picture, note: str = "") -> Post:
    """The legal cells lit, and the rows to choose from for the next stone."""
    entries = [_row_entry(number, found) for number, found in what_if.rows().items()]
    controls = []
    if what_if.could_take_button:
        controls.append(_button(purpose, TapStep.BUTTON, what_if, say("Take the button")))
    if what_if.picks:
        controls.append(_button(purpose, TapStep.BACK, what_if, say("Change")))
    menu = TapControl.menu(Tap.after(purpose, TapStep.ROW, what_if), say("The row of the stone"), entries)
    heading = f"{note}\n{_asked(purpose, what_if)}".strip()
    return Post(heading, picture, footer(what_if.match), menu=menu, controls=controls)


def cells_post(purpose: Purpose, what_if: WhatIf, choices: Sequence[Prospect], picture: Picture) -> Post:
    """The cells of one row to choose from, each with what a stone would do there."""
    you = _you(purpose, what_if)
    entries = [Entry(str(one.cell), str(one.cell), effect(one, is_own=one.color is you)) for one in choices]
    row = say("The cell in row {row}", row=choices[0].cell.y)
    menu = TapControl.menu(Tap.after(purpose, TapStep.CELL, what_if), row, entries)
    controls = [_button(purpose, TapStep.ROWS, what_if, say("Change"))]
    return Post(_asked(purpose, what_if), picture, footer(what_if.match), menu=menu, controls=controls)


def outcome_post(purpose: Purpose, what_if: WhatIf, picture: Picture) -> Post:
    """The board as it would be, with the claims and the scores in words."""
    controls = [_first_button(purpose, what_if), _button(purpose, TapStep.BACK, what_if, say("Change"))]
    details = [*_effects(purpose, what_if), *_claims(purpose, what_if), *_scores(what_if)]
    details.append(footer(what_if.match))
    return Post(_supposed(purpose, what_if), picture, "\n".join(details), controls=controls)


def played_post(picks: Sequence[Pick], match: Match, player: Person) -> Post:
    """What is left of the private message once the turn is played; ``match`` is after it."""
    took = say("Took the **button**.") if _is_button(picks) else say("Played {cells}.", cells=_bold(picks))
    return Post(took, controls=plan_controls(match, player))


def plan_controls(match: Match, player: Person) -> list[Control]:
    """The button that plans a reply, where the other is to place stones."""
    is_waiting = match.to_act is not None and match.to_act.id != player.id
    if not is_waiting or match.game.phase is not Phase.PLAY:
        return []
    return [for_match(Verb.PLAN_REPLY, match, say("Plan a reply"))]


def _turn(picks: Sequence[Pick]) -> str:
    """``**D5** and **E7**``, or ``the **button**``."""
    return say("the **button**") if _is_button(picks) else _bold(picks)


def _is_button(picks: Sequence[Pick]) -> bool:
    return not all(isinstance(pick, Cell) for pick in picks)


def _bold(picks: Sequence[Pick]) -> str:
    return listed(f"**{pick}**" for pick in picks)


def _first_button(purpose: Purpose, what_if: WhatIf) -> TapControl:
    """What can be done with a whole turn: acting, or beginning anew where it is only tried."""
    match purpose:
        case Purpose.PLAY:
            return _button(purpose, TapStep.CONFIRM, what_if, say("Confirm"), ButtonStyle.success)
        case Purpose.PLAN:
            return _button(purpose, TapStep.CONFIRM, what_if, say("Plan it"), ButtonStyle.success)
        case Purpose.TRY:
            first = WhatIf(what_if.match, (), what_if.match)
            return _button(purpose, TapStep.ROWS, first, say("Try another"))


def _row_entry(number: int, found: Sequence[Prospect]) -> Entry:
    first, last = found[0].cell, found[-1].cell
    span = say("{first} to {last}", first=first, last=last) if first != last else str(first)
    count = say_counted("{count} cell", "{count} cells", count=len(found))
    entry = f"{count}: {span}"
    if any(one.claims for one in found):
        entry = say("{cells}; claims possible", cells=entry)
    return Entry(str(number), say("Row {number}", number=number), entry)


def _button(
    purpose: Purpose,
    step: TapStep,
    what_if: WhatIf,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
) -> TapControl:
    return TapControl.button(Tap.after(purpose, step, what_if), label, style)


def _you(purpose: Purpose, what_if: WhatIf) -> Color | None:
    """The colour of whoever taps; None where they only try what others could do."""
    mover = what_if.match.game.color_to_move
    if purpose is Purpose.TRY or mover is None:
        return None
    return mover if purpose is Purpose.PLAY else mover.opponent


def _asked(purpose: Purpose, what_if: WhatIf) -> str:
    """What is to be chosen next, after what is chosen already."""
    is_own = what_if.after.game.color_to_move is _you(purpose, what_if)
    if is_own:
        question = say("Where do you place your {stone}?", stone=_stone(what_if))
    else:
        question = say(
            "Where could {player} place the {stone}?", player=_mover(what_if), stone=_stone(what_if)
        )
    before = []
    if purpose is Purpose.PLAN and what_if.turns_made:
        expected = _turn(what_if.picked_turns[0])
        before.append(say("After {turn} by {player}:", player=_mover(what_if), turn=expected))
    if what_if.begun:
        before.append(say("**{cell}** comes first.", cell=listed(what_if.begun)))
    return " ".join([*before, question])


def _stone(what_if: WhatIf) -> str:
    """Which stone of the turn is to be placed."""
    if what_if.begun:
        return say("second stone")
    return say("first stone") if what_if.after.game.stones_due == 2 else say("stone")


def _supposed(purpose: Purpose, what_if: WhatIf) -> str:
    """What the board as it would be supposes."""
    first, *others = what_if.picked_turns
    match purpose, _is_button(first):
        case Purpose.PLAN, _:
            turn, reply = _turn(first), _turn(others[0])
            return say(
                "To {turn} by {player}, reply with {reply}?", turn=turn, player=_mover(what_if), reply=reply
            )
        case Purpose.PLAY, True:
            return say("Take the **button**?")
        case Purpose.PLAY, False:
            return say("Play {cells}?", cells=_bold(first))
        case _, True:
            return say("If {player} took the **button**:", player=_mover(what_if))
        case _:
            return say("If {player} played {cells}:", player=_mover(what_if), cells=_bold(first))


def _mover(what_if: WhatIf) -> str:
    """Who is to act, with their colour."""
    match = what_if.match
    color = match.game.color_to_move
    assert match.to_act is not None  # A turn is due, and it is one of stones.
    assert color is not None
    return f"{name(match.to_act)} ({COLORS[color]})"


def _effects(purpose: Purpose, what_if: WhatIf) -> Iterator[str]:
    """What each stone would do, and the button."""
    you = _you(purpose, what_if)
    for one in what_if.prospects_of_picks():
        yield f"**{one.cell}** {effect(one, is_own=one.color is you)}."
    if _is_button(what_if.picks):
        yield say("The button is worth half a point, and takes the whole turn.")


def _claims(purpose: Purpose, what_if: WhatIf) -> Iterator[str]:
    """What would be claimed, and which stones would turn."""
    you, mover = _you(purpose, what_if), what_if.match.game.color_to_move
    claims = [claim for played in what_if.played for claim in played.claims]
    for color in sorted(Color, key=lambda color: color is not (you or mover)):
        found = [claim for claim in claims if claim.color is color]
        if found and color is you:
            yield say("You would claim {ribbons}.", ribbons=claimed_ribbons(found))
        elif found and color is mover:
            yield say(
                "{player} would claim {ribbons}.", player=_mover(what_if), ribbons=claimed_ribbons(found)
            )
        elif found:
            yield say("{color} would get {ribbons}.", color=COLORS[color], ribbons=claimed_ribbons(found))
    if result := what_if.after.game.result:
        yield say("The game would be over: {winner} would win.", winner=COLORS[result.winner])


def _scores(what_if: WhatIf) -> Iterator[str]:
    """How the scores would change; nothing before the colours are chosen."""
    match = what_if.match
    if not match.person_with(Color.BLACK):
        return
    if all(score_value(match.game, color) == score_value(what_if.after.game, color) for color in Color):
        yield say("The score stays as it is.")
        return
    yield " · ".join(_score_change(what_if, color) for color in Color)


def _score_change(what_if: WhatIf, color: Color) -> str:
    person = what_if.match.person_with(color)
    assert person is not None  # The colours are chosen.
    before, after = score_value(what_if.match.game, color), score_value(what_if.after.game, color)
    change = f"{before} → **{after}**" if before != after else say("**{score}** as before", score=before)
    return with_stone(color, f"{name(person)} {change}")
