"""What is said about the time of a turn."""

from __future__ import annotations

import discord
from discord import ButtonStyle

from bot.matches import Call, CallKind, Match
from bot.messages.controls import Verb, for_match
from bot.messages.language import say
from bot.messages.posts import Post
from bot.messages.words import match_link, mention, name


def call_post(call: Call, *, in_channel: bool) -> Post:
    """A reminder, or that the other's time is up; its buttons work in the match's channel only."""
    return _reminder(call) if call.kind is CallKind.REMINDER else _time_up(call, in_channel=in_channel)


def time_given_post(match: Match) -> Post:
    """The public message that a player gave the other more time. It calls nobody."""
    late = match.to_act
    assert late is not None  # Time is given to the player to act.
    giver, time = name(match.opponent_of(late.id)), until(match)
    given = say("{giver} gave {late} more time: {until}.", giver=giver, late=name(late), until=time)
    footer = say("-# Match {number}", number=match.number)
    return Post(f"{given}\n{footer}")


def win_claimed_post(match: Match) -> Post:
    """What becomes of the message whose button claimed the win."""
    assert match.winner is not None  # It is whoever claimed the win.
    winner = name(match.winner)
    return Post(say("{winner} claimed the win in match {number}.", winner=winner, number=match.number))


def until(match: Match) -> str:
    """Till when the turn that is due has to be made, as the reader's own time; empty without a limit."""
    if match.deadline is None:
        return ""
    absolute, relative = (discord.utils.format_dt(match.deadline, style) for style in ("f", "R"))
    return say("until {time}, {relative}", time=absolute, relative=relative)


def _reminder(call: Call) -> Post:
    called, opponent = mention(call.called), name(call.match.opponent_of(call.late.id))
    turn = say("{called}, it is still your turn against {opponent}.", called=called, opponent=opponent)
    time = [say("You have time {until}.", until=until(call.match))] if call.match.deadline else []
    return Post(" ".join([turn, *time]), details=_where(call.match), called=call.called)


def _time_up(call: Call, *, in_channel: bool) -> Post:
    choice = say(
        "{called}, {late}'s time for this turn is up. You can claim the win, give more time, or simply wait.",
        called=mention(call.called),
        late=name(call.late),
    )
    controls = [
        for_match(Verb.CLAIM_WIN, call.match, say("Claim the win"), ButtonStyle.primary),
        for_match(Verb.GIVE_TIME, call.match, say("Give more time")),
    ]
    where = [] if in_channel else [say("**More** under the board has both.")]
    return Post(
        " ".join([choice, *where]),
        details=_where(call.match),
        controls=controls if in_channel else [],
        called=call.called,
    )


def _where(match: Match) -> str:
    return say("-# Match {number} · {link}", number=match.number, link=match_link(match))
