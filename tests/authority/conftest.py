"""The stages, each set up once for all who ask for something there."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from bot.drawing.painter import Painter
from bot.images import Images
from bot.metrics import Metrics
from bot.storage import Database
from tests.authority.forgeries import FORGED, THREE_PLACES
from tests.authority.scene import Reasons, Scene
from tests.authority.stages import STAGES
from tests.bot.opening import open_world, unhurried
from tests.storage.fixtures import Files


class Scenes:
    """The stages, one at a time: each is kept until another is wanted."""

    def __init__(self, files: Files, painter: Painter) -> None:
        self._files = files
        self._painter = painter
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
        url, metrics = self._files.new(), Metrics()
        database = await self._open.enter_async_context(Database.open(url))
        images = Images(self._painter, self._painter, metrics)
        opening = open_world(database, url, images, metrics, unhurried())
        world = await self._open.enter_async_context(opening)
        reasons = self._open.enter_context(Reasons.heard())
        return await Scene.set_up(world, THREE_PLACES if heading == FORGED else STAGES[heading], reasons)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scenes(files: Files, painter: Painter) -> AsyncIterator[Scenes]:
    scenes = Scenes(files, painter)
    yield scenes
    await scenes.close()


@pytest_asyncio.fixture(loop_scope="module")
async def scene(scenes: Scenes, heading: str) -> Scene:
    return await scenes.under(heading)


@pytest.fixture(autouse=True)
def _no_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []
