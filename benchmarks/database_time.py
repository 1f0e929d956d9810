"""How long the database takes for what is done with it: its statements, and its commits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import Engine, Pool, event


class DatabaseTime:
    """Adds up what statements and commits take.

    ``cpu_seconds`` are those of whoever does the work: of SQLite this process, of PostgreSQL on this machine
    the server's process for the connection. ``seconds`` are those that pass meanwhile.
    """

    def __init__(self) -> None:
        self.cpu_seconds = 0.0
        self.seconds = 0.0
        self.statements = 0
        self._began: dict[object, tuple[float, float]] = {}

    @contextmanager
    def measured(self) -> Iterator[DatabaseTime]:
        """Measure whatever any engine of this process does in the block."""
        listeners = (
            (Engine, "before_cursor_execute", self._begin),
            (Engine, "after_cursor_execute", self._after_statement),
            (Engine, "commit", self._begin),
            # The connection comes back as soon as its transaction has ended, however that was.
            (Pool, "checkin", self._after_commit),
        )
        for listener in listeners:
            event.listen(*listener)
        try:
            yield self
        finally:
            for listener in listeners:
                event.remove(*listener)

    def _begin(self, connection: Any, *_: object) -> None:
        connection = connection.connection.dbapi_connection
        self._began[connection] = _cpu_seconds(connection), perf_counter()

    def _after_statement(self, connection: Any, *_: object) -> None:
        self.statements += 1
        self._end(connection.connection.dbapi_connection)

    def _after_commit(self, connection: Any, _record: object) -> None:
        self._end(connection)

    def _end(self, connection: Any) -> None:
        if began := self._began.pop(connection, None):
            cpu, wall = began
            self.cpu_seconds += _cpu_seconds(connection) - cpu
            self.seconds += perf_counter() - wall


def _cpu_seconds(connection: Any) -> float:
    driver = connection.driver_connection
    if not hasattr(driver, "get_server_pid"):
        return process_time()
    nanoseconds, *_ = Path(f"/proc/{driver.get_server_pid()}/schedstat").read_text().split()
    return int(nanoseconds) / 1e9
