"""The storage on a database of each kind."""

from tests.storage.fixtures import database, databases, files, kind_of_database, path, server, url

__all__ = ["database", "databases", "files", "kind_of_database", "path", "server", "url"]
