"""Discord without an account: the real bot in a browser, on this computer alone.

A simulated Discord runs in this process, the bot in a child process that believes in it, and each channel
is a page. With a database file, the matches of an earlier demo go on: people, guild and channels have the
same ids at every start. Messages and threads are not kept; ``/matches`` and ``/board`` bring a match back.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path

_OPTIONAL_MODULES = ("simcord", "aiohttp", "markdown_it", "linkify_it", "regex")
_HOW_TO_INSTALL = (
    "The demo needs the packages of the extra `demo`: in a clone, make demo or pip install '.[demo]'"
)


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """``database`` None plays in a temporary one; ``port`` 0 serves the page on a free port."""

    database: Path | None = None
    open_browser: bool = True
    port: int = 0


def run_demo(options: DemoOptions) -> int:
    """Run the demo until Ctrl-C, SIGTERM or the end of its terminal; returns the exit code.

    0: it was ended so. 1: the bot stopped, or the port is taken. 2: the optional packages are missing.
    """
    if any(importlib.util.find_spec(module) is None for module in _OPTIONAL_MODULES):
        print(_HOW_TO_INSTALL, file=sys.stderr)
        return 2
    # Only now, because it imports the optional packages.
    from bot.demo.launch import launch

    return asyncio.run(launch(options))


__all__ = ["DemoOptions", "run_demo"]
