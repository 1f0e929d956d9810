"""How the bot is, for those who run it: three pages on a port of this machine alone."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from enum import StrEnum
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.client import CatenaBot
from bot.config import PREFIX
from bot.metrics import Metrics
from bot.storage import StorageFailed

HOST = "127.0.0.1"
LONGEST_READ_SECONDS = 1.0
LONGEST_FAREWELL_SECONDS = 1.0
"""What a request still under way is given at the end. By itself the library waits for a minute."""

_log = logging.getLogger(__name__)


class Part(StrEnum):
    """What the bot can't do without."""

    GATEWAY = "gateway"
    DATABASE = "database"
    ROUNDS = "rounds"
    """What it does by itself from time to time."""


class Status(StrEnum):
    """What a page says in one word."""

    OK = "ok"
    FAILING = "failing"
    DRAINING = "draining"
    """It takes nothing new, and ends soon."""


class PortUnusable(Exception):
    """Nobody can be answered on a port; the message says why in one sentence."""


class Health:
    """The pages. They show no id, name or message, and ask for no secret."""

    def __init__(self, bot: CatenaBot, metrics: Metrics) -> None:
        self._bot = bot
        self._metrics = metrics

    @asynccontextmanager
    async def served(self, port: int) -> AsyncIterator[None]:
        """Answer on a port. Raises PortUnusable."""
        runner = web.AppRunner(
            self._application(), access_log=None, shutdown_timeout=LONGEST_FAREWELL_SECONDS
        )
        await runner.setup()
        try:
            await _listen(runner, port)
            yield
        finally:
            await runner.cleanup()

    def _application(self) -> web.Application:
        application = web.Application()
        application.router.add_get("/healthz", self._healthz)
        application.router.add_get("/readyz", self._readyz)
        application.router.add_get("/metrics", self._shown_metrics)
        return application

    async def _healthz(self, _request: web.Request) -> web.Response:
        """Whether the process does its work. That this is answered at all shows that its event loop turns."""
        return _told([Part.ROUNDS] if self._bot.is_stuck else [])

    async def _readyz(self, _request: web.Request) -> web.Response:
        """Whether what people do now is answered."""
        if self._bot.is_draining:
            return _told([Part.GATEWAY], Status.DRAINING)
        missing = [] if self._bot.is_connected else [Part.GATEWAY]
        return _told(missing if await self._can_read() else [*missing, Part.DATABASE])

    async def _can_read(self) -> bool:
        try:
            async with asyncio.timeout(LONGEST_READ_SECONDS):
                await self._bot.outbox.has_due()
        except (TimeoutError, StorageFailed):
            return False
        return True

    async def _shown_metrics(self, _request: web.Request) -> web.Response:
        self._look_at_gateway()
        await self._look_at_outbox()
        body = generate_latest(self._metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    def _look_at_gateway(self) -> None:
        for shard_id, is_connected in self._bot.connected_shards.items():
            shard = self._bot.get_shard(shard_id)
            latency = shard.latency if shard else math.nan
            self._metrics.gateway_connected.labels(shard_id).set(is_connected)
            # Before the first heartbeat it is endless.
            known = latency if math.isfinite(latency) else math.nan
            self._metrics.gateway_latency_seconds.labels(shard_id).set(known)

    async def _look_at_outbox(self) -> None:
        waiting = oldest_seconds = math.nan
        try:
            async with asyncio.timeout(LONGEST_READ_SECONDS):
                waiting, oldest = await self._bot.outbox.backlog()
                oldest_seconds = oldest.total_seconds()
        except (TimeoutError, StorageFailed) as error:
            _log.warning("What waits to be shown could not be counted: %r", error)
        self._metrics.outbox_waiting.set(waiting)
        self._metrics.outbox_oldest_seconds.set(oldest_seconds)


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        sentence = f"{PREFIX}HEALTH_PORT: nobody can be answered on port {port}: {error.strerror}."
        raise PortUnusable(sentence) from error


def _told(missing: Sequence[Part], status: Status | None = None) -> web.Response:
    status = status or (Status.FAILING if missing else Status.OK)
    code = HTTPStatus.OK if status is Status.OK else HTTPStatus.SERVICE_UNAVAILABLE
    return web.json_response({"status": status, "missing": missing}, status=code)
