"""A loopback Discord with a small guild in it, and the toy bot connected from its own process."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.demo.child import BotChild
from bot.demo.loopback import LoopbackDiscord

REPOSITORY = Path(__file__).parents[2]
TOY_BOT = (sys.executable, "-m", "tests.demo.toy_bot")

StartBot = Callable[[], AbstractAsyncContextManager[BotChild]]


@dataclass(frozen=True, slots=True)
class Table:
    """Two players in one channel, and the bot that serves them."""

    server: LoopbackDiscord
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor
    bot: BotChild

    @classmethod
    def lay(cls, server: LoopbackDiscord, bot: BotChild) -> Table:
        guild = server.env.create_guild("Club")
        channel = guild.create_text_channel("catena")
        alice, bob = (guild.add_member(server.env.create_user(name)) for name in ("alice", "bob"))
        return cls(server, channel, alice, bob, bot)


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord.open() as opened:
        yield opened


def toy_bot(server: LoopbackDiscord, log: Path) -> AbstractAsyncContextManager[BotChild]:
    return BotChild.start(server, environment={"PYTHONPATH": str(REPOSITORY)}, log=log, command=TOY_BOT)


@pytest.fixture
def start_bot(server: LoopbackDiscord, tmp_path: Path) -> StartBot:
    return lambda: toy_bot(server, tmp_path / "bot.log")


@pytest.fixture
async def table(server: LoopbackDiscord, start_bot: StartBot) -> AsyncIterator[Table]:
    async with start_bot() as bot:
        await bot.connected()
        yield Table.lay(server, bot)
