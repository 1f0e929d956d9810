"""What is reported to Sentry, read by a server of our own in its place."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.errors import _record_fault
from bot.fault_reports import ReportsUnusable, reporting_faults
from bot.messages import Post

TOKEN = "a-token-that-nobody-may-read"
NAME, WRITTEN = "Dr. Livingstone", "what somebody wrote"


@dataclass
class Sentry:
    """Takes reports, as Sentry does."""

    dsn: SecretStr = field(default_factory=lambda: SecretStr(""))
    bodies: list[str] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.bodies.append(await request.text())
        return web.json_response({"id": "1"})

    @property
    def events(self) -> list[dict[str, Any]]:
        """The reports. Each is the last line of what was sent."""
        return [json.loads(body.splitlines()[2]) for body in self.bodies]


@pytest.fixture
async def sentry() -> AsyncIterator[Sentry]:
    sentry, application = Sentry(), web.Application()
    application.router.add_post("/api/1/envelope/", sentry.take)
    async with TestServer(application) as server:
        sentry.dsn = SecretStr(f"http://key@127.0.0.1:{server.port}/1")
        yield sentry


def fail() -> None:
    """Fail in the reach of everything that must not get out."""
    token, post = SecretStr(TOKEN), Post(WRITTEN)
    try:
        raise KeyError(NAME)
    except KeyError as error:
        raise RuntimeError(f"{NAME} wrote {post.heading} with {token.get_secret_value()}") from error


async def reported(sentry: Sentry, log: Callable[[], object]) -> dict[str, Any]:
    """What is reported of what ``log`` logs, after all of it has been looked through for secrets."""

    def run() -> None:
        with reporting_faults(sentry.dsn):
            log()

    # Its end waits for this server.
    await asyncio.to_thread(run)
    for secret in (TOKEN, NAME, WRITTEN):
        assert secret not in "".join(sentry.bodies)
    (event,) = sentry.events
    return event


async def test_a_fault_is_reported_under_its_reference_with_classes_and_lines_alone(sentry: Sentry) -> None:
    references = []

    def log() -> None:
        try:
            fail()
        except RuntimeError as error:
            references.append(_record_fault(error))

    event = await reported(sentry, log)
    assert event["tags"] == {"fault": references[0]}
    assert event["message"] == "Fault %s"
    cause, fault = event["exception"]["values"]
    assert (cause["type"], fault["type"]) == ("KeyError", "RuntimeError")
    assert fault["stacktrace"]["frames"][-1]["function"] == "fail"
    assert {*fault["stacktrace"]["frames"][-1]} <= {"filename", "function", "lineno", "in_app"}


async def test_what_a_line_of_the_log_fills_in_is_not_reported(sentry: Sentry) -> None:
    event = await reported(
        sentry, lambda: logging.getLogger("bot.x").error("Lost %s", (NAME, WRITTEN, TOKEN))
    )
    assert event["message"] == "Lost %s"


async def test_nothing_that_others_write_is_reported(sentry: Sentry) -> None:
    event = await reported(sentry, lambda: logging.getLogger("asyncio").error(f"{NAME}: {WRITTEN}, {TOKEN}"))
    assert event["logger"] == "asyncio"


async def test_what_is_no_error_is_not_reported(sentry: Sentry) -> None:
    def log() -> None:
        logging.getLogger("bot.x").warning("A player could not be written to")
        logging.getLogger("bot.x").error("A transaction failed")

    assert (await reported(sentry, log))["message"] == "A transaction failed"


def test_without_the_extra_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    refused = pytest.raises(ReportsUnusable, match="CATENA_SENTRY_DSN is set: install the bot")
    with refused, reporting_faults(SecretStr("http://key@127.0.0.1:1/1")):
        pass
