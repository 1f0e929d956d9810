"""Words in pictures: said in letters that the font has."""

from __future__ import annotations

import gettext
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from rendering.language import ENGLISH, Language, speaking, spoken
from rendering.text import has_glyphs


@contextmanager
def lettered() -> Iterator[None]:
    """Within the block all is said so that it can be drawn: without accents, else in English."""
    with speaking(_lettered(spoken())):
        yield


def folded(text: str) -> str:
    """The text without accents: ``é`` as ``e``."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


@lru_cache(maxsize=64)
def _lettered(language: Language) -> Language:
    return language if language == ENGLISH else Language(language.name, _Lettered(language.words))


class _Lettered(gettext.NullTranslations):
    """The words of a language as far as they can be drawn."""

    def __init__(self, words: gettext.NullTranslations) -> None:
        super().__init__()
        self._words = words

    def gettext(self, message: str) -> str:
        return _in_letters(self._words.gettext(message)) or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _in_letters(self._words.ngettext(msgid1, msgid2, n)) or super().ngettext(msgid1, msgid2, n)


@lru_cache(maxsize=256)
def _in_letters(words: str) -> str | None:
    plain = folded(words)
    return plain if has_glyphs(plain) else None
