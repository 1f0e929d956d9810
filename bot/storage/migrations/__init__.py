"""Alembic's folder: how a database of any earlier version becomes one of this."""
