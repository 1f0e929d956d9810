"""What `/stats` and `/leaderboard` say."""

from __future__ import annotations

from bot.matches import Filter, Leaderboard, Rated, Statistics, Tally
from bot.messages.controls import Control, Press, Verb
from bot.messages.posts import Post
from bot.messages.words import COLORS, GAME_TYPES, SCORINGS, STONES, counted, name
from bot.storage import Person
from engine import Color, GameType, Scoring

MOST_KOMI = 8
WHAT_COUNTS = "-# A match counts if it was played to its end, or had four stones when it was given up."

# A variant as the number in a button's id; part of messages already sent, so never change the order.
_GAME_TYPES = (GameType.KOMI, GameType.NO_KOMI, GameType.DOUBLE)
_SCORINGS = (Scoring.STANDARD, Scoring.LONGEST, Scoring.SQUARE)


def statistics_post(found: Statistics, asker: Person) -> Post:
    """A player's results, told to whoever asked."""
    is_self = found.person.id == asker.id
    about = _about(found.filter)
    if not found.overall.total:
        who = "You have" if is_self else f"{name(found.person)} has"
        return Post(f"{who} finished no match{about} here yet. Start one with `/challenge`.\n{WHAT_COUNTS}")
    lines = [
        f"### {name(found.person)}{about}",
        _sentence(found.overall),
        *_by_color(found),
        *_by_komi(found),
    ]
    if found.against_asker.total:
        lines.append(f"Against you: {_sentence(found.against_asker)}")
    lines += [f"{_variant(one.game_type, one.scoring)}: rating **{one.rating}**" for one in found.ratings]
    return Post("\n".join([*lines, WHAT_COUNTS]))


def leaderboard_post(found: Leaderboard) -> Post:
    """A page of the best, with the buttons that lead to the others."""
    size = f" · size {found.size}" if found.size else ""
    title = f"### Leaderboard · {_variant(found.game_type, found.scoring)}{size}"
    if not found.entries:
        return Post(
            f"{title}\nNobody has finished such a match here yet. Start one with `/challenge`.\n{WHAT_COUNTS}"
        )
    lines = [_line(rank, one) for rank, one in enumerate(found.entries, start=found.first_rank)]
    footer = f"-# Page {found.page + 1} of {found.pages}"
    controls = []
    if found.pages > 1:
        controls = [
            _to_page(found, found.page - 1, "◀", enabled=found.page > 0),
            _to_page(found, found.page + 1, "▶", enabled=found.page + 1 < found.pages),
        ]
    return Post("\n".join([title, *lines, WHAT_COUNTS, footer]), controls=controls)


def variant_of(press: Press) -> tuple[GameType, Scoring, int | None] | None:
    """The variant that a leaderboard's button names; None for a number that is none."""
    rest, size = divmod(press.subject, 100)
    game, scoring = divmod(rest, 10)
    if game >= len(_GAME_TYPES) or scoring >= len(_SCORINGS):
        return None
    return _GAME_TYPES[game], _SCORINGS[scoring], size or None


def _to_page(found: Leaderboard, page: int, label: str, *, enabled: bool) -> Control:
    game, scoring = _GAME_TYPES.index(found.game_type), _SCORINGS.index(found.scoring)
    subject = (game * 10 + scoring) * 100 + (found.size or 0)
    return Control.make(Press(Verb.LEADERBOARD, subject, max(page, 0)), label, enabled=enabled)


def _line(rank: int, one: Rated) -> str:
    return f"{rank}\\. {name(one.person)} **{one.rating}** · {one.tally.won} won, {one.tally.lost} lost"


def _sentence(tally: Tally) -> str:
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    return f"**{tally.won}** won, **{tally.lost}** lost{drawn} of {counted(tally.total, 'match', 'matches')}."


def _by_color(found: Statistics) -> list[str]:
    tallies = ((color, found.colors[color]) for color in Color)
    return [f"{STONES[color]} {COLORS[color]}: {_short(tally)}" for color, tally in tallies if tally.total]


def _by_komi(found: Statistics) -> list[str]:
    """A line for the komi that were played most."""
    often = sorted(found.komi, key=lambda komi: (-found.komi[komi].total, komi))[:MOST_KOMI]
    return [f"Komi {komi}: {_short(found.komi[komi])}" for komi in sorted(often)]


def _short(tally: Tally) -> str:
    return f"{tally.won} won, {tally.lost} lost"


def _variant(game_type: GameType, scoring: Scoring) -> str:
    return f"{GAME_TYPES[game_type]} · {SCORINGS[scoring]}"


def _about(asked: Filter) -> str:
    """Which matches alone are meant, after a name or a noun."""
    parts = [GAME_TYPES[asked.game_type]] if asked.game_type else []
    parts += [SCORINGS[asked.scoring]] if asked.scoring else []
    parts += [f"size {asked.size}"] if asked.size else []
    return f" ({' · '.join(parts)})" if parts else ""
