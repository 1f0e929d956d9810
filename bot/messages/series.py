"""What is said about series of games, and about a fair komi in them."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Balance, Match, SeriesScore
from bot.matches.balance import NoGamesToBalance
from bot.matches.series_refusals import NextGameBegun, NoSeries, SeriesOver
from bot.messages.controls import Control, Press, Verb, for_match
from bot.messages.language import say, say_counted
from bot.messages.posts import Post
from bot.messages.refusals import sentence
from bot.messages.words import board_link, name, terms
from rendering.words import listed, points_text


def series_line(match: Match) -> str:
    """Which game of which series a match is, and how that stands: a part of a footer, empty without one."""
    score = match.series
    if score is None:
        return ""
    return say(
        "game {number} of a best of {best_of} ({score})",
        number=score.number,
        best_of=score.best_of,
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
    match = balance.match
    heading = say_counted(
        "By your last such game against {opponent}, komi **{komi}** is fair.",
        "By your last {count} such games against {opponent}, komi **{komi}** is fair.",
        count=len(balance.turning_points),
        opponent=name(match.record.second),
        komi=balance.komi,
    )
    press = Press(Verb.BALANCED_KOMI, match.record.id, match.ply, match.takebacks, balance.komi)
    label = say("Name komi {komi}", komi=balance.komi)
    footer = say("Such games: {terms}, played to their end.", terms=terms(match.record.options))
    return Post(
        f"{heading}\n{_estimate(balance)}",
        details=f"-# {footer}",
        controls=[Control.make(press, label, ButtonStyle.primary)],
    )


def _estimate(balance: Balance) -> str:
    """How the games lead to the komi, in sentences that anybody can check."""
    reached = balance.reached
    sentences = []
    if reached:
        komi = listed([str(one) for one in reached])
        sentences.append(say("By the final boards, White would have won from komi {komi} on.", komi=komi))
    if lost := len(balance.turning_points) - len(reached):
        sentences.append(
            say_counted(
                "{count} board White would have lost with any komi up to {largest}.",
                "{count} boards White would have lost with any komi up to {largest}.",
                count=lost,
                largest=balance.largest_komi,
            )
        )
    return " ".join([*sentences, *_middle(balance)])


def _middle(balance: Balance) -> list[str]:
    """How the komi is chosen among several, or in place of one that can't be named."""
    if balance.middle > balance.largest_komi:
        return [say("{komi} is the most that can be named.", komi=balance.komi)]
    if balance.middle > balance.komi:
        return [say("{komi} lies in the middle, a half rounded down.", komi=balance.komi)]
    if len(balance.turning_points) > 1:
        return [say("{komi} lies in the middle.", komi=balance.komi)]
    return []


def balanced_post(komi: int) -> Post:
    """What is left of that message once the komi is named."""
    return Post(say("You named komi **{komi}**.", komi=komi))


def _sides(score: SeriesScore) -> list[str]:
    """``**Alice** 1``, ``**Bob** ½``."""
    pairs = zip(score.people, score.half_points, strict=True)
    return [f"{name(person)} {points_text(half_points / 2)}" for person, half_points in pairs]


@sentence.register
def _(refusal: NoSeries) -> str:
    return say(
        "Match {number} is a single match. Press **Rematch** for another.", number=refusal.match.number
    )


@sentence.register
def _(refusal: SeriesOver) -> str:
    return say(
        "The series is decided. {sides}. Press **Rematch** under its last game for another.",
        sides=", ".join(_sides(_score(refusal.match))),
    )


@sentence.register
def _(refusal: NextGameBegun) -> str:
    return say(
        "The next game has begun already: match {number}, {where}.",
        number=refusal.match.number,
        where=board_link(refusal.match) or say("`/board` shows it"),
    )


@sentence.register
def _(refusal: NoGamesToBalance) -> str:
    return say(
        "You and {opponent} have played no such game to its end yet ({terms}), so nothing tells what "
        "is fair. Choose with **Name komi**.",
        opponent=name(refusal.match.record.second),
        terms=terms(refusal.match.record.options),
    )


def _score(match: Match) -> SeriesScore:
    assert match.series is not None  # It is a game of a series.
    return match.series
