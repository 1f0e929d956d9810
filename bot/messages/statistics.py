"""What `/stats` and `/leaderboard` say."""

from __future__ import annotations

from bot.matches import Filter, Leaderboard, Rated, Statistics, Tally
from bot.messages.controls import Control, Press, Verb
from bot.messages.language import mark, say, say_counted
from bot.messages.posts import Post
from bot.messages.words import COLORS, GAME_TYPES, SCORINGS, STONES, name
from bot.storage import Person
from engine import Color, GameType, Scoring

MOST_KOMI = 8
WHAT_COUNTS = mark("-# A match counts if it was played to its end, or had four stones when it was given up.")

# A variant as the number in a button's id; part of messages already sent, so never change the order.
_GAME_TYPES = (GameType.KOMI, GameType.NO_KOMI, GameType.DOUBLE)
_SCORINGS = (Scoring.STANDARD, Scoring.LONGEST, Scoring.SQUARE)


def statistics_post(found: Statistics, asker: Person) -> Post:
    """A player's results, told to whoever asked."""
    is_self = found.person.id == asker.id
    about = _about(found.filter)
    if not found.overall.total:
        return Post(f"{_nothing_yet(found, is_self=is_self)}\n{say(WHAT_COUNTS)}")
    lines = [
        f"### {name(found.person)}{about}",
        _sentence(found.overall),
        *_by_color(found),
        *_by_komi(found),
    ]
    if found.against_asker.total:
        lines.append(say("Against you: {results}", results=_sentence(found.against_asker)))
    lines += [
        say("{variant}: rating **{rating}**", variant=_variant(one.game_type, one.scoring), rating=one.rating)
        for one in found.ratings
    ]
    return Post("\n".join([*lines, say(WHAT_COUNTS)]))


def _nothing_yet(found: Statistics, *, is_self: bool) -> str:
    about = _about(found.filter)
    if is_self:
        return say("You have finished no match{about} here yet. Start one with `/challenge`.", about=about)
    return say(
        "{player} has finished no match{about} here yet. Start one with `/challenge`.",
        player=name(found.person),
        about=about,
    )


def leaderboard_post(found: Leaderboard) -> Post:
    """A page of the best, with the buttons that lead to the others."""
    variant = _variant(found.game_type, found.scoring)
    if found.size:
        variant = say("{variant} · size {size}", variant=variant, size=found.size)
    title = say("### Leaderboard · {variant}", variant=variant)
    if not found.entries:
        nobody = say("Nobody has finished such a match here yet. Start one with `/challenge`.")
        return Post("\n".join([title, nobody, say(WHAT_COUNTS)]))
    lines = [_line(rank, one) for rank, one in enumerate(found.entries, start=found.first_rank)]
    footer = say("-# Page {page} of {pages}", page=found.page + 1, pages=found.pages)
    controls = []
    if found.pages > 1:
        controls = [
            _to_page(found, found.page - 1, "◀", enabled=found.page > 0),
            _to_page(found, found.page + 1, "▶", enabled=found.page + 1 < found.pages),
        ]
    return Post("\n".join([title, *lines, say(WHAT_COUNTS), footer]), controls=controls)


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
    return f"{rank}\\. {name(one.person)} **{one.rating}** · {_short(one.tally)}"


def _sentence(tally: Tally) -> str:
    results = say("**{won}** won, **{lost}** lost", won=tally.won, lost=tally.lost)
    if tally.drawn:
        results = say("{results}, {drawn} drawn", results=results, drawn=tally.drawn)
    return say_counted(
        "{results} of {count} match.", "{results} of {count} matches.", tally.total, results=results
    )


def _by_color(found: Statistics) -> list[str]:
    tallies = ((color, found.colors[color]) for color in Color)
    return [f"{STONES[color]} {COLORS[color]}: {_short(tally)}" for color, tally in tallies if tally.total]


def _by_komi(found: Statistics) -> list[str]:
    """A line for the komi that were played most."""
    often = sorted(found.komi, key=lambda komi: (-found.komi[komi].total, komi))[:MOST_KOMI]
    return [
        say("Komi {komi}: {results}", komi=komi, results=_short(found.komi[komi])) for komi in sorted(often)
    ]


def _short(tally: Tally) -> str:
    return say("{won} won, {lost} lost", won=tally.won, lost=tally.lost)


def _variant(game_type: GameType, scoring: Scoring) -> str:
    return f"{GAME_TYPES[game_type]} · {SCORINGS[scoring]}"


def _about(asked: Filter) -> str:
    """Which matches alone are meant, after a name or a noun."""
    parts = [GAME_TYPES[asked.game_type]] if asked.game_type else []
    parts += [SCORINGS[asked.scoring]] if asked.scoring else []
    parts += [say("size {size}", size=asked.size)] if asked.size else []
    return f" ({' · '.join(parts)})" if parts else ""
