"""What `/matches` says."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches import Match
from bot.messages.posts import Post
from bot.messages.refusals import message_link
from bot.messages.words import counted, name, terms
from bot.storage import Person

MOST_LISTED = 20
"""As many lines as fit into a message's 4,000 characters."""


def match_list_post(matches: Sequence[Match], viewer: Person) -> Post:
    """A person's running matches, those that wait for them first, with links to their latest messages."""
    if not matches:
        return Post("You have no match running. Start one with `/challenge`.")
    yours = [match for match in matches if match.to_act and match.to_act.id == viewer.id]
    others = [match for match in matches if match not in yours]
    sections = [("Your turn", yours), ("Waiting for the other player", others)]
    lines: list[str] = []
    shown = 0
    for title, group in sections:
        fitting = group[: MOST_LISTED - shown]
        if fitting:
            lines += [f"### {title}", *(_line(match, viewer) for match in fitting)]
        shown += len(fitting)
    if rest := len(matches) - shown:
        lines.append(f"-# And {counted(rest, 'more match', 'more matches')}.")
    return Post("\n".join(lines))


def _line(match: Match, viewer: Person) -> str:
    opponent = next(person for person in match.people if person.id != viewer.id)
    message = match.record.message
    link = message_link(match.place, message.id if message else None)
    where = link or f"<#{match.place.channel_id}>"
    return f"- **Match {match.number}** against {name(opponent)} · {terms(match.record.options)} · {where}"
