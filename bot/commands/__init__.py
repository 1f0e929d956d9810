"""The slash commands: each reads its options, calls a use case and shows the outcome."""

from typing import Any

from discord import app_commands

from bot.commands import challenge, look, play

COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    challenge.challenge,
    challenge.challenges,
    play.move,
    play.button,
    play.komi,
    play.color,
    play.resign,
    look.board,
    look.matches,
    look.rules,
    look.show_help,
)

__all__ = ["COMMANDS"]
