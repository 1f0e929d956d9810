"""The pages of the demo, as a browser asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.demo.club import Club, found_club
from bot.demo.loopback import LoopbackDiscord
from bot.demo.room import Room
from bot.demo.rooms import Rooms

from .conftest import StartBot


class Tab:
    """One browser tab: it opens the page as somebody, looks at it, and acts."""

    def __init__(self, browser: aiohttp.ClientSession, room: Room, state: dict[str, Any]) -> None:
        self.state = state
        self._browser = browser
        self._room = room

    @classmethod
    async def open(cls, browser: aiohttp.ClientSession, room: Room, viewer: str) -> Tab:
        tab = cls(browser, room, {"context": {"id": ""}})
        tab.state = await tab._request("POST", "/api/pages", {"viewer_id": viewer})
        return tab

    @property
    def viewer(self) -> str:
        names = {identity["id"]: identity["username"] for identity in self.state["viewers"]}
        return str(names[self.state["viewerId"]])

    def text(self) -> str:
        return str(self.state["messages"])

    async def look(self) -> None:
        self.state = await self._request("GET", "/api/state")

    async def run_command(self, name: str) -> dict[str, Any]:
        """Send a command that has no options, aimed at the page as it was last looked at."""
        catalog = await self._request("GET", "/api/commands")
        entry = next(entry for entry in catalog["entries"] if entry["invocation"] == name)
        body = {
            "protocol_version": 3,
            "kind": "run_command",
            "sequence": 1,
            "request_id": f"{self.viewer}-{name}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
            "options": {},
        }
        receipt: dict[str, Any] = await self._request("POST", "/api/action", body)
        return receipt

    async def _request(self, method: str, path: str, body: object = None) -> Any:
        headers = {"X-Simcord-Capability": self._room.capability}
        if self.state["context"]["id"]:
            headers["X-Simcord-Context"] = self.state["context"]["id"]
        address = f"http://127.0.0.1:{self._room._server.port}{path}"
        async with self._browser.request(method, address, json=body, headers=headers) as response:
            response.raise_for_status()
            return await response.json()


@dataclass(frozen=True, slots=True)
class Demo:
    """The club with its pages, the toy bot, and a browser."""

    club: Club
    rooms: Rooms
    browser: aiohttp.ClientSession

    async def tab(self, viewer: str) -> Tab:
        return await Tab.open(self.browser, self.rooms.main, viewer)

    async def listing(self) -> dict[str, dict[str, Any]]:
        """What the pages show of each room, by its name."""
        address = f"http://127.0.0.1:{self.rooms.main._server.port}/rooms.json"
        async with self.browser.get(address) as response:
            return {room["name"]: room for room in await response.json()}


@pytest.fixture
async def demo(server: LoopbackDiscord, start_bot: StartBot) -> AsyncIterator[Demo]:
    club = found_club(server.env)
    async with (
        start_bot() as bot,
        Rooms.open(server, club) as rooms,
        aiohttp.ClientSession() as browser,
    ):
        await bot.connected()
        yield Demo(club, rooms, browser)


async def soon(condition: Callable[[], bool], tab: Tab) -> None:
    """Look at the page, as it does itself twice a second, until the condition holds."""
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.05)
            await tab.look()


async def test_a_tab_opens_as_the_player_that_its_address_names(demo: Demo) -> None:
    tabs = [await demo.tab(name) for name in ("bob", "alice", "nobody")]
    assert [tab.viewer for tab in tabs] == ["bob", "alice", "alice"]


async def test_the_page_carries_the_clubs_style_and_script(demo: Demo) -> None:
    origin = f"http://127.0.0.1:{demo.rooms.main._server.port}"
    async with demo.browser.get(f"{origin}/") as response:
        page = await response.text()
    for asset in ("/club.css", "/club.js"):
        assert asset in page
        async with demo.browser.get(origin + asset) as response:
            assert response.status == 200


async def test_what_one_player_brings_about_appears_on_the_others_page(demo: Demo) -> None:
    alice, bob = await demo.tab("alice"), await demo.tab("bob")
    receipt = await alice.run_command("slow")
    assert receipt["settlement"] == "settled"
    await soon(lambda: "Done." in bob.text(), bob)


async def test_two_tabs_that_act_at_once_are_both_served(demo: Demo) -> None:
    alice, bob = await demo.tab("alice"), await demo.tab("bob")
    receipts = await asyncio.gather(alice.run_command("slow"), bob.run_command("board"))
    assert [receipt["settlement"] for receipt in receipts] == ["settled", "settled"]


async def test_an_action_counts_although_the_page_has_changed_since(demo: Demo) -> None:
    alice, bob = await demo.tab("alice"), await demo.tab("bob")
    await demo.club.people[2].slash(demo.club.catena, "board")
    await soon(lambda: "Count 0" in bob.text(), bob)
    receipt = await alice.run_command("slow")
    assert receipt["settlement"] == "settled"


async def test_a_new_thread_gets_a_page_and_its_message_counts_as_unread(demo: Demo) -> None:
    tab = await demo.tab("alice")
    await tab.run_command("thread")
    await tab.look()
    rooms = await demo.listing()
    async with asyncio.timeout(5):
        while "› Match 1" not in rooms:
            await asyncio.sleep(0.05)
            rooms = await demo.listing()
    assert rooms["› Match 1"]["unread"] == ["alice", "bob", "carol"]
    assert "alice" not in rooms["# catena"]["unread"]
