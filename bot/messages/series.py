"""What is said about series of games, and about a fair komi in them."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Balance, Match, SeriesScore
from bot.matches import refusals as no
from bot.messages.controls import Control, Press, Verb, for_match
from bot.messages.language import say, say_counted
from bot.messages.posts import Post
from bot.messages.refusals import sentence
from bot.messages.words import listed, message_link, name, points, terms


def series_line(match: Match) -> str:
    """Which game of which series a match is, and how that stands: a part of a footer, empty without one."""
    game, score = match.record.series, match.series
    if game is None or score is None:
        return ""
    return say(
        "game {number} of a best of {best_of} ({score})",
        number=game.number,
        best_of=game.best_of,
        score=" · ".join(_sides(score)),
    )


def series_end(match: Match) -> str:
    """What the end of a match means for its series, as a sentence; empty without one."""
    score = match.series
    if score is None:
        return ""
    sides = ", ".join(_sides(score))
    if score.leader is None:
        if score.is_over:
            return say("The series ends level: {sides}.", sides=sides)
        return say("The series is level: {sides}.", sides=sides)
    if score.is_over:
        return say("{winner} **wins the series**: {sides}.", winner=name(score.leader), sides=sides)
    return say("{leader} leads the series: {sides}.", leader=name(score.leader), sides=sides)


def continue_control(match: Match) -> Control:
    """The first button under a result: the next game of a series that is not decided, else a rematch."""
    if match.series is not None and not match.series.is_over:
        return for_match(Verb.NEXT_GAME, match, say("Next game"), ButtonStyle.primary)
    return for_match(Verb.REMATCH, match, say("Rematch"), ButtonStyle.primary)


def balance_post(balance: Balance) -> Post:
    """The fair komi by the pair's own games, how it is estimated, and a button that names it."""
    match, found = balance.match, balance.turning_points
    opponent = name(match.record.second)
    points_found = listed([str(one) for one in found])
    how = say_counted(
        "In your last such game, White would have won that board from komi {points} on.",
        "In your last {count} such games, White would have won those boards from komi {points} on: "
        "the one in the middle is fair.",
        count=len(found),
        points=points_found,
    )
    heading = say(
        "By your own games against {opponent}, komi **{komi}** is fair.", opponent=opponent, komi=balance.komi
    )
    press = Press(Verb.BALANCED_KOMI, match.record.id, match.ply, match.takebacks, balance.komi)
    label = say("Name komi {komi}", komi=balance.komi)
    footer = say("Such games: {terms}, played to their end.", terms=terms(match.record.options))
    return Post(
        f"{heading}\n{how}",
        details=f"-# {footer}",
        controls=[Control.make(press, label, ButtonStyle.primary)],
    )


def balanced_post(komi: int) -> Post:
    """What is left of that message once the komi is named."""
    return Post(say("You named komi **{komi}**.", komi=komi))


def _sides(score: SeriesScore) -> list[str]:
    """``**Alice** 1``, ``**Bob** ½``."""
    pairs = zip(score.people, score.half_points, strict=True)
    return [f"{name(person)} {points(half_points / 2)}" for person, half_points in pairs]


@sentence.register
def _(refusal: no.NoSeries) -> str:
    return say(
        "Match {number} is a single match. Press **Rematch** for another.", number=refusal.match.number
    )


@sentence.register
def _(refusal: no.SeriesOver) -> str:
    return say(
        "The series is decided. {sides}. Press **Rematch** under its last game for another.",
        sides=", ".join(_sides(_score(refusal.match))),
    )


@sentence.register
def _(refusal: no.NextGameBegun) -> str:
    message = refusal.match.record.message
    link = message_link(refusal.match.place, message.id if message else None)
    return say(
        "The next game has begun already: match {number}, {where}.",
        number=refusal.match.number,
        where=link or say("`/board` shows it"),
    )


@sentence.register
def _(refusal: no.NoKomiDue) -> str:
    return say("No komi is to be named in match {number} now.", number=refusal.match.number)


@sentence.register
def _(refusal: no.NoGamesToBalance) -> str:
    return say(
        "You and {opponent} have played no such game to its end yet ({terms}), so nothing tells what "
        "is fair. Choose with **Name komi**.",
        opponent=name(refusal.match.record.second),
        terms=terms(refusal.match.record.options),
    )


def _score(match: Match) -> SeriesScore:
    assert match.series is not None  # It is a game of a series.
    return match.series
