"""Bringing the demo up and down: the simulated Discord, the bot's process, the pages."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from simcord.backend.errors import SetupError

from bot.demo import DemoOptions
from bot.demo.child import BotChild, BotStopped
from bot.demo.club import found_club
from bot.demo.loopback import LoopbackDiscord
from bot.demo.rooms import Rooms
from bot.demo.welcome import welcome
from bot.own_modules import same_modules

SECONDS_UNTIL_PLAYABLE = 30
# SIGHUP is the end of the terminal; Windows does not know it.
_ENDING = [number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")]


async def launch(options: DemoOptions) -> int:
    """Show the demo until a signal ends it; returns the exit code."""
    show = asyncio.create_task(_show(options))
    with _on_first_signal(show.cancel):
        try:
            await show
        except asyncio.CancelledError:
            # Where the terminal is gone there is nobody to tell.
            with suppress(OSError):
                print("\nThe club is closed.")
            return 0
        except BotStopped as stopped:
            print(f"{stopped.last_words}\n{stopped}; above is the end of its log.", file=sys.stderr)
        except (SetupError, TimeoutError) as error:
            print(f"The demo can't go on: {error}.", file=sys.stderr)
    return 1


async def _show(options: DemoOptions) -> NoReturn:
    async with AsyncExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="catena-demo-")))
        database = (options.database or place / "club.sqlite3").resolve()
        server = await stack.enter_async_context(LoopbackDiscord.open())
        club = found_club(server.env)
        log = place / "bot.log"
        bot = await stack.enter_async_context(
            BotChild.start(server, environment=_environment(database), log=log)
        )
        # While the bot's process starts, the pages do.
        rooms = await stack.enter_async_context(Rooms.open(server, club, port=options.port))
        welcome(club, rooms.main, kept_in=database if options.database else None)
        await _until_playable(bot, server)
        _tell(rooms, log)
        if options.open_browser:
            await asyncio.to_thread(_open_browser, rooms.main.url)
        raise await bot.stopped()


def _environment(database: Path) -> Mapping[str, str]:
    return {
        # Any token will do: nobody checks it, and it opens nothing.
        "CATENA_TOKEN": "demo",
        "CATENA_DATABASE_URL": f"sqlite+aiosqlite:///{database.as_posix()}",
        "PYTHONUNBUFFERED": "1",
        **same_modules(),
    }


async def _until_playable(bot: BotChild, server: LoopbackDiscord) -> None:
    """Wait for the bot and for its commands, without which the page offers nothing to do."""
    try:
        async with asyncio.timeout(SECONDS_UNTIL_PLAYABLE):
            await bot.connected()
            await bot.until(lambda: bool(server.env.backend.commands))
    except TimeoutError:
        raise TimeoutError(f"the bot was not ready after {SECONDS_UNTIL_PLAYABLE} s") from None


def _tell(rooms: Rooms, log: Path) -> None:
    print("The Catena Club is open. Each tab of your browser may be another player.")
    for viewer in rooms.main.viewers:
        print(f"  {viewer.user.global_name:6} {rooms.main.url_as(viewer)}")
    print(f"The bot's log is {log}; Ctrl-C ends everything.", flush=True)


def _open_browser(url: str) -> None:
    # Without a screen, webbrowser would start a text browser in this terminal.
    if sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return
    webbrowser.open(url)


@contextmanager
def _on_first_signal(stop: Callable[[], object]) -> Iterator[None]:
    """Call ``stop`` on the event loop at the first signal to end; more of them don't disturb the end.

    A signal that was to be ignored from the start, as SIGHUP by `nohup`, is.
    """
    loop = asyncio.get_running_loop()
    pending = [stop]

    def handle(number: int, frame: object) -> None:
        if pending:
            loop.call_soon_threadsafe(pending.pop())

    # The loop's own add_signal_handler does not exist on Windows.
    heard = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
