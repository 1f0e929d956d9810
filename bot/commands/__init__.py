"""The slash commands: each reads its options, calls a use case and shows the outcome."""

from typing import Any

from discord import app_commands

from bot.commands import challenge, look, play, records, settings, statistics

COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    challenge.challenge,
    challenge.challenges,
    play.move,
    play.button,
    play.komi,
    play.color,
    play.reply,
    play.resign,
    look.board,
    look.try_out,
    look.replay,
    records.record,
    look.matches,
    statistics.stats,
    statistics.leaderboard,
    look.rules,
    look.show_help,
    settings.preferences,
    settings.settings,
)

__all__ = ["COMMANDS"]
