"""Discord's gateway: the websocket over which the bot hears what happens."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import IntEnum
from functools import partial
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord.backend import Backend, serializers
from simcord.gateway import FakeGateway, FakeWebSocket

from bot.demo.rest import CdnAddress
from bot.demo.traffic import Traffic

GATEWAY_PATH = "/gateway"
# Any code that allows a RESUME; discord.py then comes back at once.
_DROPPED = 4000


class Opcode(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class _WireParsers:
    """In the place of discord.py's event parsers in simcord's gateway: each puts its event on the wire."""

    def __init__(self, push: Callable[[str, Mapping[str, Any]], None]) -> None:
        self._push = push

    def __getitem__(self, event: str) -> Callable[[Mapping[str, Any]], None]:
        return partial(self._push, event)

    get = __getitem__


class _WireState:
    """The part of discord.py's ConnectionState that simcord's gateway reads."""

    def __init__(self, intents: discord.Intents, push: Callable[[str, Mapping[str, Any]], None]) -> None:
        self.intents = intents
        self.parsers = _WireParsers(push)


class GatewaySession:
    """What one identified bot is told, in order. Outlives its socket, so that a RESUME replays the rest."""

    def __init__(self, backend: Backend, intents: discord.Intents, cdn: CdnAddress) -> None:
        self.id = secrets.token_hex(8)
        self._cdn = cdn
        self._frames: list[str] = []
        self._grown = asyncio.Event()
        # simcord's own gateway withholds what the declared intents don't cover.
        gateway = FakeGateway(backend, _WireState(intents, self.push))
        self.feed = gateway.feed
        self.members = FakeWebSocket(backend, gateway)

    def push(self, event: str, payload: Mapping[str, Any]) -> None:
        """Append one event; its sequence number is its place, counted from 1."""
        frame = {"op": Opcode.DISPATCH, "t": event, "s": len(self._frames) + 1, "d": payload}
        self._frames.append(self._cdn.outward(json.dumps(frame)))
        self._grown.set()

    async def pump(self, socket: web.WebSocketResponse, sequence: int) -> None:
        """Send everything after ``sequence``, then what comes, until the socket closes."""
        with suppress(ConnectionError):
            while not socket.closed:
                while sequence < len(self._frames):
                    await socket.send_str(self._frames[sequence])
                    sequence += 1
                self._grown.clear()
                await self._grown.wait()


class Gateway:
    """Accepts the bot's sockets. One bot at a time: a new IDENTIFY ends the session before it."""

    def __init__(self, backend: Backend, traffic: Traffic, cdn: CdnAddress, url: str) -> None:
        self.url = url
        self.heartbeat_seconds = 40.0
        self.identified = 0
        self.resumed = 0
        self._backend = backend
        self._traffic = traffic
        self._cdn = cdn
        self._session: GatewaySession | None = None
        self._sockets: set[web.WebSocketResponse] = set()

    async def accept(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=True)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await self._converse(socket)
        finally:
            self._sockets.discard(socket)
        return socket

    async def drop(self) -> None:
        """Close every socket as a network failure would; the bot may RESUME."""
        await asyncio.gather(*(socket.close(code=_DROPPED) for socket in tuple(self._sockets)))

    async def _converse(self, socket: web.WebSocketResponse) -> None:
        pump: asyncio.Task[None] | None = None
        await _send(socket, Opcode.HELLO, {"heartbeat_interval": self.heartbeat_seconds * 1000})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    pump = await self._hear(socket, json.loads(message.data)) or pump
        finally:
            if pump is not None:
                pump.cancel()

    async def _hear(
        self, socket: web.WebSocketResponse, message: Mapping[str, Any]
    ) -> asyncio.Task[None] | None:
        """React to one message of the bot; returns the pump when a session begins on this socket."""
        data = message["d"]
        match message["op"]:
            case Opcode.HEARTBEAT:
                await _send(socket, Opcode.HEARTBEAT_ACK, None)
            case Opcode.IDENTIFY:
                return asyncio.create_task(self._identify(data).pump(socket, 0))
            case Opcode.RESUME if self._session is not None and data["session_id"] == self._session.id:
                return asyncio.create_task(self._resume(self._session).pump(socket, data["seq"]))
            case Opcode.RESUME:
                await _send(socket, Opcode.INVALID_SESSION, False)
            case Opcode.REQUEST_MEMBERS if self._session is not None:
                await _request_members(self._session, data)
        return None

    def _identify(self, data: Mapping[str, Any]) -> GatewaySession:
        if self._session is not None:
            self._backend.subscribers.remove(self._session.feed)
        # discord.py has no public way to make intents of the number on the wire.
        session = GatewaySession(self._backend, discord.Intents._from_value(data["intents"]), self._cdn)
        session.push("READY", self._ready(session))
        for guild in self._backend.guilds.values():
            session.feed("GUILD_CREATE", serializers.guild_create_payload(self._backend, guild))
        self._backend.subscribers.append(session.feed)
        self._session = session
        self.identified += 1
        self._traffic.moved()
        return session

    def _resume(self, session: GatewaySession) -> GatewaySession:
        session.push("RESUMED", {})
        self.resumed += 1
        self._traffic.moved()
        return session

    def _ready(self, session: GatewaySession) -> dict[str, Any]:
        return {
            "v": 10,
            "user": serializers.user_payload(self._backend.bot_user),
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in self._backend.guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": str(self._backend.application_id), "flags": 0},
        }


async def _send(socket: web.WebSocketResponse, opcode: Opcode, data: Any) -> None:
    await socket.send_str(json.dumps({"op": opcode, "d": data}))


async def _request_members(session: GatewaySession, data: Mapping[str, Any]) -> None:
    await session.members.request_chunks(
        int(data["guild_id"]),
        data.get("query"),
        limit=data["limit"],
        user_ids=data.get("user_ids"),
        presences=data.get("presences", False),
        nonce=data.get("nonce"),
    )
