"""The small parts that sentences are made of: names, numbers, lists and the words of the options."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from bot.storage import ChallengeRecord, Person
from engine import Color, GameOptions, GameType, Scoring
from rendering import ThemeName

LONGEST_NAME = 32
GAME_TYPES = {GameType.KOMI: "Komi", GameType.NO_KOMI: "No komi", GameType.DOUBLE: "Double placement"}
SCORINGS = {Scoring.STANDARD: "Standard", Scoring.LONGEST: "Longest ribbon", Scoring.SQUARE: "Square"}
COLORS = {Color.BLACK: "Black", Color.WHITE: "White"}
THEMES = {
    ThemeName.WOOD: "Light wood",
    ThemeName.DARK: "Dark",
    ThemeName.CONTRAST: "High contrast",
    ThemeName.SHAPES: "Shapes (no colours)",
}
STONES = {Color.BLACK: "⚫", Color.WHITE: "⚪"}

_MARKUP = re.compile(r"([\\`*_~|<>\[\]()#@:])")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def plain_name(person: Person) -> str:
    """A person's name on one line, of a sane length, without characters that rearrange the text around it.

    For places that show no markdown: labels, autocomplete, alt text.
    """
    visible = "".join(sign for sign in person.name if unicodedata.category(sign) not in _INVISIBLE)
    return " ".join(visible.split())[:LONGEST_NAME].rstrip() or "somebody"


def name(person: Person) -> str:
    """A person's name in bold, with nothing in it that Discord would take for markup or a mention."""
    escaped = _MARKUP.sub(r"\\\1", plain_name(person))
    return f"**{escaped}**"


def mention(person: Person) -> str:
    """The markup that calls a person, if the message's allowed mentions let it."""
    return f"<@{person.id}>"


def listed(parts: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def cells(found: Iterable[object]) -> str:
    return listed([str(cell) for cell in found])


def counted(count: int, one: str, many: str | None = None) -> str:
    """``1 stone``, ``2 stones``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def points(value: float) -> str:
    """``12`` or ``12½``."""
    whole, has_half = int(value), value % 1
    if not has_half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def terms(options: GameOptions) -> str:
    """``size 6 · Komi · Standard``."""
    return f"size {options.size} · {GAME_TYPES[options.game_type]} · {SCORINGS[options.scoring]}"


def in_words(options: GameOptions) -> str:
    """``Komi, Standard scoring, 6 cells per side``."""
    game_type, scoring = GAME_TYPES[options.game_type], SCORINGS[options.scoring]
    return f"{game_type}, {scoring} scoring, {options.size} cells per side"


def versus(challenge: ChallengeRecord) -> str:
    """Who challenges whom, for a line in a list."""
    opponent = name(challenge.opponent) if challenge.opponent else "anybody"
    return f"{name(challenge.challenger)} challenges {opponent}"
