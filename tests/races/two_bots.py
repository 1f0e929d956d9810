"""Two processes of the bot on one database, and a Discord that tells each of them its part."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from typing import Any

from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.models import Interaction, Message
from sqlalchemy import URL

from bot.demo import club as demo
from bot.demo.child import BotChild
from bot.demo.gateway import Gateway, GatewaySession
from bot.demo.loopback import HOST, LoopbackDiscord
from bot.demo.rest import CDN_PREFIX, CdnAddress
from bot.messages import Press, Verb
from bot.storage import Database, Place
from tests.bot.shown import BUTTON, Shown, parts
from tests.bot.wire import Wire
from tests.matches.club import Club

ROOT = Path(__file__).parents[2]
BOTS = 2
ROW = 1
SECONDS_TO_START = 30
SECONDS_OF_QUIET = 0.5
"""A bot that asks Discord for nothing for so long is done. That an answer is deferred tells nothing yet."""


class Reach(Enum):
    """Which bots hear of an interaction."""

    FIRST = auto()
    """One process does everything."""
    IN_TURN = auto()
    """Each hears of every second one, as two shards hear of theirs."""
    EACH = auto()
    """Both hear of all of them: two processes were started where one was meant to replace the other."""


class SharingGateway(Gateway):
    """A gateway that tells each of several bots on the same shard its part."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.reach = Reach.FIRST
        self._interactions = 0

    def hears(self, session: GatewaySession, event: str, payload: Mapping[str, Any]) -> bool:
        number = self.sessions.index(session)
        if event != "INTERACTION_CREATE":
            return True
        if number == 0:
            self._interactions += 1
        match self.reach:
            case Reach.FIRST:
                return number == 0
            case Reach.IN_TURN:
                return self._interactions % BOTS == number
            case Reach.EACH:
                return True


class SharedDiscord(LoopbackDiscord):
    """A Discord with such a gateway."""

    gateway: SharingGateway

    def __init__(self, port: int, **options: Any) -> None:
        super().__init__(port, **options)
        cdn = CdnAddress(f"http://{HOST}:{port}{CDN_PREFIX}")
        self.gateway = SharingGateway(self.env.backend, self.traffic, cdn, self.gateway_url)
        # The routes of the one before lead to the gateway before.
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)


class Table:
    """A channel with three people, and the two bots that serve it.

    ``use_cases`` are those of a third process, to lead up to something without anything being shown.
    """

    def __init__(self, server: SharedDiscord, club: demo.Club, database: Database, url: URL) -> None:
        self.server = server
        self.url = url
        self.alice, self.bob, self.carol = club.people
        self.place = Place(club.guild.id, club.catena.id)
        self.use_cases = Club(database, url)
        self.use_cases.time = datetime.now(UTC)
        self._channel = club.catena
        self._wire = Wire(server.env, club.catena)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: URL, folder: Path) -> AsyncIterator[Table]:
        async with AsyncExitStack() as stack:
            database = await stack.enter_async_context(Database.open(url))
            server = await stack.enter_async_context(SharedDiscord.open(settle_timeout=SECONDS_TO_START))
            club = demo.found_club(server.env)
            for number in range(BOTS):
                await stack.enter_async_context(_bot(server, url, folder / f"bot-{number}.log"))
            async with asyncio.timeout(SECONDS_TO_START):
                await server.traffic.until(lambda: server.gateway.identified == BOTS)
            yield cls(server, club, database, url)

    def press(self, who: MemberActor, press: Press) -> Interaction:
        """Press a button, as if some message of the bot had it."""
        return self._wire.press(who, self._any.forged(press.custom_id), press.custom_id)

    def command(self, who: MemberActor, name: str, **values: Any) -> Interaction:
        return self._wire.command(who, name, values)

    async def answered(self, *sent: Interaction) -> None:
        """Wait until all are answered and the bots are done."""
        async with asyncio.timeout(SECONDS_TO_START):
            await self.server.traffic.until(lambda: all(one.responded and not one.loading for one in sent))
        await self.server.traffic.quiet(SECONDS_OF_QUIET)

    def refusals(self, *sent: Interaction) -> list[Message]:
        """What those were told privately who were refused."""
        stored = self.server.env.backend.messages[self._channel.id]
        answers = {id_ for one in sent for id_ in (one.message_id, *one.followup_ids)}
        return [stored[one] for one in answers if one in stored and stored[one].is_ephemeral]

    async def boards(self, match_id: int, ply: int) -> list[Message]:
        """The public messages that show a match after so many actions, with buttons, once there are any."""
        more = Press(Verb.MORE, match_id, ply).custom_id
        stored = self.server.env.backend.messages[self._channel.id]

        def found() -> list[Message]:
            return [
                message
                for message in stored.values()
                if not message.is_ephemeral
                and any(part.get("custom_id") == more for part in parts(message.components))
            ]

        async with asyncio.timeout(SECONDS_TO_START):
            await self.server.traffic.until(lambda: bool(found()))
        await self.server.traffic.quiet(SECONDS_OF_QUIET)
        return found()

    @cached_property
    def _any(self) -> Shown:
        """A message with a button, from before the bots were asked for anything."""
        backend = self.server.env.backend
        button = {"type": BUTTON, "style": 1, "label": "Press", "custom_id": "any"}
        row = {"type": ROW, "components": [button]}
        message = backend.create_message(self._channel.id, backend.bot_user.id, components=[row])
        return Shown(self.server.env, message)


@asynccontextmanager
async def _bot(server: SharedDiscord, url: URL, log: Path) -> AsyncIterator[None]:
    environment = {"CATENA_TOKEN": "races", "CATENA_DATABASE_URL": str(url), "PYTHONPATH": str(ROOT)}
    async with BotChild.start(server, environment=environment, log=log) as bot:
        yield
        await bot.kill()
