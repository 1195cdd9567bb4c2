"""Changes of the tables, for Alembic: what it runs on is a connection that `server.games.migrate` has opened."""
