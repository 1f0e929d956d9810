"""What a stone does, in a few words: for lists to choose from, and for the board as it would be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.matches import Prospect
from bot.messages.words import COLORS, cells, counted, listed
from engine import Claim, Color

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
        parts.append(f"leaves {cells(prospect.narrowed[:_NARROWED_TOLD])} one cell to grow")
    if prospect.ends_game:
        parts.append("ends the game")
    return "; ".join(parts)


def claimed_ribbons(claims: Iterable[Claim]) -> str:
    """``a ribbon of 6, turning 2 stones black``; the claims are all of one colour."""
    claims = list(claims)
    flipped = sum(len(claim.flipped) for claim in claims)
    turned = f", turning {counted(flipped, 'stone')} {claims[0].color}" if flipped else ""
    tied = " (a tie goes to the opponent)" if any(claim.is_tied for claim in claims) else ""
    return f"{_lengths(claims)}{turned}{tied}"


def _own_ribbon(prospect: Prospect, claims: list[Claim], you: Color | None) -> str:
    """What becomes of the new stone's own ribbon."""
    if len(prospect.joined) > 1:
        joins = f"joins two ribbons into {prospect.length}"
        return f"{joins} and closes it{_whose(claims[0].color, you)}" if claims else joins
    if claims:
        return f"closes a ribbon of {prospect.length}{_whose(claims[0].color, you)}"
    if not prospect.joined:
        return "starts a new ribbon"
    (length,) = prospect.joined
    return f"extends {'a single stone' if length == 1 else f'a ribbon of {length}'} to {length + 1}"


def _bounded(claims: list[Claim], you: Color | None, prospect: Prospect) -> Iterator[str]:
    """What it does to ribbons that it does not touch, those for the player whose stone it is first."""
    for color in (prospect.color, prospect.color.opponent):
        match [claim for claim in claims if claim.color is color]:
            case []:
                continue
            case several if prospect.ends_game:
                # At the end of Double placement ribbons are claimed that could still grow.
                yield f"settles {_lengths(several)}{_whose(color, you)}"
            case [Claim(cells=(alone,))]:
                yield f"blocks {alone}'s last cell{_whose(color, you)}"
            case several:
                yield f"bounds {_lengths(several)}{_whose(color, you)}"


def _whose(color: Color, you: Color | None) -> str:
    return ", yours" if color is you else f": {COLORS[color]}'s"


def _lengths(claims: Iterable[Claim]) -> str:
    """``a ribbon of 6``, ``ribbons of 6 and 4``."""
    lengths = sorted((len(claim.cells) for claim in claims), reverse=True)
    noun = "a ribbon" if len(lengths) == 1 else "ribbons"
    return f"{noun} of {listed([str(length) for length in lengths])}"
