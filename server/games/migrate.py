"""Brings a database to the tables of this version, at every start, however many processes start at once."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError, InterfaceError

from server.games.errors import StoreUnusable

FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x50697077
"""A number that stands for this upgrade among the advisory locks of a PostgreSQL database."""


def upgrade(engine: Engine) -> None:
    """Create the tables, or change those of an older version; nothing happens when they are up to date.

    One transaction does it all under a lock, so a process that starts at the same time waits and finds it done.

    Raises:
        StoreUnusable: when the database cannot be reached, is no database, or was made by a newer version.
    """
    try:
        with engine.connect() as connection:
            if is_current(connection):
                return
        with engine.execution_options(pipwise_writes=True).begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            command.upgrade(config(connection), "head")
    except CommandError as error:
        raise StoreUnusable("The database was made by a newer Pipwise; install that one.") from error
    except (DatabaseError, InterfaceError) as error:
        raise StoreUnusable(f"The database of the games cannot be used: {_reason(error)}.") from error


def is_current(connection: Connection) -> bool:
    """Whether the database has the tables of this version."""
    head = ScriptDirectory(str(FOLDER)).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


def config(connection: Connection) -> Config:
    """The settings of Alembic for the migrations of this package, on an open connection."""
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def _reason(error: DatabaseError | InterfaceError) -> str:
    """The first line of what the driver says, which names no password."""
    told = str(error.orig).strip().splitlines() or ["it does not answer"]
    return told[0].rstrip(".")
