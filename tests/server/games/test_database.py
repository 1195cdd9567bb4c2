"""Databases that cannot be used: each is said in one sentence, and none is waited for without an end."""

from __future__ import annotations

import importlib.util
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
from sqlalchemy import text

from server.games import database
from server.games.database import Database
from server.games.errors import StoreBusy, StoreUnusable
from server.games.service import Games

needs_driver = pytest.mark.skipif(importlib.util.find_spec("pg8000") is None, reason="no driver (pg8000)")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "not a URL"),
        ("postgresql://u:SECRET@h:abc/db", "not a URL"),
        ("mysql://u:SECRET@h/db", "not in mysql"),
        ("postgresql+nope://u:SECRET@h/db", "driver nope"),
        ("postgresql+psycopg2://u:SECRET@127.0.0.1:1/db", "driver psycopg2"),
        ("sqlite+aiosqlite:///{folder}/z.db", "driver aiosqlite"),
        ("sqlite:///{folder}/z.db?foo=1", "foo"),
        pytest.param("postgresql://u:SECRET@127.0.0.1:1/db?foo=bar", "foo", marks=needs_driver),
        pytest.param("postgresql://", "no user", marks=needs_driver),
        pytest.param(
            "postgresql://u:SECRET@127.0.0.1:1/db", "no PostgreSQL answers at 127.0.0.1:1", marks=needs_driver
        ),
    ],
)
def test_an_address_that_is_of_no_use_is_said_to_be(url: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable) as refused:
        Games(url.format(folder=tmp_path))
    message = refused.value.message
    assert says in message
    assert message.endswith(".")
    assert "\n" not in message
    assert "SECRET" not in message


@contextmanager
def talker(words: bytes) -> Iterator[int]:
    """Something at a port that says the same to everybody, or nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        kept: list[socket.socket] = []

        def serve() -> None:
            while True:
                try:
                    one, _ = listening.accept()
                except OSError:
                    return
                kept.append(one)
                if words:
                    one.sendall(words)

        Thread(target=serve, daemon=True).start()
        try:
            yield listening.getsockname()[1]
        finally:
            for one in kept:
                one.close()


@needs_driver
def test_a_silent_one_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SILENT_S", 0.5)
    began = monotonic()
    with talker(b"") as port, pytest.raises(StoreUnusable, match="no PostgreSQL answers"):
        Games(f"postgresql://u:SECRET@127.0.0.1:{port}/db")
    assert monotonic() - began < 10


@needs_driver
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (b"HTTP/1.1 400 Bad Request", "no PostgreSQL answers"),
        (b"NX\0\0\0\4", "is no PostgreSQL"),
        (b"NZ\0\0\0\5I", "timed out"),  # says that it is ready, and no more
    ],
)
def test_something_else_at_its_port_is_told(words: bytes, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SILENT_S", 0.5)
    with talker(words) as port, pytest.raises(StoreUnusable, match=says):
        Games(f"postgresql://u:SECRET@127.0.0.1:{port}/db")


def test_a_statement_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch, postgres_url: str) -> None:
    monkeypatch.setattr(database, "STATEMENT_S", 0.3)
    one = Database(postgres_url)
    try:
        with pytest.raises(StoreBusy):
            one.read(lambda session: session.execute(text("SELECT pg_sleep(30)")))
        assert one.read(lambda session: session.execute(text("SELECT 1")).scalar()) == 1
    finally:
        one.close()


def test_a_user_that_is_not_known_is_told_in_words(postgres_url: str) -> None:
    with pytest.raises(StoreUnusable, match='role "nobody-here" does not exist'):
        Games(postgres_url.replace("//pipwise@", "//nobody-here@"))
