"""What rows of several tables have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.records import Place
from engine import GameOptions, GameType, Scoring


async def upsert(
    connection: AsyncConnection, table: Table, key: Mapping[str, object], **values: object
) -> None:
    """Write values into the row with this primary key, which need not be there yet."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).values(**key, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))


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
