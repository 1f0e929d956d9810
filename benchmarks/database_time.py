"""How long the database takes for what is done with it: its statements, and its commits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from sqlalchemy import Engine, Pool, event


class DatabaseTime:
    """Adds up what passes from each statement to its rows, and from each commit to its end."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """Of statements."""
        self.commit_seconds = 0.0
        self.statements = 0
        self._began: dict[object, float] = {}

    @contextmanager
    def measured(self) -> Iterator[DatabaseTime]:
        """Measure whatever any engine of this process does in the block."""
        listeners = (
            (Engine, "before_cursor_execute", self._before_statement),
            (Engine, "after_cursor_execute", self._after_statement),
            (Engine, "commit", self._before_commit),
            (Pool, "checkin", self._after_commit),
        )
        for listener in listeners:
            event.listen(*listener)
        try:
            yield self
        finally:
            for listener in listeners:
                event.remove(*listener)

    def reset(self) -> None:
        """Begin anew."""
        self.seconds, self.commit_seconds, self.statements = 0.0, 0.0, 0

    def _before_statement(self, connection: Any, *_: object) -> None:
        self._began[connection.connection.dbapi_connection] = perf_counter()

    def _after_statement(self, connection: Any, *_: object) -> None:
        self.statements += 1
        self.seconds += self._passed(connection.connection.dbapi_connection)

    def _before_commit(self, connection: Any) -> None:
        self._began[connection.connection.dbapi_connection] = perf_counter()

    def _after_commit(self, dbapi_connection: object, _record: object) -> None:
        # The connection comes back as soon as its transaction has ended, however that was.
        self.commit_seconds += self._passed(dbapi_connection)

    def _passed(self, dbapi_connection: object) -> float:
        now = perf_counter()
        return now - self._began.pop(dbapi_connection, now)
