"""A Discord on 127.0.0.1, for the real discord.py in another process."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property

from aiohttp import web
from simcord.types import HttpLogEntry

from bot.demo.gateway import GATEWAY_PATH, Gateway
from bot.demo.loopback_env import LoopbackEnv
from bot.demo.rest import API_PREFIX, CDN_PREFIX, CdnAddress, RestApi
from bot.demo.traffic import Traffic

HOST = "127.0.0.1"
LARGEST_REQUEST_BYTES = 32 * 1024 * 1024


class LoopbackDiscord:
    """The running server. ``env`` is the world in it: build guilds there, and act as people."""

    def __init__(self, port: int, *, quiet_seconds: float, settle_timeout: float) -> None:
        self._port = port
        cdn = CdnAddress(f"http://{HOST}:{port}{CDN_PREFIX}")
        self.api_url = f"http://{HOST}:{port}{API_PREFIX}"
        self.gateway_url = f"ws://{HOST}:{port}{GATEWAY_PATH}"
        self.traffic = Traffic()
        self.env = LoopbackEnv(self.traffic, quiet_seconds=quiet_seconds, settle_timeout=settle_timeout)
        self.rest = RestApi(self.env.backend, self.traffic, cdn)
        self.gateway = Gateway(self.env.backend, self.traffic, cdn, self.gateway_url)

    @cached_property
    def _runner(self) -> web.AppRunner:
        return web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, *, port: int = 0, quiet_seconds: float = 0.05, settle_timeout: float = 5.0
    ) -> AsyncIterator[LoopbackDiscord]:
        """Serve while in the context. Port 0 takes a free one.

        ``quiet_seconds`` is how long the bot must ask for nothing before an actor's call returns,
        ``settle_timeout`` after how many seconds it raises TimeoutError instead.
        """
        with socket.create_server((HOST, port)) as listener:
            port = listener.getsockname()[1]
            server = cls(port, quiet_seconds=quiet_seconds, settle_timeout=settle_timeout)
            await server._runner.setup()
            await web.SockSite(server._runner, listener).start()
            await server.env.start()
            try:
                yield server
            finally:
                await server.env.shutdown()
                await server.gateway.drop()
                await server._runner.cleanup()

    @asynccontextmanager
    async def unreachable(self) -> AsyncIterator[None]:
        """Break every connection and refuse new ones while in the context, as a failing network would."""
        for site in tuple(self._runner.sites):
            await site.stop()
        await self.gateway.drop()
        if self._runner.server is not None:
            # For aiohttp, no time at all is as much as it takes.
            await self._runner.server.shutdown(timeout=0.01)
        try:
            yield
        finally:
            await web.TCPSite(self._runner, HOST, self._port).start()

    @property
    def requests(self) -> list[HttpLogEntry]:
        """Every request of the bot so far: method, path, params, json. Those made to fail are among them."""
        return self.env.http_requests

    def fail(self, method: str, path: str, *, status: int, code: int = 0, times: int = 1) -> None:
        """Make the next ``times`` requests that match (an fnmatch pattern, without ``/api/v10``) fail.

        Status 429 is a rate limit of ``rest.rate_limit_seconds`` that discord.py waits for and retries.
        """
        self.env.inject_error(method, path, status=status, code=code, message="Made to fail", times=times)

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=LARGEST_REQUEST_BYTES)
        application.router.add_get(GATEWAY_PATH, self.gateway.accept)
        application.router.add_get(API_PREFIX + "/gateway/bot", self.gateway.advise)
        application.router.add_get(CDN_PREFIX + "/{path:.*}", self.rest.serve_file)
        application.router.add_route("*", API_PREFIX + "/{path:.*}", self.rest.answer)
        return application
