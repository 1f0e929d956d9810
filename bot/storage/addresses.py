"""Where a database is, and in which words that it can't be used."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.storage.failures import cause

_EXAMPLES = {
    "sqlite": "sqlite+aiosqlite:///catena.sqlite3",
    "postgresql": "postgresql+asyncpg://user:password@host/catena",
}
_ADDRESS = "CATENA_DATABASE_URL, or what was given in its place,"

DatabaseAddress = str | URL
"""Where a database is, as SQLAlchemy writes it."""


class DatabaseUnusable(Exception):
    """The database can't be opened or brought up to date; the message says why in one sentence."""


def parse_address(url: DatabaseAddress) -> URL:
    """An address in its parts. Raises DatabaseUnusable for what is none."""
    try:
        return make_url(url)
    except (SQLAlchemyError, ValueError) as error:
        raise no_address() from error


def check_driver(url: URL) -> None:
    """Raise DatabaseUnusable for a kind of database or a driver that the bot does not run on."""
    example = _EXAMPLES.get(url.get_backend_name())
    if example is None:
        raise no_address()
    if url.drivername != make_url(example).drivername:
        sentence = f"{_ADDRESS} names a driver that can't be awaited: write it as {example}."
        raise DatabaseUnusable(sentence)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def url_of(file: Path, driver: str = "sqlite+aiosqlite") -> URL:
    """The address of a database in an SQLite file."""
    return URL.create(driver, database=str(file))


def file_of(url: DatabaseAddress) -> Path | None:
    """The file that an address names; None where it names no SQLite database or one in no file.

    Raises DatabaseUnusable for what is no address.
    """
    address = parse_address(url)
    name = address.database or ":memory:"
    is_file = is_sqlite(address) and not name.startswith((":memory:", "file:"))
    return Path(name) if is_file else None


def shown(url: URL) -> str:
    """An address as people may see it. A password may be among what follows the question mark, too."""
    public = url if is_sqlite(url) else url.set(query={})
    return public.render_as_string(hide_password=True)


def no_address(why: str = f"write it as {' or '.join(_EXAMPLES.values())}") -> DatabaseUnusable:
    return DatabaseUnusable(f"{_ADDRESS} is not the address of a database: {why}.")


def unusable(url: URL, error: Exception) -> DatabaseUnusable:
    return DatabaseUnusable(f"The database {shown(url)} can't be used: {cause(error)}.")
