"""The pages of the demo, in a real browser."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.demo.club import found_club
from bot.demo.loopback import LoopbackDiscord
from bot.demo.rooms import Rooms

from .browser import Browser, BrowserTab

IS_OPEN = "document.querySelector('#channel-name').textContent === 'catena'"
IS_OVER = "document.querySelector('#end') !== null"


@asynccontextmanager
async def served(port: int) -> AsyncIterator[list[str]]:
    """The pages of a demo, without the bot; gives the addresses of the first, one for each player."""
    async with (
        LoopbackDiscord.open() as server,
        Rooms.open(server, found_club(server.env), port=port) as rooms,
    ):
        yield [rooms.main.url_as(viewer) for viewer in rooms.main.viewers]


@asynccontextmanager
async def alices_page(folder: Path) -> AsyncIterator[BrowserTab]:
    """A player's page in a browser of its own, once it shows the channel."""
    async with (
        Browser.open(folder) as browser,
        served(port=0) as (address, _, _),
        browser.tab(address) as alice,
    ):
        await alice.until(IS_OPEN)
        yield alice


async def test_a_page_tells_that_the_demo_has_ended_and_comes_back_with_the_next_at_its_address(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with Browser.open(tmp_path) as browser, AsyncExitStack() as tabs:
        async with served(port) as (_, address, _):
            bob = await tabs.enter_async_context(browser.tab(address))
            await bob.until(IS_OPEN)
        await bob.until(IS_OVER)
        assert "make demo" in await bob.value("document.querySelector('#end').textContent")
        assert await bob.value(IS_OPEN)
        assert "again" not in await bob.value("document.querySelector('#action-status').textContent")
        async with served(port) as (address, _, _):
            await tabs.enter_async_context(browser.tab(address))
            await bob.until(f"!({IS_OVER}) && {IS_OPEN} && document.title.includes('Bob')")


async def test_an_address_with_a_wrong_secret_leaves_the_open_pages_alone(tmp_path: Path) -> None:
    async with (
        Browser.open(tmp_path) as browser,
        served(port=0) as (address, _, _),
        browser.tab(address) as right,
    ):
        await right.until(IS_OPEN)
        async with browser.tab(f"{address}-wrong") as wrong:
            await wrong.until("document.querySelector('#preview-app').ariaBusy === 'false'")
            assert not await wrong.value(IS_OPEN)
        assert await right.value("location.href") == address
        assert await right.value(IS_OPEN)


async def test_a_picture_that_is_there_is_shown_whole_however_wide_it_is(tmp_path: Path) -> None:
    async with alices_page(tmp_path) as alice:
        # Stands for the picture of /stats: the page gives an image its size once it is decoded.
        shape = """(() => {
            const picture = Object.assign(new Image(960, 240), { className: "gallery-image" });
            document.querySelector("#channel-message-list").append(picture);
            return picture.clientWidth / picture.clientHeight;
        })()"""
        assert await alice.value(shape) == pytest.approx(4, abs=0.1)


async def test_an_option_suggests_before_anything_is_typed(tmp_path: Path) -> None:
    async with alices_page(tmp_path) as alice:
        # The page asks the bot for suggestions at this event.
        asked = """(() => {
            const option = document.createElement("input");
            let asked = 0;
            Object.assign(option, { className: "command-option-input", value: %r });
            option.addEventListener("input", () => { asked += 1; });
            document.body.append(option);
            option.focus();
            return asked;
        })()"""
        assert await alice.value(asked % "") == 1
        assert await alice.value(asked % "E6") == 0
