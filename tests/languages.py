"""Languages that nobody speaks: all that the template of translations has, changed in some way."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.catalogues import CATALOGUES, DOMAIN
from rendering.language import Language

TEMPLATE = CATALOGUES / f"{DOMAIN}.pot"
PART = re.compile(r"({\w+})")


def bracketed(words: str) -> str:
    """Everything in brackets, which are no letters that can be drawn."""
    return f"⟦{words}⟧"


def lengthened(words: str) -> str:
    """Every word half as long again, in letters that can be drawn without their accents: ``toé movéé``."""
    return "".join(part if PART.fullmatch(part) else _lengthened(part) for part in PART.split(words))


def _lengthened(words: str) -> str:
    return re.sub(r"[A-Za-z]{2,}", lambda found: found[0] + "é" * (len(found[0]) // 2), words)


@cache
def catalogue_file(change: Callable[[str], str]) -> bytes:
    """A compiled catalogue with a change made to all words."""
    made = Catalog(locale="de")
    for message in read_po(BytesIO(TEMPLATE.read_bytes())):
        if isinstance(message.id, tuple):
            made.add(message.id, tuple(map(change, message.id)))
        elif message.id:
            made.add(message.id, change(message.id))
    written = BytesIO()
    write_mo(written, made)
    return written.getvalue()


def language_of(change: Callable[[str], str]) -> Language:
    """The language that this change makes of English."""
    return Language(change.__name__, gettext.GNUTranslations(BytesIO(catalogue_file(change))))


def install(folder: Path, **changes: Callable[[str], str]) -> None:
    """Put catalogues for languages, by their names, where they are looked for in this folder."""
    for name, change in changes.items():
        file = folder / name / "LC_MESSAGES" / f"{DOMAIN}.mo"
        file.parent.mkdir(parents=True)
        file.write_bytes(catalogue_file(change))
