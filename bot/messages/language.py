"""The language in which somebody is spoken to, by the name that Discord has for it."""

from __future__ import annotations

from contextlib import AbstractContextManager

from bot import catalogues
from rendering import language
from rendering.language import Terms, mark, say, say_counted

__all__ = [
    "Terms",
    "language_name",
    "mark",
    "say",
    "say_counted",
    "speak",
    "speaking",
    "translation",
]


def speak(name: str | None) -> None:
    """Speak a language from now on in this task; English where there is no catalogue of it."""
    language.speak(catalogues.known_language(name))


def speaking(name: str | None) -> AbstractContextManager[None]:
    """Speak a language within a block."""
    return language.speaking(catalogues.known_language(name))


def language_name(name: str) -> str:
    """What a language calls itself: its catalogue's word for "English"."""
    return catalogues.language(name).words.gettext(mark("English"))


def translation(words: str, name: str) -> str | None:
    """Marked words in a language; None where there is no translation of them."""
    found = catalogues.known_language(name).words.gettext(words)
    return None if found == words else found
