"""Reporting faults to Sentry, where its address is set: where in the code they happened, and nothing of whom.

A report is made of what is listed here and of nothing else. What an error says may hold names and what people
wrote, so only its class and the lines of code are sent, and of our log the sentences without their values.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from bot.config import PREFIX

if TYPE_CHECKING:
    from sentry_sdk import Client
    from sentry_sdk.types import Event

LONGEST_FAREWELL_SECONDS = 1.0
"""For reports that are still on their way at the end."""
VARIABLE = f"{PREFIX}SENTRY_DSN"


class ReportsUnusable(Exception):
    """Faults can't be reported as it is set; the message says why in one sentence."""


@contextmanager
def reporting_faults(dsn: SecretStr | None) -> Iterator[None]:
    """Report each error that is logged within, if there is an address for it. Raises ReportsUnusable."""
    if dsn is None:
        yield
        return
    client = _client(dsn)
    handler = FaultReports(client)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        client.close(timeout=LONGEST_FAREWELL_SECONDS)


def _client(dsn: SecretStr) -> Client:
    try:
        # An optional extra, which running the bot must not need.
        from sentry_sdk import Client
        from sentry_sdk.utils import BadDsn
    except ImportError as error:
        raise ReportsUnusable(f"{VARIABLE} is set: install the bot with its extra sentry.") from error
    try:
        return Client(
            dsn=dsn.get_secret_value(),
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            server_name="catena-bot",
        )
    except BadDsn as error:
        raise ReportsUnusable(f"{VARIABLE} can't be used: it is no address of Sentry's.") from error


class FaultReports(logging.Handler):
    """Makes a report of each error that is logged."""

    def __init__(self, client: Client) -> None:
        super().__init__(logging.ERROR)
        self._client = client

    def emit(self, record: logging.LogRecord) -> None:
        self._client.capture_event(_report(record))


def _report(record: logging.LogRecord) -> Event:
    # Others may have put values into the sentence itself.
    message = str(record.msg) if record.name.startswith("bot.") else f"{record.module}, line {record.lineno}"
    event: Event = {"level": "error", "logger": record.name, "message": message}
    if fault := getattr(record, "fault", None):
        event["tags"] = {"fault": fault}
    if error := record.exc_info and record.exc_info[1]:
        event["exception"] = {"values": [_told(one) for one in reversed([*_chain(error)])]}
    return event


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, what led to it, and so on."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException) -> dict[str, Any]:
    frames = [
        {"filename": frame.filename, "function": frame.name, "lineno": frame.lineno}
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    kind = type(error)
    return {"type": kind.__name__, "module": kind.__module__, "stacktrace": {"frames": frames}}
