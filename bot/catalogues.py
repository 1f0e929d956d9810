"""The languages that can be spoken: each is a gettext catalogue, ``<language>/LC_MESSAGES/catena.mo``.

English needs none. The process that draws speaks them too, so nothing else of the bot is needed here.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from rendering.language import ENGLISH, Language

DOMAIN = "catena"
CATALOGUES = Path(__file__).parent / "messages" / "locale"


@cache
def languages() -> tuple[str, ...]:
    """Discord's names of the languages that can be spoken, English first."""
    found = CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ENGLISH.name, *sorted(path.parts[-3] for path in found)


def known_language(name: str | None) -> Language:
    """The language itself, else its relative without a region (``pt`` for ``pt-BR``), else English."""
    wanted = name or ENGLISH.name
    return language(
        next((one for one in (wanted, wanted.partition("-")[0]) if one in languages()), ENGLISH.name)
    )


@cache
def language(name: str) -> Language:
    """One of `languages`."""
    if name == ENGLISH.name:
        return ENGLISH
    return Language(name, gettext.translation(DOMAIN, CATALOGUES, [name], fallback=True))
