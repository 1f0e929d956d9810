"""Short private notices: about buttons that are out of date, about faults, and about what Discord lost."""

from __future__ import annotations

from bot.messages.language import say
from bot.messages.posts import Post


def outdated_post() -> Post:
    """To a press of what the bot no longer knows."""
    return Post(
        say("That button is out of date. `/board` shows the match as it stands, `/matches` lists yours.")
    )


def unusable_option_post() -> Post:
    """To a command with a value that was never offered."""
    return Post(say("One of the options can't be used. Pick what Discord suggests for it."))


def unknown_command_post() -> Post:
    """To a command that the bot has no more, though Discord still offers it."""
    return Post(say("The bot no longer has that command. `/help` lists those it has."))


def fault_post(reference: str) -> Post:
    """To whatever failed on our side; the log has the rest under the reference."""
    return Post(
        say(
            "Something went wrong on our side (reference `{reference}`). If it was a move, `/board` shows "
            "whether it counted; else please try again.",
            reference=reference,
        )
    )


def lost_post() -> Post:
    """To whatever Discord did not take the answer to."""
    return Post(
        say(
            "Discord lost the answer to that. If it was a move, `/board` shows whether it counted; "
            "else please try again."
        )
    )


def not_stored_post() -> Post:
    """To whatever could not be read or stored; it was tried as a whole, so nothing of it happened."""
    return Post(
        say(
            "Nothing was played or changed: the bot can't reach its storage just now. "
            "Please try again in a few minutes."
        )
    )


def shown_apart_post() -> Post:
    """Why what somebody did is not in the answer to it."""
    return Post(say("That counted. Discord lost the answer to it, so it is shown in a message of its own."))


def not_shown_post() -> Post:
    """Why what somebody did is not to be seen."""
    return Post(say("That counted, but it can't be shown here now. `/board` and `/challenges` show it."))


def resigned_post(number: int) -> Post:
    """What is left of the question whether to resign."""
    return Post(say("You resigned match {number}.", number=number))


def goes_on_post() -> Post:
    """The same for somebody who keeps playing."""
    return Post(say("Good. The match goes on."))
