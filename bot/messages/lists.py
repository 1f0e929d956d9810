"""What `/matches` says."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches import Match
from bot.messages.clocks import until
from bot.messages.posts import Post
from bot.messages.words import LONGEST_LIST, fitting, message_link, name, terms
from bot.storage import Person


def match_list_post(matches: Sequence[Match], viewer: Person) -> Post:
    """A person's running matches, those that wait for them first, with links to their latest messages."""
    if not matches:
        return Post("You have no match running. Start one with `/challenge`.")
    yours = [match for match in matches if match.to_act and match.to_act.id == viewer.id]
    others = [match for match in matches if match not in yours]
    sections = [("Your turn", yours), ("Waiting for the other player", others)]
    lines = [
        line
        for title, group in sections
        if group
        for line in (f"### {title}", *(_line(match, viewer) for match in group))
    ]
    return Post(fitting(lines, LONGEST_LIST))


def _line(match: Match, viewer: Person) -> str:
    opponent = match.opponent_of(viewer.id)
    message = match.record.message
    link = message_link(match.place, message.id if message else None)
    where = link or f"<#{match.place.channel_id}>"
    parts = [f"- **Match {match.number}** against {name(opponent)}", terms(match.record.options), where]
    return " · ".join([*parts, until(match)] if match.deadline else parts)
