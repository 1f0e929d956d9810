"""What is said about records: the files, the records loaded from files, and why one can't be."""

from __future__ import annotations

from bot.matches import Replay
from bot.matches import refusals as no
from bot.messages.controls import Verb, for_match
from bot.messages.endings import outcome
from bot.messages.posts import Document, Picture, Post
from bot.messages.refusals import sentence
from bot.messages.turns import last_turn, score_lines
from bot.messages.words import code, name, terms
from bot.records import MOST_BYTES, Fault, GameRecord, Spot, write_json, write_record
from bot.storage import Ending, Person

NOT_A_RECORD = "That file is not the record of a game of Catena. `/record` gives such files."
BY = {Ending.RESIGNED: " by resignation", Ending.OUT_OF_TIME: " on time", Ending.DRAWN: " by agreement"}


def record_post(record: GameRecord) -> Post:
    """A match as files."""
    first, second = (name(Person(0, player)) for player in (record.first, record.second))
    heading = (
        f"### Match {record.number} as a file\n{first} against {second}, to read and as JSON for programs. "
        "`/record` with the option `file` shows either again."
    )
    stem = f"catena-match-{record.number}"
    documents = [
        Document(f"{stem}.txt", write_record(record).encode()),
        Document(f"{stem}.json", write_json(record).encode()),
    ]
    return Post(heading, documents=documents)


def loaded_post(replay: Replay, picture: Picture) -> Post:
    """One position of a loaded record, with the buttons that lead to the others."""
    shown, last_ply = replay.shown, replay.last_ply
    first, second = map(name, shown.people)
    is_first, is_last = shown.ply == 0, shown.ply == last_ply
    ending = shown.record.ending
    result = [f"The game is over: {outcome(shown)}{BY.get(ending, '')}."] if ending else []
    footer = f"-# From a file · {terms(shown.record.options)} · step {shown.ply} of {last_ply}"
    controls = [
        for_match(Verb.LOADED_START, shown, "⏮", enabled=not is_first),
        for_match(Verb.LOADED_BACK, shown, "◀", enabled=not is_first),
        for_match(Verb.LOADED_ON, shown, "▶", enabled=not is_last),
        for_match(Verb.LOADED_END, shown, "⏭", enabled=not is_last),
    ]
    heading = f"{first} against {second}" if is_first else last_turn(shown)
    return Post(heading, picture, "\n".join([*score_lines(shown), *result, footer]), controls=controls)


@sentence.register
def _(refusal: no.RecordUnreadable) -> str:
    error = refusal.problem
    where, text = _where(error.spot), code(error.text)
    match error.fault:
        case Fault.TOO_LARGE | Fault.TOO_MANY_LINES:
            return f"That file is too large: records have no more than {MOST_BYTES // 1024} KiB."
        case Fault.NOT_TEXT | Fault.NO_RECORD:
            return NOT_A_RECORD
        case Fault.OTHER_VERSION:
            return f"That record is of version {text}, which this bot can't read."
        case Fault.BAD_JSON:
            return "That file begins like JSON, but is damaged. Ask for it again with `/record`."
        case Fault.NO_HEADER:
            return f"{where}{text} is no header: a name, a colon and a value."
        case Fault.UNKNOWN_HEADER:
            return f"{where}no record has a header {text}."
        case Fault.REPEATED_HEADER:
            return f"{where}the header {text} is there twice."
        case Fault.MISSING_HEADER:
            return f"The record lacks the header {text}."
        case Fault.BAD_VALUE:
            return f"{where}{text} is not possible."
        case Fault.BAD_NUMBER:
            return f"{where}turn {text} should stand here, with its number."
        case Fault.WRONG_RESULT:
            return f"{where}the result {text} is not what the turns lead to."
        case _:
            return f"{where}{text} is not one whole turn."


@sentence.register
def _(refusal: no.RecordedActionRefused) -> str:
    return f"{_where(refusal.spot)}{sentence(no.ActionRefused(refusal.match, refusal.error))}"


@sentence.register
def _(refusal: no.RecordForgotten) -> str:
    return "That record is no longer kept. Load its file again with `/record`."


@sentence.register
def _(refusal: no.FileUnavailable) -> str:
    return "Discord did not hand that file over. Attach it once more."


@sentence.register
def _(refusal: no.MatchAndFile) -> str:
    return "Name a match to get its record, or attach a file to see it: not both."


def _where(spot: Spot) -> str:
    if spot.line:
        return f"Line {spot.line} of that file: "
    return f"Turn {spot.turn} of that file: " if spot.turn else "In that file: "
