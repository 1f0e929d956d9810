"""The form that names komi."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

import discord

from bot.matches import Match, MatchId

_CUSTOM_ID = re.compile(r"catena:komi-form:([0-9]{1,18}):([0-9]{1,4})")
_FIELD = "points"
SECONDS_KEPT = 900


class KomiForm(discord.ui.Modal):
    """Asks for the komi of a match.

    What is submitted is read by `submitted` from the interaction alone: a form opened before a restart works
    after it.
    """

    def __init__(self, match: Match) -> None:
        custom_id = f"catena:komi-form:{match.record.id}:{match.ply}"
        super().__init__(title="Name komi", custom_id=custom_id, timeout=SECONDS_KEPT)
        largest = match.game.options.largest_komi
        field: discord.ui.TextInput[Self] = discord.ui.TextInput(
            custom_id=_FIELD, placeholder="7", max_length=len(str(largest))
        )
        self.add_item(
            discord.ui.Label(
                text=f"Points for White, from 0 to {largest}",
                description="The other player then chooses which colour to play.",
                component=field,
            )
        )


def submitted(data: Mapping[str, Any]) -> tuple[MatchId, str] | None:
    """The match and the text of a submitted komi form; None for the data of any other form."""
    found = _CUSTOM_ID.fullmatch(str(data.get("custom_id")))
    if found is None:
        return None
    text = next(_values(data.get("components", ())), "")
    return MatchId(int(found[1]), int(found[2])), text.strip()


def _values(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What was typed into the form's field, wherever in the layout Discord puts it."""
    for component in components:
        if component.get("custom_id") == _FIELD:
            yield str(component.get("value", ""))
        yield from _values(component.get("components", ()))
        if inner := component.get("component"):
            yield from _values((inner,))
