"""What `/matches` says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ButtonStyle

from bot.matches import Match
from bot.messages.clocks import until
from bot.messages.controls import Control, Press, Verb
from bot.messages.language import say, say_counted
from bot.messages.pages import page_controls, page_line
from bot.messages.posts import Picture, Post
from bot.messages.series import series_line
from bot.messages.turns import score_value
from bot.messages.words import LONGEST_LIST, escaped, fitting, match_link, name, plain_name, shortened, terms
from bot.storage import Person, Place
from engine import Color
from rendering.lettering import lettered
from rendering.words import listed

MOST_CONTINUED = 5
"""Buttons in a row."""
LONGEST_SERVER_NAME = 40


@dataclass(frozen=True, slots=True)
class Inbox:
    """A person's running matches as they can see them now, in order, and how many they can't see.

    ``servers`` has the names of the servers that the bot is in, by their ids.
    """

    viewer: Person
    here: Place
    matches: Sequence[Match]
    hidden: int
    servers: dict[int, str]


def match_list_post(inbox: Inbox) -> Post:
    """A person's running matches, those that wait for them first, with links to their latest messages."""
    closing = [*_unreachable(inbox), *_hidden(inbox)]
    if not inbox.matches:
        nothing = say("You have no match running. Start one with `/challenge`.")
        return Post("\n".join(closing) or nothing)
    yours = [match for match in inbox.matches if match.is_turn_of(inbox.viewer.id)]
    others = [match for match in inbox.matches if match not in yours]
    sections = [(say("Your turn"), yours), (say("Waiting for the other player"), others)]
    lines = [
        line
        for title, group in sections
        if group
        for line in (f"### {title}", *(_line(match, inbox) for match in group))
    ]
    return Post(
        fitting(lines, LONGEST_LIST),
        details="\n".join(closing),
        controls=[Control.make(Press(Verb.BOARDS, 0), say("Boards"))],
        more_controls=_continuing(inbox),
    )


def match_choice(match: Match) -> str:
    """A running match in a few words, to choose it by its number."""
    people = listed([plain_name(person) for person in match.people])
    if match.to_act is None:
        return f"{match.number}: {people}"
    waiting = say("{people}, {player} to act", people=people, player=plain_name(match.to_act))
    return f"{match.number}: {waiting}"


def boards_post(picture: Picture, page: int, pages: int) -> Post:
    """The boards of some matches of the list on one picture, with the buttons that lead to the others."""
    heading = say("### Boards of your matches\n-# `/matches` leads to each of them.")
    if pages == 1:
        return Post(heading, picture)
    controls = page_controls(lambda number: Press(Verb.BOARDS_PAGE, number), page, pages)
    return Post(heading, picture, page_line(page, pages), controls=controls)


def boards_in_words(matches: Sequence[Match], viewer: Person) -> str:
    """The alt text of that picture."""
    return " ".join(_board_in_words(match, viewer) for match in matches)


def board_caption(match: Match, viewer: Person) -> tuple[str, str]:
    """What stands over a small board, and what if the opponent's name can't be drawn."""
    opponent = plain_name(match.opponent_of(viewer.id))
    with lettered():
        return f"{match.number} · {opponent}", say("Match {number}", number=match.number)


def _line(match: Match, inbox: Inbox) -> str:
    opponent = name(match.opponent_of(inbox.viewer.id))
    heading = say("**Match {number}** against {opponent}", number=match.number, opponent=opponent)
    agreed = [terms(match.record.options), series_line(match)]
    parts = [heading, *agreed, _where(match), _server(match, inbox), until(match)]
    return f"- {' · '.join(part for part in parts if part)}"


def _where(match: Match) -> str:
    if match.record.is_homeless:
        return say("its channel was deleted")
    return match_link(match)


def _server(match: Match, inbox: Inbox) -> str:
    """Where a match is, unless it is on the server where its player looks."""
    guild_id = match.place.guild_id
    if guild_id is None or guild_id == inbox.here.guild_id:
        return ""
    if guild_id not in inbox.servers:
        return say("on a server without the bot")
    return say("on {server}", server=escaped(shortened(inbox.servers[guild_id], LONGEST_SERVER_NAME)))


def _unreachable(inbox: Inbox) -> list[str]:
    """What to do about matches on servers that the bot has left, or was never in."""
    away = {match.place.guild_id for match in inbox.matches} - {None, inbox.here.guild_id, *inbox.servers}
    if not away:
        return []
    sentence = say(
        "A match on a server without the bot is kept: it goes on when the bot is there again, "
        "or with the app that one of you has installed."
    )
    return [f"-# {sentence}"]


def _hidden(inbox: Inbox) -> list[str]:
    if not inbox.hidden:
        return []
    sentence = say_counted(
        "{count} more is in a channel that you can't see now.",
        "{count} more are in channels that you can't see now.",
        inbox.hidden,
    )
    return [f"-# {sentence}"]


def _continuing(inbox: Inbox) -> list[Control]:
    """Buttons that let matches go on in this channel whose own was deleted."""
    found = [
        match
        for match in inbox.matches
        if match.record.is_homeless and match.place.guild_id == inbox.here.guild_id
    ]
    return [
        Control.make(
            Press(Verb.CONTINUE_HERE, match.record.id),
            say("Continue here: match {number}", number=match.number),
            ButtonStyle.primary,
        )
        for match in found[:MOST_CONTINUED]
    ]


def _board_in_words(match: Match, viewer: Person) -> str:
    opponent = plain_name(match.opponent_of(viewer.id))
    said = (
        say("Match {number} against {opponent}, your turn", number=match.number, opponent=opponent)
        if match.is_turn_of(viewer.id)
        else say("Match {number} against {opponent}, their turn", number=match.number, opponent=opponent)
    )
    if match.person_with(Color.BLACK) is None:
        return say("{match}: the colours are not chosen yet.", match=said)
    black, white = (score_value(match.game, color) for color in Color)
    return say("{match}: Black has {black}, White {white}.", match=said, black=black, white=white)
