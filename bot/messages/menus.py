"""The private menus behind a match's buttons."""

from __future__ import annotations

from discord import ButtonStyle

from bot.matches import Choices, Match, Plans
from bot.messages.controls import Control, Press, Verb, for_match
from bot.messages.posts import Picture, Post
from bot.messages.replies import fallen_note, standing_note
from bot.messages.turns import waiting_for
from bot.messages.whatifs import plan_controls
from bot.messages.words import COLORS, cells, counted, name
from bot.storage import Person, ProposalKind

_PROPOSE = {
    ProposalKind.TAKEBACK: (Verb.ASK_TAKEBACK, "Ask for a takeback"),
    ProposalKind.DRAW: (Verb.OFFER_DRAW, "Offer a draw"),
    ProposalKind.CANCEL: (Verb.ASK_CANCEL, "Cancel the match"),
}


def more_post(choices: Choices, plans: Plans, viewer: Person) -> Post:
    """What a player may do in a match besides their turn: only what is possible now."""
    match = choices.match
    color = match.color_of(viewer)
    role = f"You play {COLORS[color]}. " if color else ""
    notes = [note for note in (fallen_note(plans), standing_note(plans)) if note]
    heading = "\n".join([f"### Match {match.number}", f"{role}{waiting_for(match, viewer)}", *notes])
    controls = [for_match(Verb.LEGAL_MOVES, match, "Legal moves")] if match.game.legal_placements() else []
    controls += [for_match(Verb.REPLAY, match, "Replay")] if match.ply else []
    controls.append(Control.make(Press(Verb.RULES_PAGE, 0), "Rules"))
    controls += plan_controls(match, viewer)
    if choices.can_claim_win:
        controls.append(for_match(Verb.CLAIM_WIN, match, "Claim the win", ButtonStyle.primary))
    return Post(heading, controls=controls, more_controls=_acts(choices))


def legal_moves_post(match: Match, picture: Picture) -> Post:
    """Where a stone may be placed now, lit on the board and as a list."""
    legal = match.game.legal_placements()
    button = " The button may be taken instead." if match.game.can_take_button else ""
    heading = f"### Match {match.number}: {counted(len(legal), 'legal cell')}"
    return Post(heading, picture, f"{cells(legal)}.{button}")


def resign_post(match: Match, viewer: Person) -> Post:
    """Asks once more before a player gives a match up."""
    opponent = match.opponent_of(viewer.id)
    controls = [
        for_match(Verb.RESIGN_SURELY, match, f"Resign match {match.number}", ButtonStyle.danger),
        for_match(Verb.KEEP_PLAYING, match, "Keep playing"),
    ]
    return Post(f"Resign match {match.number}? {name(opponent)} then wins it.", controls=controls)


def _acts(choices: Choices) -> list[Control]:
    """The buttons that change the match, or ask the other player to."""
    match = choices.match
    controls = [for_match(verb, match, label) for verb, label in map(_PROPOSE.__getitem__, choices.kinds)]
    if choices.can_give_time:
        controls.append(for_match(Verb.GIVE_TIME, match, "Give time"))
    return [*controls, for_match(Verb.RESIGN, match, "Resign", ButtonStyle.danger)]
