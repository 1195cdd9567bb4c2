"""How long a photo of 12 megapixels takes: decoding, the three stages, and all of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from timeit import repeat

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from vision import detect, halves, refine
from vision.image import decode
from vision.pyramid import Pyramid
from vision.reader import FACE_AT_LEAST, TileReader

ROUNDS = 5

Tell = Callable[..., None]
Floats = np.ndarray


@pytest.fixture(scope="module")
def image(photo: Path) -> np.ndarray:
    return decode(photo.read_bytes())


@pytest.fixture(scope="module")
def pyramid(image: np.ndarray) -> Pyramid:
    return Pyramid.of(image)


@pytest.fixture(scope="module")
def found(pyramid: Pyramid, reader: TileReader) -> detect.Candidates:
    return detect.detect(pyramid, reader.networks["detector"])


@pytest.fixture(scope="module")
def faces(pyramid: Pyramid, reader: TileReader, found: detect.Candidates) -> tuple[Floats, Floats]:
    """Corners and dividers of the candidates whose halves are read."""
    refined = refine.refine(pyramid, found.quads, reader.networks["refiner"])
    kept = refined.kinds[:, refine.FACE] >= FACE_AT_LEAST
    return refined.corners[kept], refined.dividers[kept]


@pytest.mark.benchmark(group="decoding and reading")
def test_decoding(benchmark: BenchmarkFixture, photo: Path) -> None:
    data = photo.read_bytes()
    benchmark.pedantic(decode, (data,), rounds=ROUNDS, warmup_rounds=1)


@pytest.mark.benchmark(group="decoding and reading")
def test_reading(benchmark: BenchmarkFixture, photo: Path, image: np.ndarray, reader: TileReader, tell: Tell) -> None:
    """From pixels to an observation; the table shows how many times as long as decoding that takes."""
    seen = benchmark.pedantic(reader.read, (image,), rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.tiles))
    if benchmark.stats:
        data = photo.read_bytes()
        decoding = min(repeat(lambda: decode(data), number=1, repeat=3))
        tell(times_as_long_as_decoding=benchmark.stats.stats.min / decoding)


@pytest.mark.benchmark(group="stages")
def test_detecting(benchmark: BenchmarkFixture, pyramid: Pyramid, reader: TileReader, tell: Tell) -> None:
    found = benchmark.pedantic(detect.detect, (pyramid, reader.networks["detector"]), rounds=ROUNDS, warmup_rounds=1)
    tell(candidates=len(found.quads))


@pytest.mark.benchmark(group="stages")
def test_refining(
    benchmark: BenchmarkFixture, pyramid: Pyramid, reader: TileReader, found: detect.Candidates, tell: Tell
) -> None:
    arguments = pyramid, found.quads, reader.networks["refiner"]
    benchmark.pedantic(refine.refine, arguments, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.stats:
        tell(candidates=len(found.quads), ms_each=1000 * benchmark.stats.stats.mean / max(len(found.quads), 1))


@pytest.mark.benchmark(group="stages")
def test_reading_halves(
    benchmark: BenchmarkFixture, pyramid: Pyramid, reader: TileReader, faces: tuple[Floats, Floats], tell: Tell
) -> None:
    arguments = pyramid, *faces, reader.networks["reader"]
    benchmark.pedantic(halves.read, arguments, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.stats:
        n = 2 * len(faces[0])
        tell(halves=n, ms_each=1000 * benchmark.stats.stats.mean / max(n, 1))
