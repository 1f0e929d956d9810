"""The pages of all channels, kept up to date while the bot works."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from simcord.backend.access import can_access_channel
from simcord.builders import ChannelHandle

from bot.demo.avatars import give_avatars
from bot.demo.club import Club
from bot.demo.loopback import LoopbackDiscord
from bot.demo.room import Room, Viewer

_log = logging.getLogger(__name__)


class Rooms:
    """Every channel of the club, every direct message with the bot, and every thread that comes up."""

    def __init__(self, server: LoopbackDiscord, club: Club) -> None:
        self._server = server
        self._club = club
        self._pictures = give_avatars(club.users)
        self._capability = secrets.token_urlsafe(16)
        self._rooms: list[Room] = []
        self._new_threads: asyncio.Queue[int] = asyncio.Queue()

    @classmethod
    @asynccontextmanager
    async def open(cls, server: LoopbackDiscord, club: Club, *, port: int = 0) -> AsyncIterator[Rooms]:
        """Serve the pages while in the context: the main channel on ``port``, the others on free ones."""
        rooms = cls(server, club)
        await rooms._add(club.catena, club.people, name="# catena", port=port)
        await rooms._add(club.lounge, club.people, name="# lounge")
        for person in club.people:
            await rooms._add(person.user.dm_channel, [person.user], name="@ Catena")
        server.env.backend.subscribers.append(rooms._hear)
        tasks = [asyncio.create_task(rooms._keep_fresh()), asyncio.create_task(rooms._follow_threads())]
        try:
            yield rooms
        finally:
            for task in tasks:
                task.cancel()
            server.env.backend.subscribers.remove(rooms._hear)
            # Before simcord ends their sessions: a page that hears of that empties itself.
            for room in rooms._rooms:
                await room._server.close()

    @property
    def main(self) -> Room:
        return self._rooms[0]

    async def _add(
        self, channel: ChannelHandle, viewers: Sequence[Viewer], *, name: str, port: int = 0
    ) -> None:
        room = Room(
            self._server.env,
            channel,
            viewers,
            name=name,
            port=port,
            capability=self._capability,
            pictures=self._pictures,
            directory=self._listing,
        )
        # A room closes with the environment, where simcord registers it.
        await room.__aenter__()
        self._rooms.append(room)

    def _listing(self) -> list[dict[str, Any]]:
        return [room.listing() for room in self._rooms]

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "THREAD_CREATE":
            self._new_threads.put_nowait(int(payload["id"]))

    async def _follow_threads(self) -> None:
        env = self._server.env
        while True:
            channel = env.backend.get_channel(await self._new_threads.get())
            viewers = [
                person
                for person in self._club.people
                if can_access_channel(env, channel.id, person, history=True)
            ]
            if viewers:
                thread = ChannelHandle(env, self._club.guild, channel)
                await self._add(thread, viewers, name=f"› {thread.name}")

    async def _keep_fresh(self) -> None:
        """Show what the bot did: at once, but once for all that it did in a row."""
        shown = 0
        while True:
            shown = await self._server.traffic.change_after(shown)
            for room in tuple(self._rooms):
                try:
                    await room.publish()
                except Exception:
                    # One page that fails must not leave the others behind.
                    _log.exception("The page of %s could not be brought up to date", room.name)
