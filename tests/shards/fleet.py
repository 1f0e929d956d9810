"""Three processes of the bot on one database, each of which Discord tells about one of three shards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.demo.child import BotChild
from tests.chaos.storm import Stage

SHARDS = 3
SPEED = 10
"""What people and three processes do at once takes longer than what one does."""
SECONDS_TO_START = 60


class Fleet:
    """The processes by their shards; a killed one is replaced by another."""

    def __init__(self, stage: Stage, stack: AsyncExitStack) -> None:
        self.stage = stage
        self.bots: dict[int, BotChild] = {}
        self._stack = stack

    @classmethod
    @asynccontextmanager
    async def started(cls, stage: Stage) -> AsyncIterator[Fleet]:
        async with AsyncExitStack() as stack:
            fleet = cls(stage, stack)
            await fleet.start(*range(SHARDS))
            yield fleet

    async def start(self, *shards: int) -> None:
        """Run the processes of some shards, and wait until Discord tells them what happens."""
        gateway, wanted = self.stage.server.gateway, self.stage.server.gateway.identified + len(shards)
        for shard in shards:
            settings = {"CATENA_SHARD_COUNT": str(SHARDS), "CATENA_SHARD_IDS": str(shard)}
            self.bots[shard] = await self._stack.enter_async_context(self.stage.bot(**settings))
        async with asyncio.timeout(SECONDS_TO_START):
            await self.stage.server.traffic.until(lambda: gateway.identified == wanted)
