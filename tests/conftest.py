"""What there is once for a whole run, however many folders use it."""

from tests.storage.fixtures import files, server

__all__ = ["files", "server"]
