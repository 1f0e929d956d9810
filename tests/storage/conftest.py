"""The storage on a database of each kind."""

from tests.storage.fixtures import database, databases, kind_of_database, path, url

__all__ = ["database", "databases", "kind_of_database", "path", "url"]
