"""simcord's world, driven from here while the bot lives in another process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import discord
from simcord import Env
from simcord._clock import Clock
from simcord._dpy_internals import get_state, install_http
from simcord.backend.models import Interaction
from simcord.http.client import FakeHTTPClient

from bot.demo.traffic import Traffic


class WallClock(Clock):
    """The computer's own clock: ids, timestamps and deadlines are real."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class StoppedClock(Clock):
    """Stands at one instant, so that what is created gets the same ids at every start."""

    def __init__(self, instant: datetime) -> None:
        super().__init__()
        self._instant = instant

    def now(self) -> datetime:
        return self._instant


class LoopbackEnv(Env):
    """A simcord environment whose actors wait for a bot behind real sockets.

    Only three things differ from the base: time is real, several operations may overlap, and an
    operation has settled when the bot has answered and then asked for nothing for a moment. What needs the
    bot in this process does not apply: ``advance_time``, ``restart_bot``, ``errors``.
    """

    def __init__(self, traffic: Traffic, *, quiet_seconds: float, settle_timeout: float) -> None:
        # The client stands in for the absent bot: simcord builds its discord.Message objects with it.
        stand_in = discord.Client(intents=discord.Intents(guilds=True))
        super().__init__(stand_in, check_errors=False, settle_timeout=settle_timeout)
        self.backend.clock = WallClock()
        self._traffic = traffic
        self._quiet_seconds = quiet_seconds
        # Each actor runs in a task of its own, so overlapping ones each find their own interaction here.
        self._own_interaction: ContextVar[Interaction] = ContextVar("own_interaction")

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        install_http(self.bot, FakeHTTPClient(self.backend, self._loop))
        self._message_states.add(get_state(self.bot))
        # The preview page takes an action only for a bot generation of at least one.
        self._generation = 1
        self._started = True

    async def shutdown(self) -> None:
        await self._run_pre_shutdown()
        self._started = False

    @contextmanager
    def dated(self, instant: datetime) -> Iterator[None]:
        """Within, time stands still: the n-th thing created has the same id at every start."""
        running, self.backend.clock = self.backend.clock, StoppedClock(instant)
        try:
            yield
        finally:
            self.backend.clock = running

    def _begin_operation(self, label: str) -> None:
        """Let operations overlap, as people do."""

    def _end_operation(self) -> None:
        """The counterpart of the guard that is not there."""

    def _mark_mutation(self) -> None:
        """Would tell simcord's one page that its action has begun; ours learn it from the interaction."""

    @property
    def _preview(self) -> None:
        """Nothing, so that several channels may have their page; simcord would allow one."""

    @_preview.setter
    def _preview(self, preview: object) -> None:
        """Simcord notes its one page here."""

    def _notify_dispatch_observers(self, interaction: Any) -> None:
        self._own_interaction.set(interaction)
        super()._notify_dispatch_observers(interaction)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float | None = None,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        limit_seconds = self.settle_timeout if timeout is None else timeout
        try:
            async with asyncio.timeout(limit_seconds):
                if dispatch == "INTERACTION_CREATE":
                    await self._answered(self._own_interaction.get())
                await self._traffic.quiet(self._quiet_seconds if idle is None else idle)
        except TimeoutError:
            raise TimeoutError(f"the bot did not answer and fall quiet within {limit_seconds} s") from None

    async def _answered(self, interaction: Interaction) -> None:
        await self._traffic.until(lambda: interaction.responded and not interaction.loading)
