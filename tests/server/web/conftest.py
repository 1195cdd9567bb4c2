"""A server whose reader reads at once what it is told to, with games in a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from numpy.typing import NDArray

from server.games.service import Games
from server.web.app import create_app
from server.web.settings import Settings
from vision.types import N_CLASSES, UNREADABLE, DetectedTile, FaceDown, HalfReading, Observation, Quad, Warning

Image = NDArray[np.uint8]
PAGE = "<!doctype html><title>Pipwise</title>"


def tile(a: int, b: int, x: float, y: float, sureness: float = 1.0) -> DetectedTile:
    """An upright tile of 40 x 80 pixels around (x, y), of which half A is as sure as that."""
    corners = ((x - 20, y - 40), (x + 20, y - 40), (x + 20, y + 40), (x - 20, y + 40))

    def half(value: int, at: float, sure: float) -> HalfReading:
        probs = [0.0] * N_CLASSES
        probs[value] = sure
        probs[UNREADABLE] += 1 - sure
        return HalfReading((x, at), tuple(probs))

    halves = half(a, y - 20, sureness), half(b, y + 20, 1.0)
    return DetectedTile(Quad(corners, ((x + 20, y), (x - 20, y))), halves, 1.0)


class FakeReader:
    """Sees a 6-1, an unsure 5-3 and a back in every picture, and may be held while it reads."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self.go_on = Event()
        self.go_on.set()

    def read(self, image: Image, /) -> Observation:
        height, width = image.shape[:2]
        self.sizes.append((width, height))
        assert self.go_on.wait(20)
        back = FaceDown(tile(0, 0, 300.0, 100.0).quad, 0.9)
        tiles = (tile(5, 3, 200.0, 100.0, 0.6), tile(6, 1, 100.0, 100.0))
        return Observation((width, height), tiles, (back,), (Warning("glare", (200.0, 120.0)),), (), ())


def picture(ending: str = ".jpg", width: int = 64, height: int = 48) -> bytes:
    """The bytes of a plain picture."""
    image = np.full((height, width, 3), 120, np.uint8)
    image[: height // 2] = 200
    done, data = cv2.imencode(ending, image)
    assert done
    return data.tobytes()


Serve = Callable[..., TestClient]


@pytest.fixture
def reader() -> FakeReader:
    return FakeReader()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page, for there may be none beside this branch."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "app.js").write_text("export const one = 1;\n")
    (folder / "manifest.webmanifest").write_text("{}")
    return folder


@pytest.fixture
def make_app(tmp_path: Path, page: Path, reader: FakeReader) -> Callable[..., FastAPI]:
    """Makes the application with other settings; arguments of `create_app` go by their own names."""

    def make(*, warm_up: Callable[[], None] = lambda: None, lan_url: str | None = None, **settings: object) -> FastAPI:
        chosen = Settings(**{"data": tmp_path, "page": page, "readings": 2, **settings})  # type: ignore[arg-type]
        return create_app(
            chosen,
            reader,
            Games(chosen.games_url),
            models={"detector": "made-up 1"},
            warm_up=warm_up,
            lan_url=lan_url,
        )

    return make


@pytest.fixture
def serve(make_app: Callable[..., FastAPI]) -> Iterator[Serve]:
    """Starts the application with other settings, and gives a client of it."""
    clients: list[TestClient] = []

    def start(**settings: object) -> TestClient:
        client = TestClient(make_app(**settings), raise_server_exceptions=False)
        client.__enter__()
        clients.append(client)
        return client

    yield start
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def client(serve: Serve) -> TestClient:
    """The application as it comes."""
    return serve()


@pytest.fixture
def jpeg() -> bytes:
    return picture()
