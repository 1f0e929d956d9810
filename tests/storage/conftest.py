"""The storage on a real file."""

from tests.storage.fixtures import database, path

__all__ = ["database", "path"]
