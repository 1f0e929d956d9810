"""One channel as a page in the browser: simcord's preview, made fit for people who play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.access import can_access_message
from simcord.builders import ChannelHandle, UserHandle
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.demo.loopback_env import LoopbackEnv

Viewer = MemberActor | UserHandle

_STATIC = Path(__file__).with_name("static")
_OURS = {"/club.css": "text/css", "/club.js": "text/javascript"}
_ROOMS = "/rooms.json"
_HEAD = '<link rel="stylesheet" href="/club.css"><script src="/club.js"></script></head>'


class Room(Preview):
    """A channel's page. Any number of tabs may show it, each as another viewer."""

    # Tabs that were closed without a word count until their lease ends; simcord's 16 are soon used up.
    _MAX_PAGES = 200

    def __init__(
        self,
        env: LoopbackEnv,
        channel: ChannelHandle,
        viewers: Sequence[Viewer],
        *,
        name: str,
        port: int,
        capability: str,
        pictures: Mapping[str, tuple[str, bytes]],
        directory: Callable[[], list[dict[str, Any]]],
    ) -> None:
        super().__init__(
            env,
            channel,
            tuple(viewers),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=pictures,
            port=port,
        )
        self.name = name
        # All rooms share one secret, so that a page can lead to the next.
        self.capability = capability
        self._server = _RoomServer(self, port, directory)
        self._turn = asyncio.Lock()
        self._seen: dict[int, int] = {}

    def url_as(self, viewer: Viewer) -> str:
        """The address, secret included, that opens the page as ``viewer``."""
        return f"{self._origin}/?as={viewer.name}#{self.capability}"

    def listing(self) -> dict[str, Any]:
        """What the pages of other rooms show of this one."""
        return {
            "name": self.name,
            "channel": str(self.channel.id),
            "url": self._origin + "/",
            "viewers": [viewer.name for viewer in self.viewers],
            "unread": [viewer.name for viewer in self.viewers if self._is_unread(viewer)],
        }

    def use_time_zone(self, key: str | None) -> None:
        """Show times as the browser's owner reads them; an unknown zone changes nothing."""
        try:
            self.timezone = ZoneInfo(key or self.timezone).key
        except (LookupError, ValueError, OSError):
            return

    async def publish(self) -> None:
        """Bring every open tab up to date."""
        async with self._turn:
            await self.refresh()

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        # simcord refuses an action while another one runs; people take turns without noticing.
        async with self._turn:
            return await super()._action(context_id, self._at_current_revision(context_id, body))

    def _at_current_revision(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The action as if its tab had shown the latest state.

        Otherwise each message of somebody else would void a click that was on its way. What the action
        aims at is looked up again anyhow. A repeated action has to keep its fingerprint.
        """
        page = self._get_page(context_id)
        if not isinstance(body, Mapping) or body.get("sequence") != page.last_sequence + 1:
            return body
        return {**body, "published_revision": page.revision}

    def _viewer(self, viewer_id: Any) -> Viewer:
        """Find a viewer by name as well; a name that may not look in here gives the first who may."""
        found: Viewer
        if isinstance(viewer_id, str) and not viewer_id.isdecimal():
            found = next((one for one in self.viewers if one.name == viewer_id), self.viewers[0])
        else:
            found = super()._viewer(viewer_id)
        return found

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        """Open at the latest message, where simcord opens at the one that was first shown."""
        viewer = self.viewers[0] if viewer_id is None else self._viewer(viewer_id)
        return super()._open_page(viewer.id, target_id or self._latest_message(viewer))

    def _get_page(self, context_id: str | None) -> _Page:
        page = super()._get_page(context_id)
        self._seen[page.viewer.id] = self._latest_message(page.viewer) or 0
        return page

    def _is_unread(self, viewer: Viewer) -> bool:
        return (self._latest_message(viewer) or 0) > self._seen.get(viewer.id, 0)

    def _latest_message(self, viewer: Viewer) -> int | None:
        messages = self.env.backend.messages.get(self.channel.id, {})
        visible = (
            message_id
            for message_id, message in messages.items()
            if can_access_message(self.env, self.channel.id, message, viewer, history=True)
        )
        return max(visible, default=None)


class _RoomServer(PreviewServer):
    """simcord's page with our style and script, and the list of rooms."""

    # Its keys are the paths that simcord hands to _static.
    _STATIC_FILES: ClassVar = PreviewServer._STATIC_FILES | dict.fromkeys((*_OURS, _ROOMS), "")

    def __init__(self, room: Room, port: int, directory: Callable[[], list[dict[str, Any]]]) -> None:
        super().__init__(room, port)
        self._room = room
        self._directory = directory

    async def _pages(self, request: web.Request) -> web.Response:
        self._room.use_time_zone(request.headers.get("X-Time-Zone"))
        response: web.Response = await super()._pages(request)
        return response

    async def _static(self, request: web.Request) -> web.Response:
        if request.headers.get("Host") not in self._allowed_hosts():
            raise web.HTTPForbidden
        if request.path == _ROOMS:
            return web.json_response(self._directory(), headers=self._SECURITY_HEADERS)
        if request.path in _OURS:
            text = (_STATIC / request.path.removeprefix("/")).read_text(encoding="utf-8")
            return web.Response(text=text, content_type=_OURS[request.path], headers=self._SECURITY_HEADERS)
        response: web.Response = await super()._static(request)
        if request.path == "/" and response.text is not None:
            response.text = response.text.replace("</head>", _HEAD)
        return response
