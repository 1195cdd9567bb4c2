"""Connections on which nothing is asked: they are closed after a while, and there are only so many."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

import uvicorn
from fastapi import FastAPI
from websockets.sync.client import connect

from server.web.connections import at_most


@contextmanager
def served(app: FastAPI, most: int, head_within: float) -> Iterator[int]:
    server = uvicorn.Server(uvicorn.Config(app, http=at_most(most, head_within), log_config=None))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=lambda: server.run([listening]), daemon=True)
        thread.start()
        until = monotonic() + 30
        while not server.started:
            assert monotonic() < until
            sleep(0.01)
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(30)


def opened(port: int, words: bytes = b"") -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=10)
    one.sendall(words)
    return one


def heard(one: socket.socket) -> bytes:
    got = b""
    while part := one.recv(65536):
        got += part
    return got


ASK = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def test_a_head_that_does_not_come_is_not_waited_for(make_app: Callable[..., FastAPI], jpeg: bytes) -> None:
    with served(make_app(), 100, 0.5) as port:
        began = monotonic()
        for words in (b"", ASK, ASK + b"\r\n" + ASK):  # nothing, half a head, and half a second one
            got = heard(opened(port, words))
            assert got.count(b" 200 OK") == words.count(b"\r\n\r\n")
        assert monotonic() - began < 5
        with connect(f"ws://127.0.0.1:{port}/api/live") as live:
            sleep(1)  # a WebSocket has no other head
            live.send(bytes(4) + jpeg)
            assert "reading" in str(live.recv(10))


def test_beyond_so_many_connections_all_are_sent_away(make_app: Callable[..., FastAPI]) -> None:
    with served(make_app(), 3, 30.0) as port:
        held = [opened(port) for _ in range(3)]
        sleep(0.2)
        got = heard(opened(port, ASK + b"\r\n"))
        assert got.startswith(b"HTTP/1.1 503 ")
        assert b'"code": "busy"' in got
        held.pop().close()
        sleep(0.2)
        assert heard(opened(port, ASK + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        for one in held:
            one.close()
