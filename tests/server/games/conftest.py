"""Everything about stored games is tested with both databases."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from server.games.service import Games

from . import postgres


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A database of a PostgreSQL server that these tests have for themselves."""
    folder, driver = postgres.programs(), importlib.util.find_spec("pg8000")
    if folder is None or driver is None:
        what = "programs of a PostgreSQL server (apt install postgresql)" if folder is None else "driver (pg8000)"
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(f"no {what}, and here nothing may be skipped")
        pytest.skip(f"no {what}")
    with postgres.server(folder) as url:
        yield url


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Makes empty databases, all of one kind."""
    made = 0
    if request.param == "sqlite":

        def file() -> str:
            return f"sqlite:///{tmp_path_factory.mktemp('games') / 'games.db'}"

        return file

    url: str = request.getfixturevalue("postgres_url")

    def database() -> str:
        nonlocal made
        made += 1
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE games{made}")
        engine.dispose()
        return url.replace("/postgres?", f"/games{made}?")

    return database


@pytest.fixture(scope="session")
def shared_url(new_url: Callable[[], str]) -> str:
    """A database that many tests share: their games do not know each other."""
    return new_url()


@pytest.fixture
def games(shared_url: str) -> Iterator[Games]:
    """Games in a database."""
    opened = Games(shared_url)
    yield opened
    opened.close_all()


@pytest.fixture
def file_games(tmp_path: Path) -> Iterator[Games]:
    """Games in a SQLite file of their own, for what has nothing to do with the database."""
    opened = Games(f"sqlite:///{tmp_path / 'games.db'}")
    yield opened
    opened.close_all()
