"""A real browser, for what the script of the demo's pages does."""

from __future__ import annotations

import asyncio
import itertools
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest
import yarl

_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run")


class BrowserTab:
    """A page in it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def value(self, expression: str) -> Any:
        """What an expression of JavaScript comes to in the page."""
        number = next(self._numbers)
        parameters = {"expression": expression, "returnByValue": True}
        await self._socket.send_json({"id": number, "method": "Runtime.evaluate", "params": parameters})
        async for message in self._socket:
            answer = message.json()
            if answer.get("id") == number:
                return answer["result"]["result"].get("value")
        raise EOFError("The browser has closed the page")

    async def until(self, expression: str) -> None:
        """Wait until an expression is true there."""
        async with asyncio.timeout(15):
            while not await self.value(expression):  # noqa: ASYNC110  It is in another process.
                await asyncio.sleep(0.05)


class Browser:
    """Chromium without a window."""

    def __init__(self, address: str, session: aiohttp.ClientSession) -> None:
        self._address = address
        self._session = session

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path) -> AsyncIterator[Browser]:
        """Run it while in the context; the test is skipped where there is none."""
        program = shutil.which("chromium") or shutil.which("google-chrome")
        if program is None:
            pytest.skip("there is no chromium")
        process = await asyncio.create_subprocess_exec(
            *(program, *_OPTIONS, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"),
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(30), aiohttp.ClientSession() as session:
                yield cls(await _told_address(process), session)
        finally:
            process.kill()
            await process.wait()

    @asynccontextmanager
    async def tab(self, url: str) -> AsyncIterator[BrowserTab]:
        """Open a page in a tab of its own."""
        opened = yarl.URL(f"{self._address}/json/new?{quote(url, safe='')}", encoded=True)
        async with self._session.put(opened) as response:
            tab = await response.json(content_type=None)
        async with self._session.ws_connect(tab["webSocketDebuggerUrl"], max_msg_size=0) as socket:
            yield BrowserTab(socket)


async def _told_address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    async for line in process.stderr:
        if found := re.search(rb"listening on ws://([^/]+)/", line):
            return f"http://{found[1].decode()}"
    raise EOFError("Chromium has ended")
