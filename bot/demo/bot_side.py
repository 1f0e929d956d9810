"""What a bot's process does first, so that it takes the loopback for Discord and ends with it."""

from __future__ import annotations

import argparse
import os
import signal
import threading
from collections.abc import Sequence

import discord
import yarl


def point_discord_at(api_url: str, gateway_url: str) -> None:
    """Send everything that discord.py would send to Discord to these two addresses."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def stop_when_orphaned() -> None:
    """End this process with SIGTERM when the one that started it is gone, which closes our standard input."""

    def wait_for_the_end() -> None:
        # Not through sys.stdin: its lock, held by a waiting thread, breaks the interpreter's exit.
        os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait_for_the_end, daemon=True).start()


def addresses(arguments: Sequence[str] | None = None) -> tuple[str, str]:
    """The API's and the gateway's address, from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("api_url")
    parser.add_argument("gateway_url")
    given = parser.parse_args(arguments)
    return given.api_url, given.gateway_url
