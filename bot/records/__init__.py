"""Games as files: a form for people, the same as JSON, and reading both. Knows the engine and nothing else.

The form is described in ``docs/record-format.md``.
"""

from bot.records.errors import Fault, RecordError, Spot
from bot.records.reader import MOST_BYTES, read_record
from bot.records.record import LONGEST_NAME, End, GameRecord
from bot.records.writer import write_json, write_record

__all__ = [
    "LONGEST_NAME",
    "MOST_BYTES",
    "End",
    "Fault",
    "GameRecord",
    "RecordError",
    "Spot",
    "read_record",
    "write_json",
    "write_record",
]
