"""The language in which people are spoken to: every sentence that they read goes through `say`.

Which one is spoken belongs to the task at hand, as the precision does in `decimal`: whoever answers somebody
sets it with `speak` or `speaking`, and the sentences in between need not know of it. Where the words of a
language come from is not known here.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Language:
    """A language, by its name, and what all that is said is called in it."""

    name: str
    words: gettext.NullTranslations


ENGLISH = Language("en", gettext.NullTranslations())
"""It needs no translations: the sentences of the code are English."""

_spoken: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


def say(sentence: str, /, **parts: object) -> str:
    """A sentence in the language spoken, with ``{named}`` parts filled in."""
    return _spoken.get().words.gettext(sentence).format(**parts)


def say_counted(one: str, many: str, /, count: int, **parts: object) -> str:
    """The sentence for this ``{count}``, by the rules that the language spoken has for numbers."""
    return _spoken.get().words.ngettext(one, many, count).format(count=count, **parts)


def mark(words: str) -> str:
    """The words as they are, noted for the catalogues: `say` translates them where they are shown."""
    return words


def mark_counted(one: str, many: str) -> tuple[str, str]:
    """The same for the two forms of a sentence that `say_counted` takes."""
    return one, many


class Terms(Mapping[K, str]):
    """Marked words by what they stand for; looked up, they come in the language spoken."""

    def __init__(self, words: Mapping[K, str]) -> None:
        self._words = words

    def __getitem__(self, key: K) -> str:
        return say(self._words[key])

    def __iter__(self) -> Iterator[K]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def spoken() -> Language:
    """The language spoken in this task."""
    return _spoken.get()


def speak(language: Language) -> None:
    """Speak a language from now on in this task."""
    _spoken.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language within a block."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)
