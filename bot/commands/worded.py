"""Declaring a slash command, whose wording stands with all other wording."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from discord import app_commands

from bot.messages.commands import COMMANDS

Callback = Callable[..., Coroutine[Any, Any, None]]
Command = app_commands.Command[Any, ..., None]


def command(name: str, *, is_private: bool = False) -> Callable[[Callback], Command]:
    """The slash command of this name; ``is_private`` tells who sees it if its answer takes long."""
    wording = COMMANDS[name]

    def decorate(callback: Callback) -> Command:
        described = app_commands.describe(**wording.options)(callback)
        extras = {"is_private": is_private}
        return app_commands.command(name=name, description=wording.description, extras=extras)(described)

    return decorate
