"""What a stone does, in a few words: for lists to choose from, and for the board as it would be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.matches import Prospect
from bot.messages.language import say, say_counted
from engine import Claim, Color
from rendering.words import COLORS, listed

_NARROWED_TOLD = 2


def effect(prospect: Prospect, *, is_own: bool = True) -> str:
    """What a placement would do: ``closes a ribbon of 4, yours``, ``joins two ribbons into 9``.

    ``is_own`` tells whether it is said to the player whose stone it is. What it claims comes first.
    """
    own_ribbon = [claim for claim in prospect.claims if prospect.cell in claim.cells]
    others = [claim for claim in prospect.claims if prospect.cell not in claim.cells]
    you = prospect.color if is_own else None
    parts = list(_bounded(others, you, prospect))
    parts.insert(0 if own_ribbon else len(parts), _own_ribbon(prospect, own_ribbon, you))
    if prospect.narrowed:
        narrowed = listed(prospect.narrowed[:_NARROWED_TOLD])
        parts.append(say("leaves {cells} one cell to grow", cells=narrowed))
    if prospect.ends_game:
        parts.append(say("ends the game"))
    return "; ".join(parts)


def button_effect() -> str:
    """The same for the button."""
    return say("take the button")


def claimed_ribbons(claims: Iterable[Claim]) -> str:
    """``a ribbon of 6, turning 2 stones black``; the claims are all of one colour."""
    claims = list(claims)
    ribbons = _lengths(claims)
    if flipped := sum(len(claim.flipped) for claim in claims):
        ribbons = _turning(ribbons, flipped, claims[0].color)
    if any(claim.is_tied for claim in claims):
        return say("{ribbons} (a tie goes to the opponent)", ribbons=ribbons)
    return ribbons


def _turning(ribbons: str, flipped: int, color: Color) -> str:
    if color is Color.BLACK:
        return say_counted(
            "{ribbons}, turning {count} stone black",
            "{ribbons}, turning {count} stones black",
            flipped,
            ribbons=ribbons,
        )
    return say_counted(
        "{ribbons}, turning {count} stone white",
        "{ribbons}, turning {count} stones white",
        flipped,
        ribbons=ribbons,
    )


def _own_ribbon(prospect: Prospect, claims: list[Claim], you: Color | None) -> str:
    """What becomes of the new stone's own ribbon."""
    length = prospect.length
    if len(prospect.joined) > 1:
        if not claims:
            return say("joins two ribbons into {length}", length=length)
        return _whose(
            say("joins two ribbons into {length} and closes it", length=length), claims[0].color, you
        )
    if claims:
        return _whose(say("closes a ribbon of {length}", length=length), claims[0].color, you)
    if not prospect.joined:
        return say("starts a new ribbon")
    if prospect.joined == (1,):
        return say("extends a single stone to 2")
    return say("extends a ribbon of {before} to {length}", before=length - 1, length=length)


def _bounded(claims: list[Claim], you: Color | None, prospect: Prospect) -> Iterator[str]:
    """What it does to ribbons that it does not touch, those for the player whose stone it is first."""
    for color in (prospect.color, prospect.color.opponent):
        match [claim for claim in claims if claim.color is color]:
            case []:
                continue
            case several if prospect.ends_game:
                # At the end of Double placement ribbons are claimed that could still grow.
                yield _whose(say("settles {ribbons}", ribbons=_lengths(several)), color, you)
            case [Claim(cells=(alone,))]:
                yield _whose(say("blocks {cell}'s last cell", cell=alone), color, you)
            case several:
                yield _whose(say("bounds {ribbons}", ribbons=_lengths(several)), color, you)


def _whose(deed: str, color: Color, you: Color | None) -> str:
    """What a stone does, and whose the ribbon is by that."""
    if color is you:
        return say("{deed}, yours", deed=deed)
    return say("{deed}: {color}'s", deed=deed, color=COLORS[color])


def _lengths(claims: Iterable[Claim]) -> str:
    """``a ribbon of 6``, ``ribbons of 6 and 4``."""
    lengths = sorted((len(claim.cells) for claim in claims), reverse=True)
    shown = listed([str(length) for length in lengths])
    if len(lengths) == 1:
        return say("a ribbon of {length}", length=shown)
    return say("ribbons of {lengths}", lengths=shown)
