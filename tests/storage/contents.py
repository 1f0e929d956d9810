"""A database as it is, read past everything that the tests are about."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import URL

from bot.storage.tables import metadata

Contents = dict[str, list[tuple[Any, ...]]]
_NUMBER_ON = (
    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) "
    "FROM {table}"
)
"""SQLite numbers the next row after those that are there, PostgreSQL after the last that it numbered."""

_kept: dict[URL, Any] = {}
"""The latest connection to a server."""

_SQLITE_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
_POSTGRESQL_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"


def contents(where: URL | Path) -> Contents:
    """Every row of every table, in any order that is always the same."""
    with connected(where) as connection:
        names = _SQLITE_TABLES if _is_sqlite(where) else _POSTGRESQL_TABLES
        tables = [name for (name,) in connection.execute(names).fetchall()]
        rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
        return {name: sorted(found, key=repr) for name, found in rows.items()}


def column(where: URL | Path, table: str, name: str) -> list[Any]:
    """One column of a table, in the order of its primary key."""
    order = ", ".join(metadata.tables[table].primary_key.columns.keys())
    with connected(where) as connection:
        return [value for (value,) in connection.execute(f"SELECT {name} FROM {table} ORDER BY {order}")]


@contextmanager
def unchanged(where: URL | Path) -> Iterator[None]:
    """Fails when the block changes anything in the database."""
    before = contents(where)
    yield
    assert contents(where) == before


@contextmanager
def changing(where: URL | Path) -> Iterator[Any]:
    """A connection that is committed at the end, of no part of the bot."""
    with connected(where) as connection:
        yield connection
        connection.commit()


def put(where: URL | Path, rows: Contents) -> None:
    """Let exactly these rows be stored, of the tables that the bot knows."""
    place = "?" if _is_sqlite(where) else "%s"
    with changing(where) as connection:
        for some in _at_once(where, [f"DELETE FROM {one.name}" for one in reversed(metadata.sorted_tables)]):
            connection.execute(some)
        for table in metadata.sorted_tables:
            if stored := rows.get(table.name):
                places = ", ".join([place] * len(stored[0]))
                connection.cursor().executemany(f"INSERT INTO {table.name} VALUES ({places})", stored)
        if not _is_sqlite(where):
            numbered = [one.name for one in metadata.sorted_tables if one.autoincrement_column is not None]
            connection.execute("; ".join(_NUMBER_ON.format(table=name) for name in numbered))


def _at_once(where: URL | Path, statements: list[str]) -> list[str]:
    """PostgreSQL takes several statements in one, which is quicker."""
    return statements if _is_sqlite(where) else ["; ".join(statements)]


@contextmanager
def connected(where: URL | Path) -> Iterator[Any]:
    """A connection by a driver that the bot doesn't use."""
    if isinstance(where, Path):
        opened: Any = sqlite3.connect(where)
    elif _is_sqlite(where):
        opened = sqlite3.connect(str(where.database))
    else:
        yield _connection_to(where)
        return
    with closing(opened) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


def disconnect() -> None:
    """Close the connection that is kept: a database that somebody looks at can't be copied."""
    for url in list(_kept):
        _kept.pop(url).close()


def _connection_to(where: URL) -> Any:
    """A connection that stays open, since opening one costs more than what it reads."""
    if where not in _kept:
        disconnect()
        _kept[where] = psycopg.connect(
            host=where.query["host"], user=where.username, dbname=where.database, autocommit=True
        )
    return _kept[where]


def _is_sqlite(where: URL | Path) -> bool:
    return isinstance(where, Path) or where.get_backend_name() == "sqlite"
