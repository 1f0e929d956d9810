"""The forms.

What is submitted is read from the interaction alone: a form opened before a restart works after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

import discord

from bot.matches import WRITTEN_MATCH_ID, Match, MatchId, Replay
from bot.messages import say
from bot.storage import PlayerPreferences

SECONDS_KEPT = 900
LONGEST_TIME_ZONE = 64
NO_MATCH = MatchId(0, 0)
_FIELD = "value"


class FormKind(StrEnum):
    """What a form is for. The values are part of forms already open: never change or reuse one."""

    KOMI = "komi-form"
    JUMP = "jump-form"
    TIME_ZONE = "zone-form"


_CUSTOM_ID = re.compile(rf"catena:({'|'.join(FormKind)}):({WRITTEN_MATCH_ID})")


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted form: what it is for, which match it is about if any, and what was typed."""

    kind: FormKind
    match_id: MatchId
    text: str

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self | None:
        """What an interaction's data says; None for the data of no form of ours."""
        found = _CUSTOM_ID.fullmatch(str(data.get("custom_id")))
        if found is None:
            return None
        text = next(_values(data.get("components", ())), "")
        return cls(FormKind(found[1]), MatchId.parse(found[2]), text.strip())


def komi_form(match: Match) -> discord.ui.Modal:
    """Asks the first player for the komi."""
    largest = match.game.options.largest_komi
    return _form(
        FormKind.KOMI,
        MatchId.of(match),
        title=say("Name komi"),
        label=say("Points for White, from 0 to {largest}", largest=largest),
        description=say("The other player then chooses which colour to play."),
        example="7",
        longest=len(str(largest)),
    )


def jump_form(replay: Replay) -> discord.ui.Modal:
    """Asks which move of a match to show."""
    return _form(
        FormKind.JUMP,
        MatchId.of(replay.shown),
        title=say("Go to a step"),
        label=say("The number of the step, from 0 to {last}", last=replay.last_ply),
        description=say("0 is the start."),
        example=str(replay.last_ply),
        longest=len(str(replay.last_ply)),
    )


def time_zone_form(preferences: PlayerPreferences) -> discord.ui.Modal:
    """Asks a player where they live, by the name of its time zone."""
    return _form(
        FormKind.TIME_ZONE,
        NO_MATCH,
        title=say("Time zone"),
        label=say("Your time zone, or a city that has it"),
        description=say("Such as Europe/Berlin, America/New_York, or just Tokyo."),
        example=preferences.hours.time_zone if preferences.hours else "Europe/Berlin",
        longest=LONGEST_TIME_ZONE,
    )


def _form(
    kind: FormKind, about: MatchId, *, title: str, label: str, description: str, example: str, longest: int
) -> discord.ui.Modal:
    custom_id = f"catena:{kind}:{about.written}"
    form = discord.ui.Modal(title=title, custom_id=custom_id, timeout=SECONDS_KEPT)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_FIELD, placeholder=example, max_length=longest
    )
    return form.add_item(discord.ui.Label(text=label, description=description, component=field))


def _values(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What was typed into the form's field, wherever in the layout Discord puts it."""
    for component in components:
        if component.get("custom_id") == _FIELD:
            yield str(component.get("value", ""))
        yield from _values(component.get("components", ()))
        if inner := component.get("component"):
            yield from _values((inner,))
