"""The language in which people are spoken to: every sentence that they read goes through `say`.

A language is a gettext catalogue, ``locale/<language>/LC_MESSAGES/catena.mo``; English needs none. Which one
is spoken belongs to the task at hand, as the precision does in `decimal`: whoever answers somebody sets it
with `speak` or `speaking`, and the sentences in between need not know of it.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TypeVar

DOMAIN = "catena"
CATALOGUES = Path(__file__).parent / "locale"
ENGLISH = "en"

K = TypeVar("K")

_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def say(sentence: str, /, **parts: object) -> str:
    """A sentence in the language spoken, with ``{named}`` parts filled in."""
    return catalogue(_spoken.get()).gettext(sentence).format(**parts)


def say_counted(one: str, many: str, /, count: int, **parts: object) -> str:
    """The sentence for this ``{count}``, by the rules that the language spoken has for numbers."""
    return catalogue(_spoken.get()).ngettext(one, many, count).format(count=count, **parts)


def mark(words: str) -> str:
    """The words as they are, noted for the catalogues: `say` translates them where they are shown."""
    return words


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


def speak(language: str | None) -> None:
    """Speak a language from now on in this task; English where there is no catalogue of it."""
    _spoken.set(known_language(language))


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Speak a language within a block."""
    before = _spoken.set(known_language(language))
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def languages() -> tuple[str, ...]:
    """Discord's names of the languages that can be spoken, English first."""
    found = CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ENGLISH, *sorted(path.parts[-3] for path in found)


def language_name(language: str) -> str:
    """What a language calls itself: its catalogue's word for "English"."""
    return catalogue(language).gettext(mark("English"))


def known_language(language: str | None) -> str:
    """The language itself, else its relative without a region (``pt`` for ``pt-BR``), else English."""
    wanted = language or ENGLISH
    return next((one for one in (wanted, wanted.partition("-")[0]) if one in languages()), ENGLISH)


def translation(words: str, language: str) -> str | None:
    """Marked words in a language; None where there is no translation of them."""
    if known_language(language) == ENGLISH:
        return None
    found = catalogue(known_language(language)).gettext(words)
    return None if found == words else found


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)
