"""What Prometheus may know of the bot. Every name is told in ``docs/observability.md``.

A label has one of a few values that are written down in the code, or a status of Discord's: never an id.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from types import SimpleNamespace

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.context_managers import Timer

ANSWER_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
RENDER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
TRANSACTION_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10)

UNREACHABLE = "unreachable"
"""In the place of a status where Discord gave none."""

# A second series for each counter and histogram, of which nothing is made here.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Drawing(StrEnum):
    """What is drawn."""

    BOARD = "board"
    ANIMATION = "animation"
    STORY = "story"
    OVERVIEW = "overview"
    TALLIES = "tallies"
    EXAMPLE = "example"


class Access(StrEnum):
    """What a transaction is for."""

    READ = "read"
    WRITE = "write"


class Metrics:
    """All that is measured in one process, with a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._count_interactions()
        self._count_work()
        self._count_discord()

    def _count_interactions(self) -> None:
        self.interactions = self._counter(
            "interactions", "Interactions, by what came of them", "kind", "outcome"
        )
        self.interactions_running = self._gauge("interactions_running", "Interactions that are being handled")
        self.answer_seconds = self._histogram(
            "answer_seconds",
            "From an interaction's arrival until its answer",
            ANSWER_SECONDS,
            "kind",
        )
        self.deferrals = self._counter("deferrals", "Answers that were deferred, since they took long")

    def _count_work(self) -> None:
        self.render_seconds = self._histogram(
            "render_seconds", "Drawing a picture, without the wait for it", RENDER_SECONDS, "picture"
        )
        self.render_queue = self._gauge("render_queue", "Pictures that are being drawn or wait for it")
        self.transaction_seconds = self._histogram(
            "transaction_seconds", "From asking for a transaction to its end", TRANSACTION_SECONDS, "mode"
        )
        self.outbox_waiting = self._gauge("outbox_waiting", "What is stored and not yet noted as shown")
        self.outbox_oldest_seconds = self._gauge(
            "outbox_oldest_seconds", "For how long the oldest of that has been overdue"
        )

    def _count_discord(self) -> None:
        self.refused_sends = self._counter(
            "refused_sends", "Requests to send or change something that Discord did not take", "status"
        )
        self.gateway_connected = self._gauge(
            "gateway_connected", "1 while Discord tells the bot what happens, else 0", "shard"
        )
        self.gateway_latency_seconds = self._gauge(
            "gateway_latency_seconds", "From the gateway's last heartbeat to its answer", "shard"
        )

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, namespace="catena", registry=self.registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, namespace="catena", registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(name, meaning, labels, namespace="catena", registry=self.registry, buckets=buckets)

    def transaction(self, access: Access) -> Timer:
        """What times a transaction, in a `with`."""
        return self.transaction_seconds.labels(access).time()

    def requests_trace(self) -> aiohttp.TraceConfig:
        """What sees each try of each request to Discord."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._request_ended)
        trace.on_request_exception.append(self._request_failed)
        return trace

    async def _request_ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if end.response.status >= 400:
            self._count_refused(end.method, str(end.response.status))

    async def _request_failed(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        end: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._count_refused(end.method, UNREACHABLE)

    def _count_refused(self, method: str, status: str) -> None:
        if method != "GET":
            self.refused_sends.labels(status).inc()
