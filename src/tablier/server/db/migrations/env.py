"""Run by Alembic; the connection and its transaction belong to the caller."""

from __future__ import annotations

from alembic import context

from tablier.server.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
