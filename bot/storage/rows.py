"""What rows of several tables have in common."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Insert, Row, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Place
from engine import GameOptions, GameType, Scoring


async def upsert(
    connection: AsyncConnection,
    table: Table,
    key: Mapping[str, object],
    initial: Mapping[str, object] | None = None,
    /,
    **values: object,
) -> None:
    """Write values into the row with this primary key, which need not be there yet.

    ``initial`` are values of a new row, which one that is there keeps as they are.
    """
    statement = _upsert(connection.dialect.name, table, tuple(key), tuple(values))
    await connection.execute(statement, {**key, **(initial or {}), **values})


@functools.cache
def _upsert(dialect_name: str, table: Table, key: tuple[str, ...], values: tuple[str, ...]) -> Insert:
    dialect = postgresql if dialect_name == "postgresql" else sqlite
    statement: sqlite.Insert | postgresql.Insert = dialect.insert(table)
    new = {name: statement.excluded[name] for name in values}
    return statement.on_conflict_do_update(index_elements=key, set_=new)


def options_of(row: Row[Any]) -> GameOptions:
    return GameOptions(row.size, GameType(row.game_type), Scoring(row.scoring))


def option_values(options: GameOptions) -> dict[str, object]:
    return {"size": options.size, "game_type": options.game_type, "scoring": options.scoring}


def place_values(place: Place) -> dict[str, object]:
    return {"guild_id": place.guild_id, "channel_id": place.channel_id, "parent_id": place.parent_id}


def place_of(row: Row[Any]) -> Place:
    return Place(row.guild_id, row.channel_id, row.parent_id)


def new_id(primary_key: Sequence[Any] | None) -> int:
    assert primary_key is not None  # Both databases return the id of a row that they numbered.
    return int(primary_key[0])
