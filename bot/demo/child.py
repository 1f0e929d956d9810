"""The bot in a process of its own, and what it said."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.demo.loopback import LoopbackDiscord

BOT_COMMAND = (sys.executable, "-m", "bot.demo.bot_process")


class BotStopped(Exception):
    """The bot's process ended by itself."""

    def __init__(self, exit_code: int, last_words: str) -> None:
        super().__init__(f"The bot stopped with exit code {exit_code}")
        self.exit_code = exit_code
        self.last_words = last_words


class BotChild:
    """A running bot. Its standard input is a pipe from us, so that it notices when we are gone."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path, server: LoopbackDiscord) -> None:
        self._process = process
        self._log = log
        self._server = server
        self._identified_before = server.gateway.identified

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        server: LoopbackDiscord,
        *,
        environment: Mapping[str, str],
        log: Path,
        command: Sequence[str] = BOT_COMMAND,
    ) -> AsyncIterator[BotChild]:
        """Run ``command``, with the server's two addresses as arguments, while in the context.

        ``environment`` is added to ours. What the bot prints goes to the end of ``log``.
        """
        with log.open("ab") as output:
            process = await asyncio.create_subprocess_exec(
                *command,
                server.api_url,
                server.gateway_url,
                env={**os.environ, **environment},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Ctrl-C reaches every process of the terminal's group; the bot is to be stopped by us alone.
                start_new_session=True,
            )
        child = cls(process, log, server)
        try:
            yield child
        finally:
            await child.stop()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while the bot runs; negative for the signal that ended it."""
        return self._process.returncode

    async def connected(self) -> None:
        """Wait until the bot has identified itself at the gateway. Raises BotStopped if it ends instead."""
        await self.until(lambda: self._server.gateway.identified > self._identified_before)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for what the bot's requests bring about. Raises BotStopped if it ends instead."""
        reached = asyncio.create_task(self._server.traffic.until(condition))
        stopped = asyncio.create_task(self.stopped())
        try:
            await asyncio.wait((reached, stopped), return_when=asyncio.FIRST_COMPLETED)
            if not reached.done():
                raise stopped.result()
        finally:
            reached.cancel()
            stopped.cancel()

    async def stopped(self) -> BotStopped:
        """Wait until the bot has ended."""
        exit_code = await self._process.wait()
        return BotStopped(exit_code, self._last_words())

    async def kill(self) -> None:
        """End it as a crash would, with no chance to tidy up."""
        self._process.kill()
        await self._process.wait()

    def ask_to_stop(self, number: signal.Signals) -> None:
        """Send a signal, and don't wait for what comes of it."""
        with suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def stop(self, number: signal.Signals = signal.SIGTERM, grace_seconds: float = 5.0) -> None:
        """Ask it to end by a signal, and end it if it doesn't. Nothing to do if it has ended."""
        if self.exit_code is not None:
            return
        self.ask_to_stop(number)
        try:
            async with asyncio.timeout(grace_seconds):
                await self._process.wait()
        except TimeoutError:
            await self.kill()

    def _last_words(self, lines: int = 20) -> str:
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-lines:])
