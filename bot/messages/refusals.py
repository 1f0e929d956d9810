"""The sentences of refusals: what was wrong, and what to do now."""

from __future__ import annotations

from datetime import timedelta
from functools import singledispatch

import discord

from bot.matches import Proposal
from bot.matches import refusals as no
from bot.matches.match import Match
from bot.messages.challenges import ending
from bot.messages.clocks import until
from bot.messages.endings import outcome
from bot.messages.language import mark, say, say_counted
from bot.messages.proposals import fate
from bot.messages.words import LONGEST_LIST, fitting, message_link, name, typed
from bot.storage import ProposalKind
from engine import GameType, IllegalAction, NameKomi, NotationError, Phase, Reason
from rendering.words import listed

LONGEST_TYPED = 20
NO_KOMI = mark("This game type has no komi.")
ASKED_ALREADY = {
    ProposalKind.TAKEBACK: mark(
        "{name} asks to take their last turn back already, and the answer is due{where}."
    ),
    ProposalKind.DRAW: mark("{name} offers a draw already, and the answer is due{where}."),
    ProposalKind.CANCEL: mark(
        "{name} asks to cancel the match without a result already, and the answer is due{where}."
    ),
}
"""What the other hears who proposes the same; ``{where}`` is a colon and a link, or nothing."""
ILLEGAL = {
    Reason.GAME_OVER: mark("The game is over."),
    Reason.NO_KOMI: NO_KOMI,
    Reason.KOMI_OUT_OF_RANGE: mark("Komi is a whole number from 0 to {largest}, not {komi}."),
    Reason.NO_COLOR_CHOICE: mark(
        "In Double placement the first player is Black; there is no choice of colours."
    ),
    Reason.NO_BUTTON: mark("Double placement has no button. Place your stones."),
    Reason.BUTTON_GONE: mark("The button is taken already. Place a stone."),
    Reason.OFF_THE_BOARD: mark("{cell} is not on this board, which goes from A1 to {last}."),
    Reason.OCCUPIED: mark("{cell} is occupied. Choose an empty cell."),
    Reason.RING: mark("{cell} would close a ring with {stones}."),
    Reason.NO_SECOND_STONE: mark(
        "{cell} would leave no cell for your second stone. Choose another as the first."
    ),
}
"""Why an action is not allowed, for the reasons that one sentence tells."""


@singledispatch
def sentence(refusal: no.Refusal) -> str:
    """What a refusal says. Every kind has its own; a test goes through them."""
    raise NotImplementedError(type(refusal).__name__)


@sentence.register
def _(refusal: no.ActorIsABot) -> str:
    return say("Catena is for people: no other bot can play or look.")


@sentence.register
def _(refusal: no.OpponentIsYourself) -> str:
    return say("You can't challenge yourself. Name somebody else, or nobody to challenge anybody here.")


@sentence.register
def _(refusal: no.OpponentIsABot) -> str:
    return say("Bots don't play Catena. Name a person, or nobody to challenge anybody here.")


@sentence.register
def _(refusal: no.OpponentCannotSee) -> str:
    return say(
        "{opponent} can't see this channel. Challenge them in a channel that you share.",
        opponent=name(refusal.opponent),
    )


@sentence.register
def _(refusal: no.CannotAskDiscord) -> str:
    return say(
        "Discord doesn't tell right now whether {opponent} can see this channel. Try again in a few minutes.",
        opponent=name(refusal.opponent),
    )


@sentence.register
def _(refusal: no.OpponentIsDeleted) -> str:
    return say("The other player has deleted their data, so nobody is there to play on. Use `/challenge`.")


@sentence.register
def _(refusal: no.NobodyElseHere) -> str:
    return say("Nobody else is in this conversation. Challenge your friend in a channel that you share.")


@sentence.register
def _(refusal: no.AlreadyChallenged) -> str:
    challenge = refusal.challenge
    link = message_link(challenge.place, challenge.message_id)
    if link is None:
        return say("That challenge is open already. Withdraw it to make another.")
    return say("That challenge is open already: {link}. Withdraw it to make another.", link=link)


@sentence.register
def _(refusal: no.OfferedAlready) -> str:
    challenge, challenger = refusal.challenge, name(refusal.challenge.challenger)
    link = message_link(challenge.place, challenge.message_id)
    if link is None:
        return say("{name} has offered you that: accept it with `/challenges`.", name=challenger)
    return say("{name} has offered you that: accept it {link}.", name=challenger, link=link)


@sentence.register
def _(refusal: no.TooManyChallenges) -> str:
    return say_counted(
        "You have {count} challenge open. Withdraw one with `/challenges`, in its channel, to make another.",
        "You have {count} challenges open. Withdraw one with `/challenges`, in its channel, to make another.",
        count=refusal.limit,
    )


@sentence.register
def _(refusal: no.NoSuchChallenge) -> str:
    return say("There is no such challenge in this channel. `/challenges` lists those that are open.")


@sentence.register
def _(refusal: no.ChallengeEnded) -> str:
    return say("That challenge is no longer open. {ending}", ending=ending(refusal.challenge))


@sentence.register
def _(refusal: no.NotTheOpponent) -> str:
    opponent = refusal.challenge.opponent
    if opponent is None:
        return say("An open challenge can't be declined: accept it, or leave it to others.")
    return say("This challenge is for {name}. Make your own with `/challenge`.", name=name(opponent))


@sentence.register
def _(refusal: no.NotTheChallenger) -> str:
    return say("Only {name} can withdraw this challenge.", name=name(refusal.challenge.challenger))


@sentence.register
def _(refusal: no.OwnChallenge) -> str:
    return say("This is your own challenge: somebody else has to accept it. You can withdraw it.")


@sentence.register
def _(refusal: no.NotAModerator) -> str:
    return say("Only members who may manage the server can do that. `/preferences` changes what you see.")


@sentence.register
def _(refusal: no.NoMatchHere) -> str:
    return say("No match of yours runs in this channel. Start one with `/challenge`; `/matches` lists yours.")


@sentence.register
def _(refusal: no.WhichMatch) -> str:
    lines = [f"- {match_line(match)}" for match in refusal.matches]
    question = say("Which match? Name it with the option `match`.")
    return f"{question}\n{fitting(lines, LONGEST_LIST, refusal.more)}"


@sentence.register
def _(refusal: no.NoSuchMatch) -> str:
    return say("There is no such match in this channel. `/matches` lists yours, with links to them.")


@sentence.register
def _(refusal: no.NotAPlayer) -> str:
    first, second = refusal.match.people
    return say(
        "Match {number} is between {first} and {second}: only they can do that. "
        "You can look at it with `/board`.",
        number=refusal.match.number,
        first=name(first),
        second=name(second),
    )


@sentence.register
def _(refusal: no.NotYourTurn) -> str:
    to_act = refusal.match.to_act
    return say(
        "It is {name}'s turn in match {number}. Yours comes after it.",
        name=name(to_act) if to_act else say("nobody"),
        number=refusal.match.number,
    )


@sentence.register
def _(refusal: no.MatchOver) -> str:
    number, how = refusal.match.number, outcome(refusal.match)
    return say("Match {number} is over: {outcome}.", number=number, outcome=how)


@sentence.register
def _(refusal: no.MatchNotOver) -> str:
    number = refusal.match.number
    return say("Match {number} is still running. A rematch can follow when it is over.", number=number)


@sentence.register
def _(refusal: no.NothingToTakeBack) -> str:
    return say("You have no turn to take back yet in match {number}.", number=refusal.match.number)


@sentence.register
def _(refusal: no.StonesArePlaced) -> str:
    return say(
        "A stone is placed in match {number}, so it can't be cancelled any more. You can offer a draw.",
        number=refusal.match.number,
    )


@sentence.register
def _(refusal: no.AlreadyProposed) -> str:
    proposal = refusal.proposal
    link = message_link(refusal.match.place, proposal.message_id)
    where = f": {link}" if link else ""
    return say(ASKED_ALREADY[proposal.kind], name=name(proposal.by), where=where)


@sentence.register
def _(refusal: no.AlreadyDeclined) -> str:
    asked = name(refusal.match.opponent_of(refusal.proposal.by.id))
    return say("{name} declined that. You can ask again after the next turn.", name=asked)


@sentence.register
def _(refusal: no.NoSuchProposal) -> str:
    return say(
        "There is no such proposal in this channel. **More** under the board says what you can propose."
    )


@sentence.register
def _(refusal: no.NotTheOneAsked) -> str:
    asked = name(refusal.match.opponent_of(refusal.proposal.by.id))
    return say("Only {name} can answer this. It falls away with the next turn.", name=asked)


@sentence.register
def _(refusal: no.ProposalEnded) -> str:
    proposal = Proposal(refusal.proposal, refusal.match)
    return say("That is answered or out of date. {fate}", fate=fate(proposal))


@sentence.register
def _(refusal: no.NobodyIsLate) -> str:
    number = refusal.match.number
    if refusal.match.deadline is None:
        return say("Match {number} has no time limit. You can resign it, or offer a draw.", number=number)
    return say("It is your own turn in match {number}, so it is your time that runs.", number=number)


@sentence.register
def _(refusal: no.TimeNotUp) -> str:
    match = refusal.match
    late = name(match.to_act) if match.to_act else say("The other player")
    return say("{late} has time {until}. Only then can you claim the win.", late=late, until=until(match))


@sentence.register
def _(refusal: no.PositionMovedOn) -> str:
    return say("The match has moved on since that message. This is how it stands now:")


@sentence.register
def _(refusal: no.WrongStoneCount) -> str:
    game = refusal.match.game
    if refusal.given == 0:
        return say("Name what you play, such as `/move D5`.")
    if game.options.game_type is not GameType.DOUBLE:
        return say(
            "A turn is one stone here, not {given}. Name one cell, such as `/move D5`.", given=refusal.given
        )
    if game.stones_due == 1:
        return say("The first turn is a single stone. Name one cell, such as `/move D5`.")
    return say(
        "A turn is two stones, and you named {given}. Name two cells, such as `/move D5 E7`.",
        given=refusal.given,
    )


@sentence.register
def _(refusal: no.NoStoneDue) -> str:
    return _not_now(refusal.match)


@sentence.register
def _(refusal: no.NoKomiDue) -> str:
    return say(
        "No komi is to be named in match {number} now. `/board` shows what is due.",
        number=refusal.match.number,
    )


@sentence.register
def _(refusal: no.NotOffered) -> str:
    return say("That is none of the entries offered. Choose one of them, or type your turn with `/move`.")


@sentence.register
def _(refusal: no.NoSuchPosition) -> str:
    return say_counted(
        "The match has {count} step so far. Name one from 0, the start, to {count}.",
        "The match has {count} steps so far. Name one from 0, the start, to {count}.",
        count=refusal.last_ply,
    )


@sentence.register
def _(refusal: no.ActionRefused) -> str:
    if isinstance(refusal.error, NotationError):
        return _unreadable(refusal.match, refusal.error.written)
    return illegal(refusal.match, refusal.error)


def illegal(match: Match, error: IllegalAction) -> str:
    """Why the rules of the game don't allow an action, in the board's terms."""
    match error.reason:
        case Reason.NOT_NOW:
            return _not_now(match)
        case Reason.THREE_NEIGHBOURS:
            return _three_neighbours(error)
        case Reason.BRANCH:
            return _branch(error)
    return say(
        ILLEGAL[error.reason],
        cell=error.action,
        komi=error.action.points if isinstance(error.action, NameKomi) else error.action,
        largest=match.game.options.largest_komi,
        last=match.game.board.cells[-1],
        stones=listed(error.stones),
    )


def _three_neighbours(error: IllegalAction) -> str:
    return say_counted(
        "{cell} would touch {count} stone, {stones}; two is the most.",
        "{cell} would touch {count} stones, {stones}; two is the most.",
        count=len(error.stones),
        cell=error.action,
        stones=listed(error.stones),
    )


def _branch(error: IllegalAction) -> str:
    return say_counted(
        "{cell} would make a branch: {stones} has two neighbours already.",
        "{cell} would make a branch: {stones} have two neighbours already.",
        count=len(error.stones),
        cell=error.action,
        stones=listed(error.stones),
    )


def _unreadable(match: Match, written: str) -> str:
    if written.startswith("komi "):
        largest = match.game.options.largest_komi
        if largest is None:
            return say(NO_KOMI)
        return say(
            "`{written}` is no komi: a whole number from 0 to {largest} is.",
            written=typed(written.removeprefix("komi "), LONGEST_TYPED),
            largest=largest,
        )
    return say(
        "`{written}` is no move. Name a cell such as `D5`, or `button`.",
        written=typed(written, LONGEST_TYPED),
    )


def _not_now(match: Match) -> str:
    match match.game.phase:
        case Phase.NAME_KOMI:
            return say("Not now: first the komi has to be named.")
        case Phase.PLACE_FIRST_STONE:
            return say("Not now: the game begins with a stone, not the button or a colour.")
        case Phase.CHOOSE_COLOR:
            return say("Not now: first the second player has to pick a colour.")
        case _:
            return say("Not now: komi and colours are settled. Place a stone.")


def match_line(match: Match) -> str:
    """A match in one line of a list."""
    first, second = match.people
    people = {"first": name(first), "second": name(second)}
    if match.to_act is None:
        return say("**{number}**: {first} and {second}, over", number=match.number, **people)
    to_act = name(match.to_act)
    return say(
        "**{number}**: {first} and {second}, {to_act} to act", number=match.number, to_act=to_act, **people
    )


@sentence.register
def _(refusal: no.TooOften) -> str:
    # Discord counts whole seconds: one more, lest it is too early again.
    again = discord.utils.format_dt(refusal.again_at + timedelta(seconds=1), "R")
    return say("That is a lot at once. You can go on {again}; your matches wait for you.", again=again)
