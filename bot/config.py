"""The bot's settings, from the environment or a ``.env`` file."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.shards import Shards, parse_shard_ids

PREFIX = "CATENA_"
LARGEST_PORT = 2**16 - 1
MOST_SHARDS = 16_384
"""More than Discord's largest bots have. With a slip of more digits nearly every server would be nobody's."""


class SettingsUnreadable(Exception):
    """There is a file of settings that can't be read; the message says why in one sentence."""


class LogLevel(StrEnum):
    """How much is logged."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class LogFormat(StrEnum):
    """How each line of the log is written."""

    TEXT = "text"
    JSON = "json"


class DatabaseSettings(BaseSettings):
    """What is enough to work on the database alone.

    Each field is read from the variable of its name with `PREFIX`; see ``.env.example``.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    database_url: str = "sqlite+aiosqlite:///catena.sqlite3"

    @classmethod
    def read(cls) -> Self:
        """Those of the environment and the file. Raises ValidationError and SettingsUnreadable."""
        try:
            return cls()
        except OSError as error:
            raise SettingsUnreadable(f"The file .env here can't be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise SettingsUnreadable("The file .env here can't be read: it is no text in UTF-8.") from error


class Settings(DatabaseSettings):
    """What running the bot needs."""

    token: SecretStr
    """The bot's token. Secret: it never appears in a log, message or repr."""
    log_level: LogLevel = Field(LogLevel.INFO, description="DEBUG, INFO, WARNING or ERROR")
    log_format: LogFormat = Field(LogFormat.TEXT, description="text or json")
    health_port: int | None = Field(
        None, ge=1, le=LARGEST_PORT, description=f"a whole number from 1 to {LARGEST_PORT}"
    )
    """Where on this machine the bot tells how it is; None for nowhere."""
    sentry_dsn: SecretStr | None = None
    """Where faults are reported to; None for nowhere."""
    shard_count: int | None = Field(
        None, ge=1, le=MOST_SHARDS, description=f"a whole number from 1 to {MOST_SHARDS}"
    )
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None

    @property
    def shards(self) -> Shards:
        """Those of this process."""
        return Shards(self.shard_count, self.shard_ids)

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("token")
    @classmethod
    def _is_given(cls, token: SecretStr) -> SecretStr:
        """An empty line of ``.env`` is no token, and a token has no white space in it."""
        parts = token.get_secret_value().split()
        if not parts:
            raise PydanticCustomError("missing", "is empty")
        if len(parts) > 1:
            raise PydanticCustomError("white_space", "it has white space in it")
        return SecretStr(parts[0])

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _parsed(cls, written: object) -> object:
        try:
            return parse_shard_ids(written) if isinstance(written, str) else written
        except ValueError as error:
            raise PydanticCustomError("shards", f"{error}: write them like 0 or 0,2 or 0-3") from error

    @field_validator("shard_ids")
    @classmethod
    def _are_of_the_count(cls, ids: tuple[int, ...] | None, others: ValidationInfo) -> tuple[int, ...] | None:
        if ids is None or "shard_count" not in others.data:
            return ids
        count = others.data["shard_count"]
        if count is None:
            raise PydanticCustomError("shards", f"it needs {PREFIX}SHARD_COUNT, the same for all processes")
        if len(set(ids)) < len(ids):
            raise PydanticCustomError("shards", "it names a shard twice")
        if max(ids) >= count:
            raise PydanticCustomError("shards", f"of {count} shards the last one is {count - 1}")
        return ids


def faults_of(error: ValidationError) -> str:
    """What is wrong with the settings, a sentence each, without showing their values."""
    sentences = []
    for fault in error.errors(include_input=False, include_url=False):
        variable = PREFIX + str(fault["loc"][0]).upper()
        described = Settings.model_fields[str(fault["loc"][0])].description
        if fault["type"] == "missing":
            sentences.append(f"{variable} is not set: put the bot's token into it, or into a file .env here.")
        elif described:
            sentences.append(f"{variable} can't be used: it is {described}.")
        else:
            sentences.append(f"{variable} can't be used: {fault['msg']}.")
    return "\n".join(sentences)
