"""Races on a database of each kind."""

from tests.storage.fixtures import databases, files, kind_of_database, server

__all__ = ["databases", "files", "kind_of_database", "server"]
