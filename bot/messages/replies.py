"""What is said about planned replies, to whoever planned them alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches import Match, Plans
from bot.matches import refusals as no
from bot.messages.controls import Verb, for_match
from bot.messages.language import say, say_counted
from bot.messages.posts import Post
from bot.messages.refusals import sentence
from bot.messages.whatifs import plan_controls
from bot.messages.words import name
from bot.storage import PlannedReply


def plans_post(plans: Plans) -> Post:
    """All that somebody has planned in a match, with the button that forgets it."""
    match = plans.match
    notes = [note for note in (fallen_note(plans), standing_note(plans)) if note]
    if not notes:
        none = say("You have planned no reply in match {number}.", number=match.number)
        return Post(none, controls=plan_controls(match, plans.person))
    heading = say("### Match {number}", number=match.number)
    secret = say("-# Only you see this. A planned reply is played at once, and holds for this position only.")
    controls = plan_controls(match, plans.person)
    if plans.standing:
        controls.append(for_match(Verb.FORGET_REPLIES, match, say("Forget all")))
    return Post("\n".join([heading, *notes]), details=secret, controls=controls)


def standing_note(plans: Plans) -> str:
    """What still may be played; empty without anything."""
    return "\n".join(
        say("If they play {turn}, you play {reply}.", turn=_bold(one.expected), reply=_bold(one.reply))
        for one in plans.standing
    )


def fallen_note(plans: Plans) -> str:
    """What fell away since the player's last turn; empty without anything."""
    if not plans.fallen:
        return ""
    return say_counted(
        "Your planned reply fell away: you had planned for {turns}.",
        "Your planned replies fell away: you had planned for {turns}.",
        count=len(plans.fallen),
        turns=_expected(plans.fallen),
    )


@sentence.register
def _(refusal: no.NotWaiting) -> str:
    if refusal.is_own_turn:
        return say("It is your turn in match {number}: play it.", number=refusal.match.number)
    return say(
        "A reply can be planned once both have their colours, while the other is to play. {whose}",
        whose=_whose_turn(refusal.match),
    )


@sentence.register
def _(refusal: no.NothingToReplyTo) -> str:
    return say("That turn would end the game, so there is nothing to reply to.")


@sentence.register
def _(refusal: no.TooManyReplies) -> str:
    return say(
        "You have planned {limit} replies to this turn. Forget them with `/reply` first.", limit=refusal.limit
    )


@sentence.register
def _(refusal: no.HalfAReply) -> str:
    return say("Give both turns: what they play (`if`) and what you then play (`then`).")


def _whose_turn(match: Match) -> str:
    assert match.to_act is not None  # The match is running.
    return say("It is {player}'s turn in match {number}.", player=name(match.to_act), number=match.number)


def _expected(planned: Sequence[PlannedReply]) -> str:
    return ", ".join(_bold(one.expected) for one in planned)


def _bold(turn: str) -> str:
    return f"**{turn}**"
