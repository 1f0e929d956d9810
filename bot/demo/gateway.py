"""Discord's gateway: the websocket over which the bot hears what happens."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
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
_OF_SERVERS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")


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


@dataclass(frozen=True, slots=True)
class Shard:
    """Which share of the servers a connection is told of."""

    id: int = 0
    count: int = 1

    def has(self, event: str, payload: Mapping[str, Any]) -> bool:
        """Whether something happened in this share; what happens in no server is shard 0's."""
        guild_id = payload.get("guild_id") or (payload["id"] if event in _OF_SERVERS else 0)
        return self.has_guild(int(guild_id))

    def has_guild(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.count == self.id


class GatewaySession:
    """What one identified connection is told, in order. Outlives its socket: a RESUME replays the rest."""

    def __init__(self, backend: Backend, intents: discord.Intents, cdn: CdnAddress, shard: Shard) -> None:
        self.id = secrets.token_hex(8)
        self.shard = shard
        self.socket: web.WebSocketResponse | None = None
        self._cdn = cdn
        self._frames: list[str] = []
        self._grown = asyncio.Event()
        # simcord's own gateway withholds what the declared intents don't cover.
        gateway = FakeGateway(backend, _WireState(intents, self.push))
        self.feed = gateway.feed
        self.members = FakeWebSocket(backend, gateway, shard_id=shard.id)

    @property
    def is_abandoned(self) -> bool:
        return self.socket is None or self.socket.closed

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
    """Accepts the bots' sockets, as many as there are shards and processes.

    An IDENTIFY ends the sessions of the same shard that nobody listens to any more. One that comes less than
    ``identify_seconds`` after another is refused.
    """

    def __init__(self, backend: Backend, traffic: Traffic, cdn: CdnAddress, url: str) -> None:
        self.url = url
        self.heartbeat_seconds = 40.0
        self.identify_seconds = 0.0
        self.advised_shards = 1
        self.is_away = False
        self.closes_with: int | None = None
        """A code with which each IDENTIFY is refused for good."""
        self.identified = 0
        self.refused = 0
        self.resumed = 0
        self.sessions: list[GatewaySession] = []
        self._backend = backend
        self._traffic = traffic
        self._cdn = cdn
        self._latest = -math.inf
        self._sockets: set[web.WebSocketResponse] = set()
        backend.subscribers.append(self._feed)

    async def advise(self, _request: web.Request) -> web.Response:
        """Where to connect, and with how many shards."""
        limit = {"total": 1000, "remaining": 1000 - self.identified, "reset_after": 0, "max_concurrency": 1}
        advice = {"url": self.url, "shards": self.advised_shards, "session_start_limit": limit}
        # discord.py parses JSON only under exactly this content type, with no charset after it.
        headers = {"Content-Type": "application/json"}
        return web.Response(body=json.dumps(advice).encode(), headers=headers)

    async def accept(self, request: web.Request) -> web.WebSocketResponse:
        if self.is_away:
            raise web.HTTPServiceUnavailable
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

    def hears(self, session: GatewaySession, event: str, payload: Mapping[str, Any]) -> bool:
        """Whether a session is told of something."""
        return session.shard.has(event, payload)

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        for session in self.sessions:
            if self.hears(session, event, payload):
                session.feed(event, payload)

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
        """React to one message of a bot; returns the pump when a session begins on this socket."""
        data = message["d"]
        match message["op"]:
            case Opcode.HEARTBEAT:
                await _send(socket, Opcode.HEARTBEAT_ACK, None)
            case Opcode.IDENTIFY if self.closes_with:
                await socket.close(code=self.closes_with)
            case Opcode.IDENTIFY if self._may_identify():
                return _attend(self._identify(data), socket, 0)
            case Opcode.RESUME if session := self._found(lambda one: one.id == data["session_id"]):
                return _attend(self._resume(session), socket, data["seq"])
            case Opcode.IDENTIFY | Opcode.RESUME:
                await _send(socket, Opcode.INVALID_SESSION, False)
            case Opcode.REQUEST_MEMBERS if session := self._found(lambda one: one.socket is socket):
                await _request_members(session, data)
        return None

    def _found(self, is_it: Callable[[GatewaySession], bool]) -> GatewaySession | None:
        return next(filter(is_it, self.sessions), None)

    def _may_identify(self) -> bool:
        now = time.monotonic()
        if now - self._latest < self.identify_seconds:
            self.refused += 1
            return False
        self._latest = now
        return True

    def _identify(self, data: Mapping[str, Any]) -> GatewaySession:
        shard = Shard(*data.get("shard", ()))
        self.sessions = [one for one in self.sessions if one.shard != shard or not one.is_abandoned]
        # discord.py has no public way to make intents of the number on the wire.
        intents = discord.Intents._from_value(data["intents"])
        session = GatewaySession(self._backend, intents, self._cdn, shard)
        guilds = [guild for guild in self._backend.guilds.values() if shard.has_guild(guild.id)]
        session.push("READY", self._ready(session, [guild.id for guild in guilds]))
        for guild in guilds:
            session.feed("GUILD_CREATE", serializers.guild_create_payload(self._backend, guild))
        self.sessions.append(session)
        self.identified += 1
        self._traffic.moved()
        return session

    def _resume(self, session: GatewaySession) -> GatewaySession:
        session.push("RESUMED", {})
        self.resumed += 1
        self._traffic.moved()
        return session

    def _ready(self, session: GatewaySession, guild_ids: Sequence[int]) -> dict[str, Any]:
        return {
            "v": 10,
            "user": serializers.user_payload(self._backend.bot_user),
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in guild_ids],
            "session_id": session.id,
            "shard": [session.shard.id, session.shard.count],
            "resume_gateway_url": self.url,
            "application": {"id": str(self._backend.application_id), "flags": 0},
        }


def _attend(session: GatewaySession, socket: web.WebSocketResponse, sequence: int) -> asyncio.Task[None]:
    session.socket = socket
    return asyncio.create_task(session.pump(socket, sequence))


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
