"""What is said about challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.messages.controls import Control, Verb, for_challenge
from bot.messages.posts import Post
from bot.messages.words import counted, in_words, mention, name, terms, versus
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
        heading = f"{mention(challenge.opponent)}, {challenger} challenges you to Catena."
    else:
        heading = f"{challenger} challenges anybody here to Catena: whoever accepts first plays."
    until = discord.utils.format_dt(challenge.expires_at, "R")
    details = f"{_terms_in_words(challenge)}\n-# It expires {until}. `/rules` explains the game."
    controls = [for_challenge(Verb.ACCEPT, challenge, "Accept")]
    if challenge.opponent:
        controls.append(for_challenge(Verb.DECLINE, challenge, "Decline"))
    controls.append(for_challenge(Verb.WITHDRAW, challenge, "Withdraw"))
    return Post(heading, details=details, controls=controls, called=challenge.opponent)


def ending(challenge: ChallengeRecord) -> str:
    """How a challenge ended, as a sentence."""
    opponent = name(challenge.opponent) if challenge.opponent else "Somebody"
    match challenge.state:
        case ChallengeState.ACCEPTED:
            return f"{opponent} accepted. Good game!"
        case ChallengeState.DECLINED:
            return f"{opponent} declined."
        case ChallengeState.WITHDRAWN:
            return f"{name(challenge.challenger)} withdrew it."
        case ChallengeState.EXPIRED:
            days = counted(challenge.days_open, "day")
            return f"It expired: nobody accepted within {days}."
        case ChallengeState.OPEN:
            return "It is open."


def challenge_list_posts(challenges: Sequence[ChallengeRecord], viewer: Person) -> list[Post]:
    """The open challenges of a channel, each with what the viewer may do to it."""
    if not challenges:
        return [Post("No challenge is open in this channel. Make one with `/challenge`.")]
    posts = [
        Post(
            f"{versus(one)}\n-# {terms(one.options, one.pace, one.best_of)}",
            controls=controls_for(one, viewer),
        )
        for one in challenges[:MOST_LISTED]
    ]
    if rest := len(challenges) - len(posts):
        more = f"-# And {counted(rest, 'more challenge')}, newer than these."
        posts[-1] = replace(posts[-1], details=more)
    return posts


def controls_for(challenge: ChallengeRecord, viewer: Person) -> list[Control]:
    """The buttons of an open challenge that would work for the viewer."""
    if challenge.challenger.id == viewer.id:
        return [for_challenge(Verb.WITHDRAW, challenge, "Withdraw")]
    if challenge.opponent is None:
        return [for_challenge(Verb.ACCEPT, challenge, "Accept")]
    if challenge.opponent.id == viewer.id:
        return [
            for_challenge(Verb.ACCEPT, challenge, "Accept"),
            for_challenge(Verb.DECLINE, challenge, "Decline"),
        ]
    return []


def _terms_in_words(challenge: ChallengeRecord) -> str:
    options = challenge.options
    first_act = {
        GameType.KOMI: "names komi",
        GameType.NO_KOMI: "places the first stone",
        GameType.DOUBLE: "plays Black and opens",
    }[options.game_type]
    opponent = name(challenge.opponent) if challenge.opponent else "Whoever accepts"
    who = {
        FirstPlayer.RANDOM: "A coin decides who",
        FirstPlayer.CHALLENGER: name(challenge.challenger),
        FirstPlayer.OPPONENT: opponent,
    }[challenge.first]
    return f"{in_words(options, challenge.pace, challenge.best_of)}. {who} {first_act}."
