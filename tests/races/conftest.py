"""Races on a database of each kind."""

from tests.storage.fixtures import databases, kind_of_database

__all__ = ["databases", "kind_of_database"]
