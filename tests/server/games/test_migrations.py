"""The tables: made from nothing, kept as they are, and the same as what the code expects."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from server.games.database import open_engine
from server.games.errors import StoreUnusable
from server.games.migrate import config, is_current, upgrade
from server.games.service import Games
from server.games.tables import Base

from .table import Table, new_key

NAMES = {"alembic_version", "events", "games", "keys", "photos", "seats"}


def test_an_empty_database_gets_the_tables_that_the_code_expects(new_url: Callable[[], str]) -> None:
    engine = open_engine(new_url())
    with engine.connect() as connection:
        assert not is_current(connection)
    upgrade(engine)
    with engine.connect() as connection:
        assert is_current(connection)
        assert set(inspect(connection).get_table_names()) == NAMES
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []
        command.check(config(connection))
    engine.dispose()


def test_a_table_that_lacks_is_noticed(new_url: Callable[[], str]) -> None:
    """The comparison above can fail."""
    engine = open_engine(new_url())
    upgrade(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE photos")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata)
    engine.dispose()


def test_games_survive_another_start(new_url: Callable[[], str]) -> None:
    url = new_url()
    first = Games(url)
    table = Table(first)
    state = table.state()
    first.close_all()
    second = Games(url)
    assert second.see(table.id, table.tokens[None]).state == state
    second.close_all()


def test_all_tables_go_and_come_back(new_url: Callable[[], str]) -> None:
    engine = open_engine(new_url())
    upgrade(engine)
    with engine.begin() as connection:
        command.downgrade(config(connection), "base")
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    upgrade(engine)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == NAMES
    engine.dispose()


def test_processes_that_start_at_once_make_one_set_of_tables(new_url: Callable[[], str], root: Path) -> None:
    url = new_url()
    code = "import sys; from server.games.service import Games; print('ready', flush=True); sys.stdin.readline(); "
    code += "Games(sys.argv[1]).close_all()"
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", code, url], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for start in starts:
        assert start.stdout is not None
        assert start.stdout.readline() == "ready\n"
    for start in starts:  # All are loaded, and now race.
        assert start.stdin is not None
        start.stdin.write("\n")
        start.stdin.flush()
    for start in starts:
        start.communicate()
        assert start.returncode == 0
    games = Games(url)
    assert Table(games).state().version == 1
    games.close_all()


def test_a_database_of_a_newer_version_is_left_alone(new_url: Callable[[], str]) -> None:
    engine = open_engine(url := new_url())
    upgrade(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(StoreUnusable, match="newer Pipwise"):
        Games(url)


def test_an_event_of_a_newer_version_is_not_guessed_at(new_url: Callable[[], str]) -> None:
    games = Games(new_url())
    table = Table(games)
    table.hand(0, "1-2", key=new_key())
    with games.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE events SET kind = 'hand_stolen' WHERE number = 2")
    with pytest.raises(StoreUnusable, match="newer Pipwise"):
        table.state()
    games.close_all()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "URL"),
        ("sqlite://", "file"),
        ("sqlite:///:memory:", "file"),
        ("sqlite:///file:x?mode=memory&uri=true", "file"),
        ("mysql://host/games", "not in mysql"),
        ("postgresql+nodriver://host/games", "driver"),
        ("postgresql://nobody@127.0.0.1:1/games", "cannot be used"),
    ],
)
def test_addresses_that_cannot_be_used_are_told_in_a_sentence(url: str, told: str) -> None:
    pytest.importorskip("pg8000")
    with pytest.raises(StoreUnusable, match=told) as caught:
        Games(url)
    assert caught.value.message.endswith(".")
    assert "\n" not in caught.value.message


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_text("This is a shopping list.\n" * 100)
    with pytest.raises(StoreUnusable, match="cannot be used"):
        Games(f"sqlite:///{file}")
    assert file.read_text().startswith("This is a shopping list.")


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable, match="folder"):
        Games(f"sqlite:///{tmp_path / 'file' / 'games.db'}")


def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    games = Games(f"sqlite:///{tmp_path / 'new folder' / 'games.db'}")
    with games.database.engine.connect() as connection:
        told = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15000}
    games.close_all()
