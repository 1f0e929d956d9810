"""The versions of the schema, through which Alembic's migrations lead."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

MIGRATIONS = "bot.storage:migrations"

_ALWAYS_THERE = {"alembic_version", "players", "matches", "actions"}
"""Tables of every version. Others use Alembic too, and number their versions from 0001."""


class UnknownSchema(Exception):
    """The database is none that this version of the bot knows; the message says why, as half a sentence."""


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, within the connection's transaction. Raises UnknownSchema."""
    if inspect(connection).has_table("alembic_version"):
        _known_version(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check_is_known(connection: Connection) -> None:
    """Raise UnknownSchema unless the migrations can bring the database up to date."""
    _known_version(connection)


def check_is_newest(connection: Connection) -> None:
    """Raise UnknownSchema unless the database is up to date."""
    version, newest = _known_version(connection), _scripts().get_current_head()
    if version != newest:
        raise UnknownSchema(f"it is of version {version}, and a start of the bot brings it to {newest}")


def _known_version(connection: Connection) -> str:
    if not set(inspect(connection).get_table_names()) >= _ALWAYS_THERE:
        raise UnknownSchema("it is not a database of Catena")
    version = MigrationContext.configure(connection).get_current_revision()
    if version is None or version not in {script.revision for script in _scripts().walk_revisions()}:
        raise UnknownSchema(f"its version {version} is not known to this version of the bot")
    return version


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    return config
