"""Large photos for the benchmarks, rendered once, and a way to tell what a table of times does not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.camera import look_at
from datasets.faces import random_style
from datasets.layouts import Pose
from datasets.render import render
from datasets.scene import Scene, place
from server.start import keep_memory
from vision.reader import TileReader, load_reader

WIDTH, HEIGHT = 4000, 3000
TOLD = pytest.StashKey[dict[str, dict[str, float]]]()


keep_memory()  # as the command does


def table(tiles: int, seed: int = 7) -> Scene:
    """Rows of tiles of a double-12 set, each there once, that fill a picture of WIDTH x WIDTH to WIDTH x HEIGHT."""
    rng = np.random.default_rng([seed, tiles])
    style = random_style(rng, 12)
    while style.pips is None or style.numerals:
        style = random_style(rng, 12)
    hand = rng.permutation(list(combinations_with_replacement(range(13), 2)))[:tiles]
    rows = max(1, round((tiles / 2.4) ** 0.5))
    columns = -(-tiles // rows)
    step_x, step_y = style.aspect + 0.2, 1.25
    pieces = []
    for i, (a, b) in enumerate(hand.tolist()):
        row, column = divmod(i, columns)
        x, y = (column - (columns - 1) / 2) * step_x, ((rows - 1) / 2 - row) * step_y
        pose = Pose(x + rng.normal(0, 0.02), y + rng.normal(0, 0.02), np.pi / 2 + rng.normal(0, 0.06))
        pieces.append(place(pose, 0, style, (a, b)))
    length = min(WIDTH / (columns * step_x + 0.4), HEIGHT / (rows * step_y + 0.4))
    focal = 1.3 * WIDTH
    camera = look_at(np.zeros(3), np.radians(82), -np.pi / 2, 0.0, focal / length, focal, np.full(2, (WIDTH - 1) / 2))
    light = np.array([-0.45, 0.5, 0.74])
    return Scene(seed, "hand", (WIDTH, WIDTH), (style,), tuple(pieces), camera, light, 0.6, (), (), None, 0.05)


@pytest.fixture(scope="session")
def hand() -> np.ndarray:
    """A picture of 12 megapixels with fourteen tiles."""
    return _rendered(14)


@pytest.fixture(scope="session")
def large_hand() -> np.ndarray:
    """A picture of 12 megapixels with forty tiles."""
    return _rendered(40)


def _rendered(tiles: int) -> np.ndarray:
    picture, _ = render(table(tiles))
    above = (WIDTH - HEIGHT) // 2
    return np.ascontiguousarray(picture[above : above + HEIGHT])


@pytest.fixture(scope="session", params=[14, 40], ids=["14 tiles", "40 tiles"])
def photo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A JPEG of 12 megapixels with so many tiles, as a phone would take it."""
    path = tmp_path_factory.mktemp("photos") / f"{request.param}.jpg"
    cv2.imwrite(str(path), _rendered(request.param)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


@pytest.fixture(scope="session")
def reader(weights: Path) -> TileReader:
    """The reader with the packaged weights."""
    return load_reader(weights)


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Keeps figures beside the times of a benchmark: under the tables, and in what `--benchmark-json` writes."""

    def keep(**figures: float) -> None:
        rounded = {name: round(figure, 2) for name, figure in figures.items()}
        request.getfixturevalue("benchmark").extra_info.update(rounded)
        request.config.stash.setdefault(TOLD, {}).setdefault(request.node.name, {}).update(rounded)

    return keep


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for name, figures in config.stash.get(TOLD, {}).items():
        words = ", ".join(f"{figure:g} {what.replace('_', ' ')}" for what, figure in figures.items())
        terminalreporter.write_line(f"{name}: {words}")
