"""What is said about records: the files, the records loaded from files, and why one can't be."""

from __future__ import annotations

from bot.matches import Match, Replay
from bot.matches import refusals as no
from bot.messages.controls import Verb, for_match
from bot.messages.language import mark, say
from bot.messages.posts import Document, Picture, Post
from bot.messages.refusals import sentence
from bot.messages.turns import last_turn, score_lines
from bot.messages.words import code, name, terms
from bot.records import MOST_BYTES, Fault, GameRecord, Spot, write_json, write_record
from bot.storage import Ending, Person

TOO_LARGE = mark("That file is too large: records have no more than {most} KiB.")
NOT_A_RECORD = mark("That file is not the record of a game of Catena. `/record` gives such files.")
NOT_A_TURN = mark("{where} {text} is not one whole turn.")
FAULTS = {
    Fault.TOO_LARGE: TOO_LARGE,
    Fault.NOT_TEXT: NOT_A_RECORD,
    Fault.NO_RECORD: NOT_A_RECORD,
    Fault.OTHER_VERSION: mark("That record is of version {text}, which this bot can't read."),
    Fault.BAD_JSON: mark("That file begins like JSON, but is damaged. Ask for it again with `/record`."),
    Fault.TOO_MANY_LINES: TOO_LARGE,
    Fault.NO_HEADER: mark("{where} {text} is no header: a name, a colon and a value."),
    Fault.UNKNOWN_HEADER: mark("{where} no record has a header {text}."),
    Fault.REPEATED_HEADER: mark("{where} the header {text} is there twice."),
    Fault.MISSING_HEADER: mark("The record lacks the header {text}."),
    Fault.BAD_VALUE: mark("{where} {text} is not possible."),
    Fault.BAD_NUMBER: mark("{where} turn {text} should stand here, with its number."),
    Fault.BAD_ACTION: NOT_A_TURN,
    Fault.BROKEN_TURN: NOT_A_TURN,
    Fault.WRONG_RESULT: mark("{where} the result {text} is not what the turns lead to."),
}
"""What is wrong with a file; ``{where}`` is ``Line 3 of that file:`` or the like."""
RESULTS = {
    Ending.PLAYED: mark("The game is over: {winner} won."),
    Ending.RESIGNED: mark("The game is over: {winner} won by resignation."),
    Ending.OUT_OF_TIME: mark("The game is over: {winner} won on time."),
    Ending.DRAWN: mark("The game is over: it is a draw by agreement."),
    Ending.CANCELLED: mark("The game is over: it was cancelled."),
}


def record_post(record: GameRecord) -> Post:
    """A match as files."""
    first, second = (name(Person(0, player)) for player in (record.first, record.second))
    heading = say("### Match {number} as a file", number=record.number)
    text = say(
        "{first} against {second}, to read and as JSON for programs. "
        "`/record` with the option `file` shows either again.",
        first=first,
        second=second,
    )
    stem = f"catena-match-{record.number}"
    documents = [
        Document(f"{stem}.txt", write_record(record).encode()),
        Document(f"{stem}.json", write_json(record).encode()),
    ]
    return Post(f"{heading}\n{text}", documents=documents)


def loaded_post(replay: Replay, picture: Picture) -> Post:
    """One position of a loaded record, with the buttons that lead to the others."""
    shown, last_ply = replay.shown, replay.last_ply
    is_first, is_last = shown.ply == 0, shown.ply == last_ply
    footer = say(
        "-# From a file · {terms} · step {step} of {last}",
        terms=terms(shown.record.options),
        step=shown.ply,
        last=last_ply,
    )
    controls = [
        for_match(Verb.LOADED_START, shown, "⏮", enabled=not is_first),
        for_match(Verb.LOADED_BACK, shown, "◀", enabled=not is_first),
        for_match(Verb.LOADED_ON, shown, "▶", enabled=not is_last),
        for_match(Verb.LOADED_END, shown, "⏭", enabled=not is_last),
    ]
    heading = _players(shown) if is_first else last_turn(shown)
    details = "\n".join([*score_lines(shown), *_result(shown), footer])
    return Post(heading, picture, details, controls=controls)


def _players(match: Match) -> str:
    first, second = map(name, match.people)
    return say("{first} against {second}", first=first, second=second)


def _result(match: Match) -> list[str]:
    if match.record.ending is None:
        return []
    return [say(RESULTS[match.record.ending], winner=name(match.winner) if match.winner else "")]


@sentence.register
def _(refusal: no.RecordUnreadable) -> str:
    error = refusal.problem
    where, text, most = _where(error.spot), code(error.text), MOST_BYTES // 1024
    return say(FAULTS[error.fault], where=where, text=text, most=most)


@sentence.register
def _(refusal: no.RecordedActionRefused) -> str:
    why = sentence(no.ActionRefused(refusal.match, refusal.error))
    return f"{_where(refusal.spot)} {why}"


@sentence.register
def _(refusal: no.RecordForgotten) -> str:
    return say("That record is no longer kept. Load its file again with `/record`.")


@sentence.register
def _(refusal: no.FileUnavailable) -> str:
    return say("Discord did not hand that file over. Attach it once more.")


@sentence.register
def _(refusal: no.MatchAndFile) -> str:
    return say("Name a match to get its record, or attach a file to see it: not both.")


def _where(spot: Spot) -> str:
    if spot.line:
        return say("Line {line} of that file:", line=spot.line)
    return say("Turn {turn} of that file:", turn=spot.turn) if spot.turn else say("In that file:")
