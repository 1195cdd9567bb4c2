"""A real browser with the size of a phone, and a real server with the real reader behind it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.drawn_table import RIGHT, WRONG, draw

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

ROOT = Path(__file__).resolve().parents[2]
PHONE = {"width": 390, "height": 844}
START = 90.0
"""Seconds in which the server has to answer for the first time; the networks are loaded before."""
STEP_MS = 60_000
"""For one thing to happen in the page: a reading takes a second, on a busy machine several."""
SERVE = "from server.cli import main; main()"


def lacking(what: str) -> None:
    """Skip the test, but never where everything has to be checked."""
    if "CI" in os.environ:
        pytest.fail(f"{what}; tests of the page may not be left out here")
    pytest.skip(what)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium as the system has it; Playwright never fetches one."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        lacking("no Chromium on this machine (apt-get install chromium)")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def playwright(chromium: str) -> Iterator[Playwright]:
    """Playwright, started."""
    try:
        from playwright.sync_api import expect, sync_playwright
    except ModuleNotFoundError:
        lacking("no Playwright in this environment (pip install '.[test]')")
    expect.set_options(timeout=STEP_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def launch(playwright: Playwright, chromium: str) -> Iterator[Callable[..., Browser]]:
    """Starts a browser with more arguments; all of them are closed in the end."""
    browsers: list[Browser] = []

    def start(*more: str) -> Browser:
        # A container has no sandbox for a browser, and its /dev/shm is small.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", *more]
        browsers.append(playwright.chromium.launch(executable_path=chromium, args=arguments))
        return browsers[-1]

    yield start
    for one in browsers:
        one.close()


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Browser:
    """One browser for all tests; each has a context of its own."""
    return launch()


class ServerProcess:
    """`pipwise serve` as a process of its own, on a port that was free."""

    def __init__(self, data: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        command = [sys.executable, "-c", SERVE, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--data", str(data)],
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + START
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"The server ended at its start:\n{self.log.read_text()}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=5):
                    return
            except (urllib.error.URLError, TimeoutError):
                time.sleep(0.1)
        raise AssertionError(f"The server did not answer within {START:g} s:\n{self.log.read_text()}")

    def stop(self) -> None:
        """End it, and wait for that."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server; that of `PIPWISE_TEST_URL` where one is named."""
    if named := os.environ.get("PIPWISE_TEST_URL"):
        yield named
        return
    process = ServerProcess(tmp_path_factory.mktemp("data"))
    try:
        process.wait()
        yield process.url
    finally:
        process.stop()


@pytest.fixture
def opened(server: str, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens the page in a context of its own, `opened("#hint", locale="da-DK")`; more arguments are Playwright's for a
    context. At the end nothing may have been wrong in it: no error on the console, no request to another origin."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def start(
        path: str = "", *, browser: Browser = browser, url: str = server, ignore: tuple[str, ...] = (), **more: Any
    ) -> Page:
        chosen = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB", **more}
        context = browser.new_context(**chosen)
        context.set_default_timeout(STEP_MS)
        contexts.append(context)
        page = context.new_page()

        def heard(kind: str, text: str) -> None:
            if kind == "error" and not any(part in text for part in ignore):
                wrong.append(text)

        page.on("console", lambda message: heard(message.type, message.text))
        page.on("pageerror", lambda error: heard("error", str(error)))
        page.on("request", lambda request: None if is_own(request.url, url) else wrong.append(request.url))
        page.goto(f"{url}/{path}")
        page.wait_for_selector("h1")
        return page

    yield start
    for context in contexts:
        context.close()
    assert wrong == []


def is_own(address: str, url: str) -> bool:
    """Whether a request stays with the own server, or never leaves the browser."""
    return address.startswith((f"{url}/", "blob:", "data:"))


@pytest.fixture(scope="session")
def hand(root: Path) -> Path:
    """A photo of eleven tiles, as rendered."""
    return root / "datasets" / "samples" / "hand.jpg"


@pytest.fixture(scope="session")
def fitting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of a table without a fault."""
    return draw(tmp_path_factory.mktemp("table") / "fitting.jpg", RIGHT)


@pytest.fixture(scope="session")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of the same table with a wrong tile."""
    return draw(tmp_path_factory.mktemp("table") / "faulty.jpg", WRONG)
