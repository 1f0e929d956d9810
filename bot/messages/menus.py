"""The private menus behind a match's buttons."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Choices, Match, Plans
from bot.messages.controls import Control, Press, Verb, for_match
from bot.messages.language import mark, say, say_counted
from bot.messages.posts import Picture, Post
from bot.messages.replies import fallen_note, standing_note
from bot.messages.turns import waiting_for
from bot.messages.whatifs import plan_controls
from bot.messages.words import name
from bot.storage import Person, ProposalKind
from rendering.words import COLORS, listed

_PROPOSE = {
    ProposalKind.TAKEBACK: (Verb.ASK_TAKEBACK, mark("Ask for a takeback")),
    ProposalKind.DRAW: (Verb.OFFER_DRAW, mark("Offer a draw")),
    ProposalKind.CANCEL: (Verb.ASK_CANCEL, mark("Cancel the match")),
}


def more_post(choices: Choices, plans: Plans, viewer: Person) -> Post:
    """What a player may do in a match besides their turn: only what is possible now."""
    match = choices.match
    color = match.color_of(viewer)
    role = [say("You play {color}.", color=COLORS[color])] if color else []
    notes = [note for note in (fallen_note(plans), standing_note(plans)) if note]
    heading = "\n".join(
        [
            say("### Match {number}", number=match.number),
            " ".join([*role, waiting_for(match, viewer)]),
            *notes,
        ]
    )
    controls = (
        [for_match(Verb.LEGAL_MOVES, match, say("Legal moves"))] if match.game.legal_placements() else []
    )
    controls += [for_match(Verb.REPLAY, match, say("Replay"))] if match.ply else []
    controls.append(Control.make(Press(Verb.RULES_PAGE, 0), say("Rules")))
    controls += plan_controls(match, viewer)
    if choices.can_claim_win:
        controls.append(for_match(Verb.CLAIM_WIN, match, say("Claim the win"), ButtonStyle.primary))
    return Post(heading, controls=controls, more_controls=_acts(choices))


def legal_moves_post(match: Match, picture: Picture) -> Post:
    """Where a stone may be placed now, lit on the board and as a list."""
    legal = match.game.legal_placements()
    heading = say_counted(
        "### Match {number}: {count} legal cell",
        "### Match {number}: {count} legal cells",
        len(legal),
        number=match.number,
    )
    button = [say("The button may be taken instead.")] if match.game.can_take_button else []
    return Post(heading, picture, " ".join([f"{listed(legal)}.", *button]))


def resign_post(match: Match, viewer: Person) -> Post:
    """Asks once more before a player gives a match up."""
    opponent = match.opponent_of(viewer.id)
    controls = [
        for_match(
            Verb.RESIGN_SURELY, match, say("Resign match {number}", number=match.number), ButtonStyle.danger
        ),
        for_match(Verb.KEEP_PLAYING, match, say("Keep playing")),
    ]
    question = say(
        "Resign match {number}? {opponent} then wins it.", number=match.number, opponent=name(opponent)
    )
    return Post(question, controls=controls)


def _acts(choices: Choices) -> list[Control]:
    """The buttons that change the match, or ask the other player to."""
    match = choices.match
    controls = [
        for_match(verb, match, say(label)) for verb, label in map(_PROPOSE.__getitem__, choices.kinds)
    ]
    if choices.can_give_time:
        controls.append(for_match(Verb.GIVE_TIME, match, say("Give time")))
    return [*controls, for_match(Verb.RESIGN, match, say("Resign"), ButtonStyle.danger)]
