"""What is said to players who are called to their turn other than under the board."""

from __future__ import annotations

from bot.matches import Match, Plans
from bot.messages.clocks import until
from bot.messages.language import say
from bot.messages.posts import Post
from bot.messages.replies import fallen_note
from bot.messages.words import mention, message_link, name
from bot.storage import Person


def turn_call_post(plans: Plans, message_id: int) -> Post:
    """The direct message to a player whose turn it is, also of what they had planned for it in vain.

    It pings nobody: whoever gets it is called by that.
    """
    match, called = plans.match, plans.person
    lines = [
        say("It is your turn against {opponent}.", opponent=name(match.opponent_of(called.id))),
        *([note] if (note := fallen_note(plans)) else []),
        *([say("You have time {until}.", until=until(match))] if match.deadline else []),
        say("-# Match {number} · {link}", number=match.number, link=message_link(match.place, message_id)),
    ]
    return Post("\n".join(lines))


def unreached_post(match: Match, called: Person) -> Post:
    """The line in the channel for a player whom Discord lets no direct message reach."""
    sentence = say(
        "{called}, it is your turn in match {number}. Discord lets no direct message of mine reach you.",
        called=mention(called),
        number=match.number,
    )
    return Post(sentence, called=called)
