"""What `/stats` and `/leaderboard` say."""

from __future__ import annotations

from functools import partial

from bot.matches import Filter, Leaderboard, OwnPlace, Rated, Statistics, Tally
from bot.messages.controls import Press, Verb
from bot.messages.language import mark, say, say_counted
from bot.messages.pages import page_controls, page_line
from bot.messages.posts import Picture, Post
from bot.messages.words import GAME_TYPES, SCORINGS, name
from bot.storage import Person
from engine import GameType, Scoring
from rendering.words import COLORS

WHAT_COUNTS = mark(
    "-# A match counts if it was played to its end, or had four stones when it was given up or lost on time."
)

# A variant as the number in a button's id; part of messages already sent, so never change the order.
_GAME_TYPES = (GameType.KOMI, GameType.NO_KOMI, GameType.DOUBLE)
_SCORINGS = (Scoring.STANDARD, Scoring.LONGEST, Scoring.SQUARE)


def statistics_post(found: Statistics, asker: Person, picture: Picture | None) -> Post:
    """A player's results, told to whoever asked; the picture has those by colour and by komi."""
    is_self = found.person.id == asker.id
    about = _about(found.filter)
    if not found.overall.total:
        return Post(f"{_nothing_yet(found, is_self=is_self)}\n{say(WHAT_COUNTS)}")
    heading = f"### {name(found.person)}{about}\n{_sentence(found.overall)}"
    lines = _left_out(found) if picture else []
    if found.against_asker.total:
        lines.append(say("Against you: {results}", results=_sentence(found.against_asker)))
    lines += [
        say("{variant}: rating **{rating}**", variant=_variant(one.game_type, one.scoring), rating=one.rating)
        for one in found.ratings
    ]
    return Post(heading, picture, "\n".join([*lines, _what_counts(found.overall)]))


def tallies_in_words(found: Statistics) -> str:
    """The alt text of that picture: all its numbers."""
    by_color = [
        say("As {color}: {results}.", color=COLORS[color], results=_in_full(tally))
        for color, tally in found.colors.items()
    ]
    by_komi = [
        say("Komi {komi}: {results}.", komi=komi, results=_in_full(tally))
        for komi, tally in found.frequent_komi.items()
    ]
    return " ".join([say("Results as bars."), *by_color, *by_komi])


def _what_counts(tally: Tally) -> str:
    counts = say(WHAT_COUNTS)
    return f"{counts} {say('Every draw is told, and changes no rating.')}" if tally.drawn else counts


def _left_out(found: Statistics) -> list[str]:
    count = len(found.komi) - len(found.frequent_komi)
    if not count:
        return []
    return [
        say_counted(
            "-# Not in the picture: {count} komi that was played less often.",
            "-# Not in the picture: {count} komi that were played less often.",
            count,
        )
    ]


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
    if found.own:
        lines.append(_own_place(found.own, found.players))
    footer = page_line(found.page, found.pages)
    controls = page_controls(partial(_to_page, found), found.page, found.pages)
    return Post("\n".join([title, *lines, say(WHAT_COUNTS), footer]), controls=controls)


def variant_of(press: Press) -> tuple[GameType, Scoring, int | None] | None:
    """The variant that a leaderboard's button names; None for a number that is none."""
    rest, size = divmod(press.subject, 100)
    game, scoring = divmod(rest, 10)
    if game >= len(_GAME_TYPES) or scoring >= len(_SCORINGS):
        return None
    return _GAME_TYPES[game], _SCORINGS[scoring], size or None


def _to_page(found: Leaderboard, page: int) -> Press:
    game, scoring = _GAME_TYPES.index(found.game_type), _SCORINGS.index(found.scoring)
    subject = (game * 10 + scoring) * 100 + (found.size or 0)
    return Press(Verb.LEADERBOARD, subject, page)


def _own_place(own: OwnPlace, players: int) -> str:
    """For whoever asks, who alone sees it."""
    return say(
        "You are number **{rank}** of {players}, with **{rating}**.",
        rank=own.rank,
        players=players,
        rating=own.rating,
    )


def _line(rank: int, one: Rated) -> str:
    return f"{rank}\\. {name(one.person)} **{one.rating}** · {_short(one.tally)}"


def _sentence(tally: Tally) -> str:
    results = _with_draws(say("**{won}** won, **{lost}** lost", won=tally.won, lost=tally.lost), tally)
    return say_counted(
        "{results} of {count} match.", "{results} of {count} matches.", tally.total, results=results
    )


def _short(tally: Tally) -> str:
    return say("{won} won, {lost} lost", won=tally.won, lost=tally.lost)


def _in_full(tally: Tally) -> str:
    return _with_draws(_short(tally), tally)


def _with_draws(results: str, tally: Tally) -> str:
    return say("{results}, {drawn} drawn", results=results, drawn=tally.drawn) if tally.drawn else results


def _variant(game_type: GameType, scoring: Scoring) -> str:
    return f"{GAME_TYPES[game_type]} · {SCORINGS[scoring]}"


def _about(asked: Filter) -> str:
    """Which matches alone are meant, after a name or a noun."""
    parts = [GAME_TYPES[asked.game_type]] if asked.game_type else []
    parts += [SCORINGS[asked.scoring]] if asked.scoring else []
    parts += [say("size {size}", size=asked.size)] if asked.size else []
    return f" ({' · '.join(parts)})" if parts else ""
