"""The log: lines for people, or one line of JSON for each record."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

import discord

from bot.config import LogFormat, LogLevel


def set_up_logging(level: LogLevel, written_as: LogFormat) -> None:
    """Let everything that is logged in this process be written to the standard error."""
    formatter = JsonFormatter() if written_as is LogFormat.JSON else discord.utils.MISSING
    discord.utils.setup_logging(level=logging.getLevelName(level), formatter=formatter, root=True)
    # The bot never speaks, and needs nothing for that.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class JsonFormatter(logging.Formatter):
    """A record as an object on one line; the fields are told in ``docs/observability.md``."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            told["stack"] = self.formatStack(record.stack_info)
        if interaction := getattr(record, "interaction", None):
            told["interaction"] = interaction
        return json.dumps(told, ensure_ascii=False)
