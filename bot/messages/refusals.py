"""The sentences of refusals: what was wrong, and what to do now."""

from __future__ import annotations

from functools import singledispatch

from bot.matches import Proposal
from bot.matches import refusals as no
from bot.matches.match import Match
from bot.messages.challenges import ending
from bot.messages.clocks import until
from bot.messages.endings import outcome
from bot.messages.proposals import ASKED, fate
from bot.messages.words import LONGEST_LIST, cells, counted, fitting, message_link, name
from engine import GameType, IllegalAction, NameKomi, NotationError, Phase, Reason

NO_KOMI = "This game type has no komi."


@singledispatch
def sentence(refusal: no.Refusal) -> str:
    """What a refusal says. Every kind has its own; a test goes through them."""
    raise NotImplementedError(type(refusal).__name__)


@sentence.register
def _(refusal: no.OpponentIsYourself) -> str:
    return "You can't challenge yourself. Name somebody else, or nobody to challenge anybody here."


@sentence.register
def _(refusal: no.OpponentIsABot) -> str:
    return "Bots don't play Catena. Name a person, or nobody to challenge anybody here."


@sentence.register
def _(refusal: no.OpponentCannotSee) -> str:
    return f"{name(refusal.opponent)} can't see this channel. Challenge them in a channel that you share."


@sentence.register
def _(refusal: no.NobodyElseHere) -> str:
    return "Nobody else is in this conversation. Challenge your friend in a channel that you share."


@sentence.register
def _(refusal: no.AlreadyChallenged) -> str:
    challenge = refusal.challenge
    link = message_link(challenge.place, challenge.message_id)
    return f"That challenge is open already{f': {link}' if link else ''}. Withdraw it to make another."


@sentence.register
def _(refusal: no.OfferedAlready) -> str:
    challenge = refusal.challenge
    link = message_link(challenge.place, challenge.message_id)
    return f"{name(challenge.challenger)} has offered you that: accept it {link or 'with `/challenges`'}."


@sentence.register
def _(refusal: no.TooManyChallenges) -> str:
    return f"You have {refusal.limit} challenges open. Withdraw one with `/challenges` to make another."


@sentence.register
def _(refusal: no.NoSuchChallenge) -> str:
    return "There is no such challenge in this channel. `/challenges` lists those that are open."


@sentence.register
def _(refusal: no.ChallengeEnded) -> str:
    return f"That challenge is no longer open. {ending(refusal.challenge)}"


@sentence.register
def _(refusal: no.NotTheOpponent) -> str:
    opponent = refusal.challenge.opponent
    if opponent is None:
        return "An open challenge can't be declined: accept it, or leave it to others."
    return f"This challenge is for {name(opponent)}. Make your own with `/challenge`."


@sentence.register
def _(refusal: no.NotTheChallenger) -> str:
    return f"Only {name(refusal.challenge.challenger)} can withdraw this challenge."


@sentence.register
def _(refusal: no.OwnChallenge) -> str:
    return "This is your own challenge: somebody else has to accept it. You can withdraw it."


@sentence.register
def _(refusal: no.NotAModerator) -> str:
    return "Only members who may manage the server can do that. `/preferences` changes what you see."


@sentence.register
def _(refusal: no.NoMatchHere) -> str:
    return "No match of yours runs in this channel. Start one with `/challenge`; `/matches` lists yours."


@sentence.register
def _(refusal: no.WhichMatch) -> str:
    lines = [f"- {match_line(match)}" for match in refusal.matches]
    return f"Which match? Name it with the option `match`.\n{fitting(lines, LONGEST_LIST)}"


@sentence.register
def _(refusal: no.NoSuchMatch) -> str:
    return "There is no such match in this channel. `/matches` lists yours, with links to them."


@sentence.register
def _(refusal: no.NotAPlayer) -> str:
    first, second = refusal.match.people
    return (
        f"Match {refusal.match.number} is between {name(first)} and {name(second)}: only they can do that. "
        "You can look at it with `/board`."
    )


@sentence.register
def _(refusal: no.NotYourTurn) -> str:
    to_act = refusal.match.to_act
    who = name(to_act) if to_act else "nobody"
    return f"It is {who}'s turn in match {refusal.match.number}. You will be called when it is yours."


@sentence.register
def _(refusal: no.MatchOver) -> str:
    return f"Match {refusal.match.number} is over: {outcome(refusal.match)}."


@sentence.register
def _(refusal: no.MatchNotOver) -> str:
    return f"Match {refusal.match.number} is still running. A rematch can follow when it is over."


@sentence.register
def _(refusal: no.NothingToTakeBack) -> str:
    return f"You have no turn to take back yet in match {refusal.match.number}."


@sentence.register
def _(refusal: no.StonesArePlaced) -> str:
    number = refusal.match.number
    return f"A stone is placed in match {number}, so it can't be cancelled any more. You can offer a draw."


@sentence.register
def _(refusal: no.AlreadyProposed) -> str:
    proposal = refusal.proposal
    link = message_link(refusal.match.place, proposal.message_id)
    where = f": {link}" if link else ""
    return f"{name(proposal.by)} {ASKED[proposal.kind]} already, and the answer is due{where}."


@sentence.register
def _(refusal: no.AlreadyDeclined) -> str:
    asked = name(refusal.match.opponent_of(refusal.proposal.by.id))
    return f"{asked} declined that. You can ask again after the next turn."


@sentence.register
def _(refusal: no.NoSuchProposal) -> str:
    return "There is no such proposal in this channel. **More** under the board says what you can propose."


@sentence.register
def _(refusal: no.NotTheOneAsked) -> str:
    asked = name(refusal.match.opponent_of(refusal.proposal.by.id))
    return f"Only {asked} can answer this. It falls away with the next turn."


@sentence.register
def _(refusal: no.ProposalEnded) -> str:
    return f"That is answered or out of date. {fate(Proposal(refusal.proposal, refusal.match))}"


@sentence.register
def _(refusal: no.NobodyIsLate) -> str:
    number = refusal.match.number
    if refusal.match.deadline is None:
        return f"Match {number} has no time limit. You can resign it, or offer a draw."
    return f"It is your own turn in match {number}, so it is your time that runs."


@sentence.register
def _(refusal: no.TimeNotUp) -> str:
    match = refusal.match
    late = name(match.to_act) if match.to_act else "The other player"
    return f"{late} has time {until(match)}. You will be told when it is up."


@sentence.register
def _(refusal: no.PositionMovedOn) -> str:
    return "The match has moved on since that message. This is how it stands now:"


@sentence.register
def _(refusal: no.WrongStoneCount) -> str:
    game = refusal.match.game
    if refusal.given == 0:
        return "Name what you play, such as `/move D5`."
    if game.options.game_type is not GameType.DOUBLE:
        return f"A turn is one stone here, not {refusal.given}. Name one cell, such as `/move D5`."
    if game.stones_due == 1:
        return "The first turn is a single stone. Name one cell, such as `/move D5`."
    return f"A turn is two stones, and you named {refusal.given}. Name two cells, such as `/move D5 E7`."


@sentence.register
def _(refusal: no.NoStoneDue) -> str:
    return f"Not now: {_what_is_due(refusal.match)}"


@sentence.register
def _(refusal: no.NotOffered) -> str:
    return "That is none of the entries offered. Choose one of them, or type your turn with `/move`."


@sentence.register
def _(refusal: no.NoSuchPosition) -> str:
    last = refusal.last_ply
    return f"The match has {counted(last, 'step')} so far. Name one from 0, the start, to {last}."


@sentence.register
def _(refusal: no.ActionRefused) -> str:
    if isinstance(refusal.error, NotationError):
        return _unreadable(refusal.match, refusal.error.written)
    return illegal(refusal.match, refusal.error)


def illegal(match: Match, error: IllegalAction) -> str:
    """Why the rules of the game don't allow an action, in the board's terms."""
    game, action = match.game, error.action
    stones = cells(error.stones)
    match error.reason:
        case Reason.GAME_OVER:
            return "The game is over."
        case Reason.NOT_NOW:
            return f"Not now: {_what_is_due(match)}"
        case Reason.NO_KOMI:
            return NO_KOMI
        case Reason.KOMI_OUT_OF_RANGE:
            given = action.points if isinstance(action, NameKomi) else action
            return f"Komi is a whole number from 0 to {game.options.largest_komi}, not {given}."
        case Reason.NO_COLOR_CHOICE:
            return "In Double placement the first player is Black; there is no choice of colours."
        case Reason.NO_BUTTON:
            return "Double placement has no button. Place your stones."
        case Reason.BUTTON_GONE:
            return "The button is taken already. Place a stone."
        case Reason.OFF_THE_BOARD:
            return f"{action} is not on this board, which goes from A1 to {game.board.cells[-1]}."
        case Reason.OCCUPIED:
            return f"{action} is occupied. Choose an empty cell."
        case Reason.THREE_NEIGHBOURS:
            return f"{action} would touch {len(error.stones)} stones, {stones}; two is the most."
        case Reason.BRANCH:
            verb = "has" if len(error.stones) == 1 else "have"
            return f"{action} would make a branch: {stones} {verb} two neighbours already."
        case Reason.RING:
            return f"{action} would close a ring with {stones}."
        case Reason.NO_SECOND_STONE:
            return f"{action} would leave no cell for your second stone. Choose another as the first."


def _unreadable(match: Match, written: str) -> str:
    if written.startswith("komi "):
        largest = match.game.options.largest_komi
        if largest is None:
            return NO_KOMI
        return f"`{_shown(written.removeprefix('komi '))}` is no komi: a whole number from 0 to {largest} is."
    return f"`{_shown(written)}` is no move. Name a cell such as `D5`, or `button`."


def _what_is_due(match: Match) -> str:
    match match.game.phase:
        case Phase.NAME_KOMI:
            return "first the komi has to be named."
        case Phase.PLACE_FIRST_STONE:
            return "the game begins with a stone, not the button or a colour."
        case Phase.CHOOSE_COLOR:
            return "first the second player has to pick a colour."
        case _:
            return "komi and colours are settled. Place a stone."


def match_line(match: Match) -> str:
    """A match in one line of a list."""
    first, second = match.people
    waiting = f"{name(match.to_act)} to act" if match.to_act else "over"
    return f"**{match.number}**: {name(first)} and {name(second)}, {waiting}"


def _shown(written: str) -> str:
    """What somebody typed, fit for a code span: its start, on one line."""
    return "".join(sign for sign in written[:20] if sign.isprintable() and sign != "`") or " "
