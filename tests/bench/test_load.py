"""Twenty phones at once, and one that looks on: against a server in a process of its own, on the loopback.

`python -m pytest tests/bench/test_load.py`. Times are told as multiples of one reading alone in the same run.
"""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from time import perf_counter, sleep

import cv2
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from websockets.asyncio.client import connect

from vision.image import decode

ROOT = Path(__file__).resolve().parents[2]
PHONES = 20
MOST_MEMORY = 1.5 * 2**30
FRAMES = 30
FRAME_SIDE = 960
QUICK_ENOUGH = 5.0
"""Readings a second of the live view, on two idle cores."""
HEADERS = {"Content-Type": "image/jpeg"}

Tell = Callable[..., None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server with the packaged weights, and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = "from server.start import main; main()"
    arguments = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path_factory.mktemp("games"))]
    process = subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        while True:
            try:
                if ask(port, "GET", "/api/health")[0] == 200:
                    break
            except OSError:
                assert process.poll() is None
                sleep(0.2)
        sleep(10)  # advice is compiled or loaded meanwhile
        yield process, port
    finally:
        process.terminate()
        process.wait(60)


def ask(port: int, method: str, path: str, body: bytes | None = None) -> tuple[int, str | None, float]:
    """Status, `Retry-After` and the seconds that a request took."""
    began = perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request(method, path, body, HEADERS if body else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.getheader("Retry-After"), perf_counter() - began


def most_memory(process: subprocess.Popen[bytes]) -> float:
    """The most memory that the process has ever had, in bytes."""
    told = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", told)
    assert found
    return int(found[1]) * 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells memory as Linux does")
@pytest.mark.benchmark(group="phones")
def test_twenty_phones_at_once(
    benchmark: BenchmarkFixture, server: tuple[subprocess.Popen[bytes], int], photo: Path, tell: Tell
) -> None:
    """Everyone gets a reading, or is told when to come again."""
    process, port = server
    data = photo.read_bytes()
    ask(port, "POST", "/api/readings", data)
    alone = min(ask(port, "POST", "/api/readings", data)[2] for _ in range(3))
    start = Barrier(PHONES)

    def phone(number: int) -> tuple[int, str | None, float]:
        start.wait()
        return ask(port, "POST", "/api/readings", data)

    def all_phones() -> list[tuple[int, str | None, float]]:
        with ThreadPoolExecutor(PHONES) as phones:
            return list(phones.map(phone, range(PHONES)))

    answers = benchmark.pedantic(all_phones, rounds=1)
    read = [seconds for status, _, seconds in answers if status == 200]
    refused = [again for status, again, _ in answers if status == 503]
    assert len(read) + len(refused) == PHONES
    assert len(read) >= PHONES / 2
    assert all(again is not None and int(again) >= 1 for again in refused)
    memory = most_memory(process)
    tell(
        read=len(read),
        asked_to_come_again=len(refused),
        median_times_one_alone=statistics.median(read) / alone,
        last_times_one_alone=max(read) / alone,
        MiB=memory / 2**20,
    )
    assert memory < MOST_MEMORY


@pytest.mark.benchmark(group="live view")
def test_live_view(
    benchmark: BenchmarkFixture, server: tuple[subprocess.Popen[bytes], int], photo: Path, tell: Tell
) -> None:
    """Frame after frame, the next one sent when the last was answered; compared with photos of the same table."""
    _, port = server
    data = photo.read_bytes()
    alone = min(ask(port, "POST", "/api/readings", data)[2] for _ in range(3))
    small = decode(data, FRAME_SIDE)
    _, frame = cv2.imencode(".jpg", small[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])

    async def look_on() -> None:
        async with connect(f"ws://127.0.0.1:{port}/api/live?set=double-12") as socket:
            for number in range(FRAMES):
                await socket.send(number.to_bytes(4, "big") + frame.tobytes())
                assert '"reading"' in str(await socket.recv())

    benchmark.pedantic(lambda: asyncio.run(look_on()), rounds=1, warmup_rounds=1)
    if benchmark.stats:
        each = benchmark.stats.stats.min / FRAMES
        tell(frames_a_second=1 / each, frames_in_the_time_of_one_photo=alone / each, wanted=QUICK_ENOUGH)
