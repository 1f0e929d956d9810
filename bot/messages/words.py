"""The small parts that sentences are made of: names, numbers, lists and the words of the options."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from bot.matches import Match
from bot.messages.language import Terms, mark, say, say_counted
from bot.storage import ChallengeRecord, FirstPlayer, Pace, Person, Place
from engine import Color, GameOptions, GameType, Scoring
from rendering import ThemeName

LONGEST_NAME = 32
MOST_MARKS = 3
"""Combining marks on one letter. No name that is read needs more; a tower of them covers other lines."""
LONGEST_LIST = 3500
"""Characters of a list in a message; what is said around it takes the rest of the 4,000."""
GAME_TYPES = Terms(
    {
        GameType.KOMI: mark("Komi"),
        GameType.NO_KOMI: mark("No komi"),
        GameType.DOUBLE: mark("Double placement"),
    }
)
SCORINGS = Terms(
    {
        Scoring.STANDARD: mark("Standard"),
        Scoring.LONGEST: mark("Longest ribbon"),
        Scoring.SQUARE: mark("Square"),
    }
)
PACES = Terms(
    {
        Pace.NO_LIMIT: mark("No limit"),
        Pace.ONE_DAY: mark("1 day a turn"),
        Pace.THREE_DAYS: mark("3 days a turn"),
        Pace.WEEK: mark("7 days a turn"),
    }
)
FIRSTS = Terms(
    {
        FirstPlayer.RANDOM: mark("Random"),
        FirstPlayer.CHALLENGER: mark("Me"),
        FirstPlayer.OPPONENT: mark("Opponent"),
    }
)
"""Who is first, as the challenger says it."""
SERIES = Terms({3: mark("best of 3"), 5: mark("best of 5"), 7: mark("best of 7")})
THEMES = Terms(
    {
        ThemeName.WOOD: mark("Light wood"),
        ThemeName.DARK: mark("Dark"),
        ThemeName.CONTRAST: mark("High contrast"),
        ThemeName.SHAPES: mark("Shapes (no colours)"),
    }
)
_STONES = {Color.BLACK: "⚫", Color.WHITE: "⚪"}

_MARKUP = re.compile(r"([\\`*_~|<>\[\]()#@:])")
# A sign that isn't known may be anything, even one that rearranges what is around it.
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Signs that count as letters or symbols and show nothing."""


def plain_name(person: Person) -> str:
    """A person's name on one line, of a sane length, without characters that rearrange the text around it.

    For places that show no markdown: labels, autocomplete, alt text.
    """
    if person.is_deleted:
        return say("deleted player")
    visible = "".join(sign for sign in person.name if _is_visible(sign))
    return " ".join(_unstacked(visible).split())[:LONGEST_NAME].rstrip() or say("somebody")


def _unstacked(text: str) -> str:
    """Text with at most `MOST_MARKS` on a letter, and none on what is no letter of it."""
    kept = []
    marks = MOST_MARKS
    for sign in text:
        is_mark = unicodedata.category(sign) in ("Mn", "Me")
        if not is_mark:
            marks = MOST_MARKS if sign.isspace() else 0
        elif marks < MOST_MARKS:
            marks += 1
        else:
            continue
        kept.append(sign)
    return "".join(kept)


def _is_visible(sign: str) -> bool:
    return unicodedata.category(sign) not in _INVISIBLE and sign not in _BLANK


def with_stone(color: Color, text: str) -> str:
    """A text behind the stone of a colour, which stays on its line."""
    return f"{_STONES[color]}\u00a0{text}"


def name(person: Person) -> str:
    """A person's name in bold, with nothing in it that Discord would take for markup or a mention."""
    return f"**{escaped(plain_name(person))}**"


def escaped(text: str) -> str:
    """Text with nothing in it that Discord would take for markup or a mention."""
    return _MARKUP.sub(r"\\\1", text)


def mention(person: Person) -> str:
    """The markup that calls a person, if the message's allowed mentions let it."""
    return f"<@{person.id}>"


def code(written: str) -> str:
    """What somebody wrote, as a code span: its start, on one line."""
    return f"`{typed(written, 40)}`"


def typed(written: str, longest: int) -> str:
    """What somebody wrote, fit for a code span: its start, on one line."""
    shown = "".join(sign for sign in written[:longest] if sign.isprintable() and sign != "`")
    return _unstacked(shown) or " "


def fitting(lines: Sequence[str], room: int, more: int = 0) -> str:
    """As many whole lines as fit into ``room`` characters, and how many more there are.

    ``more`` have no line here.
    """
    shown = list(lines)
    while len(text := "\n".join([*shown, *_rest(len(lines) - len(shown) + more)])) > room:
        shown.pop()
    return text


def _rest(count: int) -> list[str]:
    return [say_counted("-# And {count} more.", "-# And {count} more.", count)] if count else []


def shortened(text: str, longest: int) -> str:
    """The text if it fits, else its start and ``…``."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def terms(options: GameOptions, pace: Pace = Pace.NO_LIMIT, games: int = 1) -> str:
    """``size 6 · Komi · Standard · 3 days a turn · best of 3``, the last parts only where they apply."""
    limit = "" if pace is Pace.NO_LIMIT else f" · {PACES[pace]}"
    series = f" · {SERIES[games]}" if games > 1 else ""
    size = say("size {size}", size=options.size)
    return f"{size} · {GAME_TYPES[options.game_type]} · {SCORINGS[options.scoring]}{limit}{series}"


def in_words(options: GameOptions, pace: Pace = Pace.NO_LIMIT, games: int = 1) -> str:
    """``Komi game, Standard scoring, 6 cells per side, 3 days a turn, best of 3``."""
    game_type, scoring = GAME_TYPES[options.game_type], SCORINGS[options.scoring]
    limit = "" if pace is Pace.NO_LIMIT else f", {PACES[pace]}"
    series = f", {SERIES[games]}" if games > 1 else ""
    game = say(
        "{game_type} game, {scoring} scoring, {size} cells per side",
        game_type=game_type,
        scoring=scoring,
        size=options.size,
    )
    return f"{game}{limit}{series}"


def message_link(place: Place, message_id: int | None) -> str | None:
    """The address of a message, for people to jump to."""
    if message_id is None:
        return None
    return f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}/{message_id}"


def board_link(match: Match) -> str | None:
    """The address of the latest message about a match."""
    message = match.record.message
    return message_link(match.place, message.id if message else None)


def place_link(match: Match) -> str:
    """The channel or thread of a match, to jump to."""
    return f"<#{match.place.channel_id}>"


def match_link(match: Match) -> str:
    """The latest message about a match, or else where it is played."""
    return board_link(match) or place_link(match)


def versus(challenge: ChallengeRecord) -> str:
    """Who challenges whom, for a line in a list."""
    opponent = name(challenge.opponent) if challenge.opponent else say("anybody")
    return say("{challenger} challenges {opponent}", challenger=name(challenge.challenger), opponent=opponent)
