"""Run by Alembic: migrate over the connection, and in the transaction, that `Database.open` provides."""

from alembic import context

from bot.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can't alter most of a table in place; Alembic then copies it.
    render_as_batch=True,
)
context.run_migrations()
