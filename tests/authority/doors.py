"""Every way to ask the bot for something, under the names that `docs/authority.md` has for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import discord
from discord import app_commands

from bot.client import CatenaBot
from bot.components.forms import NO_MATCH, FormKind
from bot.matches import MatchId, Pick
from bot.matches.refusals import NotOffered
from bot.messages import (
    Preference,
    Press,
    Purpose,
    Selection,
    Setting,
    Tap,
    TapStep,
    Verb,
    preference_choice,
    setting_choice,
)
from bot.messages.choices import Menu, Switch
from bot.storage import ChannelSettings, PlayerPreferences
from engine import Cell

OF_CHALLENGES = frozenset({Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW})
OF_PROPOSALS = frozenset({Verb.AGREE, Verb.DISAGREE})
OF_RECORDS = frozenset({Verb.LOADED_START, Verb.LOADED_BACK, Verb.LOADED_ON, Verb.LOADED_END})
OF_DATA = frozenset({Verb.EXPORT_DATA, Verb.DELETE_DATA, Verb.DELETE_SURELY, Verb.KEEP_DATA})
OF_NOTHING = frozenset({Verb.BOARDS, Verb.BOARDS_PAGE, Verb.RULES_PAGE, Verb.LEADERBOARD}) | OF_DATA
"""Buttons about their person alone, or about a page. All others are about matches."""

D5, E7 = Cell(4, 5), Cell(5, 7)
PICKED: dict[TapStep, tuple[Pick, ...]] = {TapStep.BACK: (D5,), TapStep.CONFIRM: (D5,)}
"""What is picked already at a step of playing by taps; nothing at the others."""
CHOSEN = {f"tap:{purpose}:{TapStep.ROW}": "5" for purpose in Purpose}
CHOSEN |= {f"tap:{purpose}:{TapStep.CELL}": str(D5) for purpose in Purpose}
"""What is chosen in the menus of playing by taps. The other steps are buttons."""
TYPED = {FormKind.KOMI: "7", FormKind.JUMP: "0", FormKind.TIME_ZONE: "Europe/Berlin"}
"""What is typed into the forms."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """What the buttons, menus and forms are about; ``match`` is one in a position."""

    match: MatchId
    challenge: int = 1
    proposal: int = 1
    record: int = 0

    def press(self, verb: Verb) -> Press:
        if verb in OF_CHALLENGES:
            return Press(verb, self.challenge)
        if verb in OF_PROPOSALS:
            return Press(verb, self.proposal)
        if verb in OF_RECORDS:
            return Press(verb, self.record)
        if verb in OF_NOTHING:
            return Press(verb, 0)
        value = 7 if verb is Verb.BALANCED_KOMI else None
        return Press(verb, self.match.id, self.match.ply, self.match.takebacks, value)

    def tap(self, purpose: Purpose, step: TapStep) -> Tap:
        is_plan = purpose is Purpose.PLAN and step is TapStep.CONFIRM
        return Tap(purpose, step, self.match, (*PICKED.get(step, ()), *([E7] if is_plan else [])))

    def _form_about(self, kind: FormKind) -> MatchId:
        return NO_MATCH if kind is FormKind.TIME_ZONE else self.match

    @cache  # noqa: B019 - there are few of them
    def custom_ids(self) -> dict[str, str]:
        """Every custom id that the bot answers to, by the name of what has it."""
        taps = [self.tap(purpose, step) for purpose, step in product(Purpose, TapStep)]
        return {
            **{str(verb): self.press(verb).custom_id for verb in Verb},
            **{f"tap:{tap.purpose}:{tap.step}": tap.custom_id for tap in taps if Tap.parse(tap.custom_id)},
            **{str(kind): f"catena:{kind}:{self._form_about(kind).written}" for kind in FormKind},
            **{f"set:{one}": _selection_id(one) for one in Setting},
            **{f"prefer:{one}": _selection_id(one) for one in Preference},
        }


def chosen_in(name: str) -> str | None:
    """What is chosen in a menu; None for what is no menu."""
    kind, _, value = name.partition(":")
    if kind not in ("set", "prefer"):
        return CHOSEN.get(name)
    choice = _choice(Setting(value) if kind == "set" else Preference(value))
    return str(choice.values[-1]) if isinstance(choice, Menu) else None


def _selection_id(subject: Setting | Preference) -> str:
    """The custom id of a menu, or of the button that makes something other than it is at first."""
    at_first = ChannelSettings() if isinstance(subject, Setting) else PlayerPreferences()
    choice = _choice(subject)
    return choice.control(subject, at_first).selection.custom_id if choice else Selection(subject).custom_id


def _choice(subject: Setting | Preference) -> Menu[Any] | Switch[Any] | None:
    """What is offered; None for time zones, which are typed, and for languages while there is one."""
    try:
        return setting_choice(subject) if isinstance(subject, Setting) else preference_choice(subject)
    except NotOffered:
        return None


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it is typed; ``focused`` is the option that is to suggest something, if that is asked."""

    path: str
    options: dict[str, str]
    focused: str | None

    @classmethod
    def read(cls, asked: str) -> Typed:
        """``/command option:value``, or ``/command option…`` for what the option suggests."""
        words = asked.removeprefix("/").split()
        options = dict(word.split(":", 1) for word in words if ":" in word)
        focused = next((word.removesuffix("…") for word in words if word.endswith("…")), None)
        return cls(" ".join(word for word in words if ":" not in word and "…" not in word), options, focused)

    @property
    def name(self) -> str:
        return f"/{self.path} {self.focused}…" if self.focused else f"/{self.path}"


def commands(bot: CatenaBot) -> Iterator[str]:
    """Every command that the bot has, and every option of one that suggests something."""
    for kind in discord.AppCommandType:
        for command in bot.tree.walk_commands(type=kind):
            if not isinstance(command, app_commands.Group):
                yield f"/{command.qualified_name}"
            if isinstance(command, app_commands.Command):
                suggesting = (one.display_name for one in command.parameters if one.autocomplete)
                yield from (f"/{command.qualified_name} {option}…" for option in suggesting)
