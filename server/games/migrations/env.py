"""What Alembic runs first: it changes the tables of `server.games.tables` on the connection that it is given."""

from __future__ import annotations

from alembic import context

from server.games.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by writing it anew.
)
context.run_migrations()
