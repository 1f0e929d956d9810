"""What is said about where matches are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.matches import Departure, Match
from bot.matches.place_refusals import HasAPlace, MovedOut, OtherCannotSee, PlayedInThread
from bot.messages.language import Terms, mark, say
from bot.messages.posts import Post
from bot.messages.refusals import sentence
from bot.messages.words import (
    LONGEST_LIST,
    escaped,
    fitting,
    match_link,
    name,
    place_link,
    plain_name,
    shortened,
)
from bot.storage import Ending, Person
from rendering.words import listed

LONGEST_THREAD_NAME = 100


class Permission(StrEnum):
    """What the bot may have to be allowed, under the library's names."""

    VIEW_CHANNEL = "view_channel"
    CREATE_PUBLIC_THREADS = "create_public_threads"
    SEND_MESSAGES_IN_THREADS = "send_messages_in_threads"
    ATTACH_FILES = "attach_files"
    MANAGE_THREADS = "manage_threads"


PERMISSIONS = Terms(
    {
        Permission.VIEW_CHANNEL: mark("View Channel"),
        Permission.CREATE_PUBLIC_THREADS: mark("Create Public Threads"),
        Permission.SEND_MESSAGES_IN_THREADS: mark("Send Messages in Threads"),
        Permission.ATTACH_FILES: mark("Attach Files"),
        Permission.MANAGE_THREADS: mark("Manage Threads"),
    }
)
"""As Discord calls them."""


@dataclass(frozen=True, slots=True)
class NoThread:
    """Why a match has no thread though its channel wants one: what is ``missing``, if that is known."""

    missing: tuple[Permission, ...] = ()
    is_possible: bool = True
    """Whether the channel could have threads at all."""


def noted(post: Post, note: str) -> Post:
    """A public message about a match with a sentence under its heading on how it came to be here."""
    return replace(post, heading=f"{post.heading}\n-# {note}") if note else post


def thread_name(match: Match) -> str:
    first, second = map(plain_name, match.people)
    named = say("Match {number}: {first} and {second}", number=match.number, first=first, second=second)
    return shortened(named, LONGEST_THREAD_NAME)


def thread_opened_post(match: Match) -> Post:
    """What the channel is told about a match that is played in a thread."""
    first, second = map(name, match.people)
    return Post(
        say(
            "Match {number} of {first} and {second} is played in {place}.",
            number=match.number,
            first=first,
            second=second,
            place=place_link(match),
        )
    )


def no_thread_sentence(obstacle: NoThread) -> str:
    """Why a match is played in the channel."""
    if obstacle.missing:
        return say(
            "This match has no thread of its own, since the bot lacks {permissions} in this channel.",
            permissions=_permissions(obstacle.missing),
        )
    if not obstacle.is_possible:
        return say("This match has no thread of its own, since there are none in a channel of this kind.")
    return say("This match has no thread of its own, since Discord did not let the bot open one just now.")


def arrival_sentence(match: Match, why: Departure) -> str:
    """Why a match goes on in the channel, having left its thread."""
    number = match.number
    match why:
        case Departure.DELETED:
            return say("The thread of match {number} was deleted, so the match is here now.", number=number)
        case Departure.CLOSED:
            permission = Permission.MANAGE_THREADS
        case Departure.MUTED:
            permission = Permission.SEND_MESSAGES_IN_THREADS
    return say(
        "The thread of match {number} is closed to the bot, which lacks {permission}: the match is here now.",
        number=number,
        permission=_permissions((permission,)),
    )


def result_announced_post(match: Match) -> Post:
    """The end of a match, told in the channel of its thread. It calls nobody."""
    first, second = map(name, match.people)
    parts: dict[str, object] = {"number": match.number, "link": match_link(match)}
    if match.winner:
        winner, loser = name(match.winner), name(match.opponent_of(match.winner.id))
        return Post(
            say("{winner} won match {number} against {loser}: {link}", winner=winner, loser=loser, **parts)
        )
    if match.record.ending is Ending.CANCELLED:
        return Post(
            say(
                "Match {number} of {first} and {second} was cancelled: {link}",
                first=first,
                second=second,
                **parts,
            )
        )
    return Post(
        say(
            "Match {number} of {first} and {second} ended in a draw: {link}",
            first=first,
            second=second,
            **parts,
        )
    )


def homeless_post(match: Match, told: Person, server: str) -> Post:
    """What a player is told directly when the channel of a match was deleted."""
    return Post(
        say(
            "The channel of match {number} against {opponent} on {server} was deleted. The match is kept, "
            "and its time stands still: continue it anywhere on that server with the button in `/matches`.",
            number=match.number,
            opponent=name(match.opponent_of(told.id)),
            server=escaped(server),
        )
    )


def _permissions(missing: Sequence[Permission]) -> str:
    return listed([f"**{PERMISSIONS[one]}**" for one in missing])


@sentence.register
def _(refusal: PlayedInThread) -> str:
    if len(refusal.matches) == 1:
        (match,) = refusal.matches
        return say(
            "Match {number} is played in {place}: do that there.",
            number=match.number,
            place=place_link(match),
        )
    lines = [
        say("- Match {number}: {place}", number=match.number, place=place_link(match))
        for match in refusal.matches
    ]
    heading = say("Your matches here are played in threads of their own: do that there.")
    return fitting([heading, *lines], LONGEST_LIST)


@sentence.register
def _(refusal: MovedOut) -> str:
    number, place = refusal.match.number, place_link(refusal.match)
    return say("Match {number} has left this thread and goes on in {place}.", number=number, place=place)


@sentence.register
def _(refusal: HasAPlace) -> str:
    number, place = refusal.match.number, place_link(refusal.match)
    return say("Match {number} goes on in {place} already.", number=number, place=place)


@sentence.register
def _(refusal: OtherCannotSee) -> str:
    other = name(refusal.other)
    return say("{other} can't see this channel. Continue the match in one that you both see.", other=other)
