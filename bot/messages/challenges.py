"""What is said about challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.messages.controls import Control, Verb, for_challenge
from bot.messages.language import say, say_counted
from bot.messages.posts import Post
from bot.messages.words import (
    LONGEST_LIST,
    fitting,
    in_words,
    mention,
    message_link,
    name,
    terms,
    versus,
)
from bot.storage import ChallengeRecord, ChallengeState, FirstPlayer, Person
from engine import GameType

MOST_LISTED = 5
"""A message each; Discord lets an app that a user installed follow up five times at most."""


def challenge_post(challenge: ChallengeRecord) -> Post:
    """The public message of a challenge in whichever state it is; only an open one has buttons."""
    if challenge.state is not ChallengeState.OPEN:
        return Post(
            f"~~{versus(challenge)}~~\n{ending(challenge)}",
            details=f"-# {terms(challenge.options, challenge.pace, challenge.best_of)}",
        )
    challenger = name(challenge.challenger)
    if challenge.opponent:
        you = mention(challenge.opponent)
        heading = say("{you}, {challenger} challenges you to Catena.", you=you, challenger=challenger)
    else:
        heading = say(
            "{challenger} challenges anybody here to Catena: whoever accepts first plays.",
            challenger=challenger,
        )
    until = discord.utils.format_dt(challenge.expires_at, "R")
    small = say("-# It expires {until}. `/rules` explains the game.", until=until)
    controls = [for_challenge(Verb.ACCEPT, challenge, say("Accept"))]
    if challenge.opponent:
        controls.append(for_challenge(Verb.DECLINE, challenge, say("Decline")))
    controls.append(for_challenge(Verb.WITHDRAW, challenge, say("Withdraw")))
    details = f"{_terms_in_words(challenge)}\n{small}"
    return Post(heading, details=details, controls=controls, called=challenge.opponent)


def ending(challenge: ChallengeRecord) -> str:
    """How a challenge ended, as a sentence."""
    opponent = name(challenge.opponent) if challenge.opponent else say("Somebody")
    match challenge.state:
        case ChallengeState.ACCEPTED:
            return say("{opponent} accepted. Good game!", opponent=opponent)
        case ChallengeState.DECLINED:
            return say("{opponent} declined.", opponent=opponent)
        case ChallengeState.WITHDRAWN:
            return say("{challenger} withdrew it.", challenger=name(challenge.challenger))
        case ChallengeState.EXPIRED:
            return say_counted(
                "It expired: nobody accepted within {count} day.",
                "It expired: nobody accepted within {count} days.",
                challenge.days_open,
            )
        case ChallengeState.OPEN:
            return say("It is open.")


def challenge_list_posts(challenges: Sequence[ChallengeRecord], viewer: Person) -> list[Post]:
    """The open challenges of a channel, those to the viewer first, then all others that concern them.

    A message each has what the viewer may do to it; the rest are lines with links to their own messages.
    """
    if not challenges:
        return [Post(say("No challenge is open in this channel. Make one with `/challenge`."))]
    ordered = sorted(challenges, key=lambda one: _concern(one, viewer))
    posts = [Post(_entry(one), controls=controls_for(one, viewer)) for one in ordered[:MOST_LISTED]]
    if rest := ordered[MOST_LISTED:]:
        lines = [_line(one) for one in rest]
        posts[-1] = replace(posts[-1], details=fitting(lines, LONGEST_LIST))
    return posts


def _concern(challenge: ChallengeRecord, viewer: Person) -> tuple[bool, bool]:
    """What sorts challenges by how much they concern somebody, the most first."""
    is_asked = challenge.opponent is not None and challenge.opponent.id == viewer.id
    return not is_asked, not controls_for(challenge, viewer)


def _entry(challenge: ChallengeRecord) -> str:
    agreed = terms(challenge.options, challenge.pace, challenge.best_of)
    return f"{versus(challenge)}\n-# {agreed}"


def _line(challenge: ChallengeRecord) -> str:
    agreed = terms(challenge.options, challenge.pace, challenge.best_of)
    link = message_link(challenge.place, challenge.message_id)
    return f"- {' · '.join(filter(None, (versus(challenge), agreed, link)))}"


def controls_for(challenge: ChallengeRecord, viewer: Person) -> list[Control]:
    """The buttons of an open challenge that would work for the viewer."""
    if challenge.challenger.id == viewer.id:
        return [for_challenge(Verb.WITHDRAW, challenge, say("Withdraw"))]
    if challenge.opponent is None:
        return [for_challenge(Verb.ACCEPT, challenge, say("Accept"))]
    if challenge.opponent.id == viewer.id:
        return [
            for_challenge(Verb.ACCEPT, challenge, say("Accept")),
            for_challenge(Verb.DECLINE, challenge, say("Decline")),
        ]
    return []


def _terms_in_words(challenge: ChallengeRecord) -> str:
    opponent = name(challenge.opponent) if challenge.opponent else say("Whoever accepts")
    first = {
        FirstPlayer.RANDOM: None,
        FirstPlayer.CHALLENGER: name(challenge.challenger),
        FirstPlayer.OPPONENT: opponent,
    }[challenge.first]
    agreed = in_words(challenge.options, challenge.pace, challenge.best_of)
    return f"{agreed}. {_first_act(challenge.options.game_type, first)}"


def _first_act(game_type: GameType, first: str | None) -> str:
    """Who does what first; None where a coin decides who."""
    match game_type:
        case GameType.KOMI if first:
            return say("{player} names komi.", player=first)
        case GameType.KOMI:
            return say("A coin decides who names komi.")
        case GameType.NO_KOMI if first:
            return say("{player} places the first stone.", player=first)
        case GameType.NO_KOMI:
            return say("A coin decides who places the first stone.")
        case GameType.DOUBLE if first:
            return say("{player} plays Black and opens.", player=first)
        case GameType.DOUBLE:
            return say("A coin decides who plays Black and opens.")
