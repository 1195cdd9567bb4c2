"""The server as a process that is stopped while photos take long and bodies do not come."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[3]
LEAVE_WITHIN = 4
SCRIPT = f"""
import sys, time
from pathlib import Path
from server.games.service import Games
from server.web.addresses import listening_socket
from server.web.app import create_app
from server.web.running import leave, run
from server.web.settings import Settings

class Slow:
    def read(self, image):
        time.sleep(60)

settings = Settings(host="127.0.0.1", port=0, data=Path(sys.argv[1]), readings=1)
listening = listening_socket(settings)
app = create_app(settings, Slow(), Games(settings.games_url), warm_up=lambda: None)
print(listening.getsockname()[1], flush=True)
run(app, settings, listening, None, {LEAVE_WITHIN})
leave(0)
"""


@contextmanager
def slow_server(data: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(data)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def ask(port: int, path: str, body: bytes, length: int, kind: str = "image/jpeg") -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=30)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    one.sendall(head.encode() + body)
    return one


def heard(one: socket.socket) -> str:
    got = b""
    try:
        while part := one.recv(65536):
            got += part
    except ConnectionError:
        pass
    return got.decode()


def running(port: int) -> str:
    one = socket.create_connection(("127.0.0.1", port), timeout=30)
    one.sendall(f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    return heard(one)


def test_all_are_told_when_it_is_stopped_and_it_ends_in_time(tmp_path: Path, jpeg: bytes) -> None:
    with slow_server(tmp_path) as (process, port):
        reads = ask(port, "/api/readings", jpeg, len(jpeg))
        until = monotonic() + 30
        while '"running":1' not in running(port):
            assert monotonic() < until
            sleep(0.05)
        waits = ask(port, "/api/readings", jpeg, len(jpeg))
        while '"waiting":1' not in running(port):
            assert monotonic() < until
            sleep(0.05)
        comes = ask(port, "/api/scores", b"{", 1000, "application/json")
        half = socket.create_connection(("127.0.0.1", port), timeout=30)
        half.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-")
        sleep(0.5)
        stopped = monotonic()
        process.send_signal(signal.SIGTERM)
        for quick in (waits, comes):
            answer = heard(quick)
            assert answer.startswith("HTTP/1.1 503"), answer
            assert '"code":"busy"' in answer
            assert monotonic() - stopped < LEAVE_WITHIN - 2
        heard(half)
        answer = heard(reads)
        assert answer.startswith("HTTP/1.1 503"), answer
        assert '"code":"busy"' in answer
        assert "retry-after" in answer.lower()
        _, err = process.communicate(timeout=30)
        assert monotonic() - stopped < LEAVE_WITHIN + 4
        assert (process.returncode, err) == (0, "")


def test_a_live_view_ends_without_a_word_too(tmp_path: Path, jpeg: bytes) -> None:
    with slow_server(tmp_path) as (process, port), connect(f"ws://127.0.0.1:{port}/api/live") as live:
        live.send(bytes(4) + jpeg)
        until = monotonic() + 30
        while '"running":1' not in running(port):
            assert monotonic() < until
            sleep(0.05)
        stopped = monotonic()
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=20)
        _, err = process.communicate(timeout=30)
        assert monotonic() - stopped < LEAVE_WITHIN + 4
        assert (process.returncode, err) == (0, "")
