"""`pipwise serve` as a process: it comes up, reads a photo, keeps games, and goes when it is told to."""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import cv2
import pytest
from typer.testing import CliRunner

from server.cli import create_app
from vision.selftest import TILES, picture

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-c", "from server.start import main; main()", "serve", "--host", "127.0.0.1"]
UP_WITHIN, DOWN_WITHIN = 120, 30
"""Seconds, on a machine that does much else."""
ANYONE = ssl.create_default_context()
ANYONE.check_hostname, ANYONE.verify_mode = False, ssl.CERT_NONE


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def fetch(url: str, body: bytes | None = None, **headers: str) -> tuple[int, dict]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urlopen(Request(url, body, named), timeout=60, context=ANYONE if url.startswith("https") else None) as got:
            return got.status, json.load(got)
    except HTTPError as error:
        return error.code, json.load(error)


@contextmanager
def served(data: Path, *more: str, scheme: str = "http") -> Iterator[tuple[subprocess.Popen[str], str]]:
    port = free_port()
    command = [*COMMAND, "--port", str(port), "--data", str(data), *more]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    url = f"{scheme}://127.0.0.1:{port}"
    try:
        until = monotonic() + UP_WITHIN
        while True:
            try:
                if fetch(f"{url}/api/health")[0] == 200:
                    break
            except (URLError, ConnectionError):
                assert process.poll() is None, process.communicate()
                assert monotonic() < until
                sleep(0.1)
        yield process, url
    finally:
        process.kill()
        process.wait()


def stop(process: subprocess.Popen[str], by: signal.Signals) -> tuple[str, str]:
    process.send_signal(by)
    out, err = process.communicate(timeout=DOWN_WITHIN)
    assert process.returncode == 0, err
    return out, err


def test_it_reads_a_photo_keeps_a_game_and_stops_in_good_order(tmp_path: Path, weights: Path) -> None:
    _, photo = cv2.imencode(".png", picture()[:, :, ::-1])
    made: dict = {}
    with served(tmp_path / "new" / "data") as (process, url):
        health = fetch(f"{url}/api/health")[1]
        assert set(health["models"]) == {"detector", "sceptic", "refiner", "reader"}
        status, reading = fetch(f"{url}/api/readings", photo.tobytes(), Content_Type="image/png")
        assert status == 200
        assert {tuple(sorted((tile["a"], tile["b"]))) for tile in reading["tiles"]} == {
            tuple(sorted(pair)) for pair in TILES
        }
        asked = json.dumps({"players": ["Ann", "Bo"], "host_seat": 0}).encode()
        status, made = fetch(
            f"{url}/api/games", asked, Content_Type="application/json", Idempotency_Key="the-first-key-here"
        )
        assert status == 201
        out, err = stop(process, signal.SIGTERM)
    assert url in out
    assert f"Games are kept in {tmp_path / 'new' / 'data'}." in out
    assert err == ""
    assert made["host_token"] not in out
    with served(tmp_path / "new" / "data") as (process, url):
        path = f"{url}/api/games/{made['game']['id']}"
        status, game = fetch(path, Authorization=f"Bearer {made['host_token']}")
        assert (status, game["version"]) == (200, made["game"]["version"])
        stop(process, signal.SIGINT)


def test_https_with_a_certificate_of_its_own(tmp_path: Path, weights: Path) -> None:
    with served(tmp_path, "--https", scheme="https") as (process, url):
        trusting = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        with urlopen(f"{url}/api/health", timeout=60, context=trusting) as answer:
            assert answer.status == 200
        out, _ = stop(process, signal.SIGTERM)
    assert url.startswith("https://")
    assert "SHA-256" in out


def run(*arguments: str, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=UP_WITHIN,
        env={**os.environ, **environment},
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_what_stands_in_its_way_is_said_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        cases = [
            (("--port", port, "--data", str(tmp_path)), {}, "in use"),
            (("--port", "0", "--data", str(file / "inside")), {}, "--data"),
            (("--port", "0", "--data", ""), {}, "--data games"),
            (("--port", "0", "--data", str(tmp_path), "--host", ""), {}, "--host 127.0.0.1"),
            (("--port", "0", "--data", str(tmp_path), "--host", " "), {}, "--host 127.0.0.1"),
            (("--port", "0", "--data", str(tmp_path), "--host", "nosuch.invalid"), {}, "nosuch.invalid is no address"),
            (("--port", "0", "--data", str(tmp_path), "--host", "a" * 70 + ".b"), {}, "a.b is no address"),
            # An address that is kept for documentation: no machine has it.
            (("--port", "0", "--data", str(tmp_path), "--host", "192.0.2.1"), {}, "192.0.2.1 is no address of this"),
            (("--port", "70000", "--data", str(tmp_path)), {}, "--port"),
            (("--data", str(tmp_path)), {"PIPWISE_READINGS": "many"}, "PIPWISE_READINGS"),
            (("--port", "0", "--data", str(tmp_path)), {"PIPWISE_DATABASE_URL": "nonsense"}, "database"),
            (("--data", str(tmp_path)), {"PIPWISE_ORIGINS": "foo"}, "PIPWISE_ORIGINS"),
        ]
        for arguments, environment, says in cases:
            code, err = run(*arguments, **environment)
            assert code == 2, err
            assert err.startswith("pipwise: "), err
            assert err.count("\n") == 1, err
            assert says in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "99999"], "--port cannot be 99999; it is at most 65535."),
        (["--port=-1"], "--port cannot be -1; it is at least 0."),
    ],
)
def test_a_port_that_cannot_be_is_told_in_plain_words(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(create_app(lambda: None), ["serve", *arguments])  # type: ignore[arg-type,return-value]
    assert (result.exit_code, result.stderr) == (2, f"pipwise: {said}\n")
