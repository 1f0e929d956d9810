"""What can be chosen: what is offered for it, in which words, and where it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import discord

from bot.matches.refusals import NotOffered
from bot.messages.language import say
from bot.messages.selections import OFF, ON, Preference, Selection, SelectionControl, Setting

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Menu(Generic[T]):
    """A choice among a few values, which a `T` keeps. ``asked`` is a marked sentence."""

    asked: str
    values: Sequence[Any]
    words: Callable[[Any], str]
    get: Callable[[T], Any]
    put: Callable[[T, Any], T]

    def chosen(self, kept: T, written: str) -> T:
        """What is kept once an entry is chosen. Raises NotOffered."""
        for value in self.values:
            if str(value) == written:
                return self.put(kept, value)
        raise NotOffered

    def question(self) -> str:
        """What is chosen, for the line above the menu."""
        return say(self.asked)

    def control(self, subject: Setting | Preference, kept: T) -> SelectionControl:
        """The menu; what is kept now is selected in it."""
        now = self.get(kept)
        options = [
            discord.SelectOption(value=str(value), label=self.words(value), default=value == now)
            for value in self.values
        ]
        return SelectionControl.menu(Selection(subject), options)


@dataclass(frozen=True, slots=True)
class Switch(Generic[T]):
    """A choice between yes and no, which a `T` keeps, in marked words for how it is and what changes it."""

    is_on: str
    is_off: str
    turn_on: str
    turn_off: str
    get: Callable[[T], bool]
    put: Callable[[T, bool], T]

    def chosen(self, kept: T, written: str) -> T:
        """What is kept once the switch is pressed. Raises NotOffered."""
        if written not in (ON, OFF):
            raise NotOffered
        return self.put(kept, written == ON)

    def state(self, kept: T) -> str:
        """What is so now, as a sentence."""
        return say(self.is_on if self.get(kept) else self.is_off)

    def control(self, subject: Setting | Preference, kept: T) -> SelectionControl:
        """The button that makes it the other way; pressed twice at once, it is no other than pressed once."""
        if self.get(kept):
            return SelectionControl.button(Selection(subject, OFF), say(self.turn_off))
        return SelectionControl.button(Selection(subject, ON), say(self.turn_on))
