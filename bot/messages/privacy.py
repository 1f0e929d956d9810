"""What is said to people about their own data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from discord import ButtonStyle

from bot.matches import Deleted
from bot.messages.controls import Control, Press, Verb
from bot.messages.language import Terms, mark, say
from bot.messages.posts import Document, Post

EXPORTED = "catena-my-data.json"


class DataRequest(StrEnum):
    """What somebody wants done with their data."""

    EXPORT = "export"
    DELETE = "delete"


DATA_REQUESTS = Terms({DataRequest.EXPORT: mark("export"), DataRequest.DELETE: mark("delete")})


def data_controls() -> list[Control]:
    """The buttons that get one's data, and delete it."""
    return [
        Control.make(Press(Verb.EXPORT_DATA, 0), say("Export my data")),
        Control.make(Press(Verb.DELETE_DATA, 0), say("Delete my data")),
    ]


def export_post(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> Post:
    """All that is stored about somebody, as a file."""
    content = json.dumps(found, indent=2, ensure_ascii=False, default=str).encode()
    heading = say("### Your data\nThis is all that I have stored about you, table by table.")
    return Post(heading, documents=[Document(EXPORTED, content)])


def deletion_post() -> Post:
    """Asks once more before somebody's data is deleted, and says what that means."""
    question = say(
        "### Delete your data?\n"
        "- Your running matches are resigned, and your open challenges end.\n"
        "- Your name, your preferences and the replies that you planned are deleted.\n"
        "- Finished matches stay for your opponents, with a “deleted player” in your place. Nothing leads "
        "from them to you any more, and your statistics and ratings are nobody's."
    )
    warning = say("This can't be undone. **Export my data** in `/preferences` gives you a copy before.")
    controls = [
        Control.make(Press(Verb.DELETE_SURELY, 0), say("Delete my data"), ButtonStyle.danger),
        Control.make(Press(Verb.KEEP_DATA, 0), say("Keep it")),
    ]
    return Post(question, details=warning, controls=controls)


def deleted_post(deleted: Deleted) -> Post:
    """What is left of that question once the data is deleted."""
    return Post(
        say(
            "Your data is deleted. Matches resigned: {matches}; challenges ended: {challenges}.",
            matches=deleted.matches,
            challenges=deleted.challenges,
        )
    )


def kept_post() -> Post:
    """The same where it is kept."""
    return Post(say("Your data is kept."))
