"""The database behind the games: how it is opened, and what a transaction is.

SQLite writes ahead (WAL), waits for other writers instead of failing, and has a write on the disk before it is
acknowledged. Its writers begin as writers: one that reads first could find its view outdated when it comes to write.
PostgreSQL locks the row of a game instead, see `store.py`.
"""

from __future__ import annotations

import logging
import sqlite3
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Dialect, Engine, ExceptionContext, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    TimeoutError,
)
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from server.games.errors import GamesError, StoreBusy, StoreFull, StoreUnusable

T = TypeVar("T")

PATIENCE_S = 15.0
"""So long a writer waits for others."""
STATEMENT_S = 10.0
"""So long PostgreSQL works on a statement, or waits with it for others."""
SILENT_S = 12.0
"""So long PostgreSQL may say nothing, also when it is connected to; more than for a statement."""
_ATTEMPTS = 6
"""Two writers that want the same number or code meet once; more often only by a fault."""
_WRITES = "pipwise_writes"
_SILENCE = (OperationalError, InterfaceError, TimeoutError, OSError)
"""The database is locked, gone, or busy with all the connections that there may be; a driver may leave a broken
connection as the system told it."""
_DRIVERS = {"sqlite": "pysqlite", "postgresql": "pg8000"}
_POSTGRESQL_OPTIONS = ("unix_sock", "application_name")
_NONSENSE = (ValueError, LookupError, TypeError, AttributeError, AssertionError, struct.error)
"""What the driver raises when it takes the words of something else for those of PostgreSQL."""
_OVERLOADED = ("57", "53", "55P03", "40P01")
"""Codes of PostgreSQL when it was stopped, took too long, has no room, or untied a knot of two writers."""
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
"""Errors of SQLite whose reason is the disk, and which do not pass by themselves."""
_NO_ROOM = "53100"
"""The code of PostgreSQL for a full disk."""
_LOGGER = logging.getLogger(__name__)


class Database:
    """Transactions on one database, from any thread."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.engine.hide_parameters = True  # Names and hands are nobody's business who reads the server's log.
        self._is_full = False
        self._writing = self.engine.execution_options(**{_WRITES: True})

    def read(self, work: Callable[[Session], T]) -> T:
        """What `work` returns, which sees the database as it is at one moment; raises StoreBusy and StoreFull."""
        try:
            with Session(self.engine) as session, session.begin():
                return work(session)
        except _SILENCE as error:
            raise self._trouble(error) from error

    def write(self, work: Callable[[Session], T]) -> T:
        """What `work` returns, once everything it wrote is safe; on an error nothing of it is.

        `work` is done again from the start when another writer was quicker with something that may be there once.

        Raises:
            StoreBusy: when the database does not answer; whether the write was done is unknown then.
            StoreFull: when the disk takes nothing more; nothing was done. The log says so once.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with Session(self._writing, expire_on_commit=False) as session, session.begin():
                    result = work(session)
            except IntegrityError as error:
                if attempt == _ATTEMPTS:
                    raise StoreBusy() from error
            except _SILENCE as error:
                raise self._trouble(error) from error
            else:
                self._is_full = False
                return result
        raise AssertionError("the last attempt returns or raises")

    def _trouble(self, error: Exception) -> GamesError:
        """What to tell of an error of the database; the first of a full disk goes to the log."""
        reason = error.orig if isinstance(error, DBAPIError) else error
        if not _is_of_the_disk(reason):
            return StoreBusy()
        if not self._is_full:
            _LOGGER.warning("Games cannot be saved: %s. Make room on the disk, or let it be written to.", reason)
        self._is_full = True
        return StoreFull()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _is_of_the_disk(reason: BaseException | None) -> bool:
    """Whether the database has no room, or may not write."""
    if isinstance(reason, sqlite3.Error):
        code = getattr(reason, "sqlite_errorcode", None)  # only errors that SQLite itself found have one
        return code is not None and code & 0xFF in _FULL
    told = reason.args[0] if reason is not None and reason.args else None
    return isinstance(told, dict) and told.get("C") == _NO_ROOM


def open_engine(url: str) -> Engine:
    """An engine for the database at the URL.

    Raises:
        StoreUnusable: for a URL that says nothing, a database that is not supported, or one without its driver.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # the second for a port that is no number
        raise StoreUnusable("The address of the database is not a URL such as sqlite:///games.db.") from error
    backend, _, driver = parsed.drivername.partition("+")
    if backend not in _DRIVERS:
        raise StoreUnusable(f"Games are stored in SQLite or PostgreSQL, not in {backend}.")
    if driver not in ("", _DRIVERS[backend]):
        raise StoreUnusable(f"There is no driver {driver} for the games; begin the address with {backend}:// alone.")
    if backend == "sqlite":
        return _open_sqlite(parsed)
    try:
        return _open_postgresql(parsed.set(drivername="postgresql+pg8000"))
    except (ImportError, NoSuchModuleError) as error:
        raise StoreUnusable(
            "PostgreSQL needs a driver that is not installed: pip install 'pipwise[postgres]'."
        ) from error


def _open_postgresql(url: URL) -> Engine:
    if not url.username:
        raise StoreUnusable("The address of the database names no user; write postgresql://USER:PASSWORD@HOST/NAME.")
    _check_options(url, _POSTGRESQL_OPTIONS)
    limits = {"statement_timeout": str(round(STATEMENT_S * 1000))}
    engine = create_engine(url, connect_args={"timeout": SILENT_S, "startup_params": limits}, pool_timeout=PATIENCE_S)
    driver = engine.dialect.loaded_dbapi

    @event.listens_for(engine, "do_connect")
    def connect(_: Dialect, __: ConnectionPoolEntry, args: list[Any], named: dict[str, Any]) -> DBAPIConnection:
        try:
            connection: DBAPIConnection = driver.connect(*args, **named)
        except (OSError, driver.Error) as error:
            told = _told(error).get("M", f"no PostgreSQL answers at {_place(url)}")
            raise driver.InterfaceError(told) from error
        except _NONSENSE as error:
            raise driver.InterfaceError(f"what answers at {_place(url)} is no PostgreSQL") from error
        return connection

    @event.listens_for(engine, "handle_error")
    def failed(context: ExceptionContext) -> OperationalError | None:
        error = context.original_exception
        if isinstance(error, OSError):
            context.is_disconnect = True
            return OperationalError(context.statement, None, error)
        if isinstance(error, driver.Error) and _told(error).get("C", "").startswith(_OVERLOADED):
            return OperationalError(context.statement, None, error)
        return None

    # What pool_pre_ping does, but also when the driver tells a broken connection as an OSError.
    @event.listens_for(engine, "checkout")
    def checked_out(connection: DBAPIConnection, _: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
        try:
            cursor = connection.cursor()
            cursor.execute("SELECT 1")
            cursor.close()
            connection.rollback()
        except (OSError, driver.Error) as error:
            raise DisconnectionError() from error

    return engine


def _told(error: BaseException) -> dict[str, str]:
    """What PostgreSQL says of an error: its code as C, its message as M.

    The driver may have had another error when it closed the connection because of this one.
    """
    cause: BaseException | None = error
    while cause is not None:
        if cause.args and isinstance(cause.args[0], dict):
            return cause.args[0]
        cause = cause.__context__
    return {}


def _place(url: URL) -> str:
    return str(url.query.get("unix_sock") or f"{url.host or 'localhost'}:{url.port or 5432}")


def _check_options(url: URL, known: tuple[str, ...]) -> None:
    for name in url.query:
        if name not in known:
            raise StoreUnusable(f"The address of the database has an option that is not known: {name}; leave it out.")


def _open_sqlite(url: URL) -> Engine:
    if url.database in (None, "", ":memory:") or "mode" in url.query:
        raise StoreUnusable("Games need a file, such as sqlite:///games.db; they would be gone with the memory.")
    _check_options(url, ())
    assert url.database is not None
    folder = Path(url.database).absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnusable(f"The folder {folder} for the games cannot be made: {error.strerror}.") from error
    # autocommit: the driver begins nothing by itself, `begin` below does.
    engine = create_engine(url, connect_args={"timeout": PATIENCE_S, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        connection.execute(f"PRAGMA busy_timeout = {int(PATIENCE_S * 1000)}")
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to WAL. That needs the file for itself, and does not wait for it as other statements do."""
    end = time.monotonic() + PATIENCE_S
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
