"""Matches as rows, with the names of their players."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select, select

from bot.storage.records import Ending, MatchMessage, MatchRecord, Pace, Person, SeriesGame, TurnClock
from bot.storage.rows import options_of, place_of
from bot.storage.tables import matches, players, series
from engine import Player

_first, _second = players.alias("first_player"), players.alias("second_player")
MATCHES: Select[Any] = (
    select(matches, _first.c.name.label("first_name"), _second.c.name.label("second_name"), series.c.best_of)
    .join(_first, _first.c.id == matches.c.first_id)
    .join(_second, _second.c.id == matches.c.second_id)
    .outerjoin(series, series.c.id == matches.c.series_id)
)
"""What `match_of` needs of every match."""


def match_of(row: Row[Any]) -> MatchRecord:
    return MatchRecord(
        id=row.id,
        number=row.number,
        place=place_of(row),
        first=Person(row.first_id, row.first_name),
        second=Person(row.second_id, row.second_name),
        options=options_of(row),
        ending=Ending(row.ending) if row.ending else None,
        winner=Player(row.winner) if row.winner else None,
        message=MatchMessage(row.message_id, row.message_ply) if row.message_id else None,
        takebacks=row.takebacks,
        pace=Pace(row.pace),
        clock=TurnClock(row.deadline, row.calls, row.call_at, row.turn_began_at),
        series=SeriesGame(row.series_id, row.series_game, row.best_of) if row.series_id else None,
        is_homeless=row.is_homeless,
    )
