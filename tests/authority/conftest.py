"""The stages, each set up once for all who ask for something there."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import mkdtemp

import discord
import pytest
import pytest_asyncio
from discord.app_commands import CommandInvokeError

from bot import client
from bot.images import Images
from bot.metrics import Metrics
from bot.storage import Database, url_of
from tests.authority.forgeries import FORGED, THREE_PLACES
from tests.authority.scene import Scene
from tests.authority.stages import STAGES
from tests.bot.opening import open_world, unhurried


@pytest.fixture(scope="module")
def reports() -> Iterator[list[Exception]]:
    """The errors of which the bot tells people, as it does."""
    reported: list[Exception] = []
    report = client.report

    async def note_and_report(interaction: discord.Interaction[client.CatenaBot], error: Exception) -> None:
        reported.append(error.original if isinstance(error, CommandInvokeError) else error)
        await report(interaction, error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "report", note_and_report)
        yield reported


class Scenes:
    """The stages, one at a time: each is kept until another is wanted."""

    def __init__(self, folder: Path, reports: list[Exception]) -> None:
        self._folder = folder
        self._reports = reports
        self._heading = ""
        self._open = AsyncExitStack()

    async def under(self, heading: str) -> Scene:
        """The stage under a heading of the document."""
        if heading != self._heading:
            await self.close()
            self._heading, self._scene = heading, await self._set_up(heading)
        return self._scene

    async def close(self) -> None:
        await self._open.aclose()

    async def _set_up(self, heading: str) -> Scene:
        url = url_of(Path(mkdtemp(dir=self._folder)) / "catena.sqlite3")
        database = await self._open.enter_async_context(Database.open(url))
        metrics = Metrics()
        images = await self._open.enter_async_context(Images.open(metrics))
        world = await self._open.enter_async_context(open_world(database, url, images, metrics, unhurried()))
        return await Scene.set_up(
            world, THREE_PLACES if heading == FORGED else STAGES[heading], self._reports
        )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scenes(tmp_path_factory: pytest.TempPathFactory, reports: list[Exception]) -> AsyncIterator[Scenes]:
    scenes = Scenes(tmp_path_factory.mktemp("authority"), reports)
    yield scenes
    await scenes.close()


@pytest_asyncio.fixture(loop_scope="module")
async def scene(scenes: Scenes, heading: str) -> Scene:
    return await scenes.under(heading)


@pytest.fixture(autouse=True)
def _no_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []
