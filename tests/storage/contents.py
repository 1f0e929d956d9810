"""A database file as it is, read past everything that the tests are about."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

Contents = dict[str, list[tuple[Any, ...]]]


def contents(path: Path) -> Contents:
    """Every row of every table."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables.fetchall()}


def column(path: Path, table: str, name: str) -> list[Any]:
    """One column of a table, in the order of its rows."""
    with closing(sqlite3.connect(path)) as connection:
        return [value for (value,) in connection.execute(f"SELECT {name} FROM {table} ORDER BY rowid")]


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    """Fails when the block changes anything in the database."""
    before = contents(path)
    yield
    assert contents(path) == before
