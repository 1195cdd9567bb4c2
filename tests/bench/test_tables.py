"""How long a table of sixty tiles takes beside a hand, both JPEGs of 12 megapixels: from the file to what is shown.

The aims are 50 ms for joints and values of 60 tiles, and the whole table in 1.5 times the time of the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from timeit import repeat

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from datasets.render import shoot
from datasets.table_scenes import make_table_scene
from engine.presets import preset
from engine.tiles import DominoSet
from server import bridge
from server.reading import Reading
from server.seen_table import SeenTable
from server.table_known import Known
from server.table_service import see_table
from vision.image import decode
from vision.reader import TileReader

ROUNDS = 5
TILES = 60
SIZE = (4000, 3000)

Tell = Callable[..., None]
Image = np.ndarray


@pytest.fixture(scope="module")
def trains() -> tuple[bytes, Known]:
    """A photo of the first table of so many tiles or more, and the rules with its set."""
    for seed in range(1000):
        made = make_table_scene(seed, SIZE, ())
        if len(made.laid.values) >= TILES:
            return _jpeg(shoot(made.scene).picture), Known(preset("puremco", made.laid.highest))
    raise AssertionError(f"none of a thousand tables has {TILES} tiles")


@pytest.fixture(scope="module")
def look_at_hand(hand: Image, reader: TileReader) -> Callable[[], Reading]:
    photo = _jpeg(hand)
    return lambda: bridge.read(reader.read(decode(photo)), DominoSet(12))


def _jpeg(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.mark.benchmark(group="tables")
def test_a_hand(benchmark: BenchmarkFixture, look_at_hand: Callable[[], Reading], tell: Tell) -> None:
    tell(tiles=len(benchmark.pedantic(look_at_hand, rounds=ROUNDS, warmup_rounds=1).tiles))


@pytest.mark.benchmark(group="tables")
def test_a_table(
    benchmark: BenchmarkFixture,
    trains: tuple[bytes, Known],
    look_at_hand: Callable[[], Reading],
    reader: TileReader,
    tell: Tell,
) -> None:
    photo, known = trains

    def look() -> SeenTable:
        pixels = decode(photo)
        return see_table(reader.read(pixels), known, pixels)

    seen = benchmark.pedantic(look, rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.reading.tiles), trains=len(seen.trains))
    if benchmark.stats:
        of_hand = min(repeat(look_at_hand, number=1, repeat=ROUNDS))
        tell(times_as_long_as_a_hand=benchmark.stats.stats.min / of_hand)


@pytest.mark.benchmark(group="tables")
def test_trains_and_values_alone(
    benchmark: BenchmarkFixture, trains: tuple[bytes, Known], reader: TileReader, tell: Tell
) -> None:
    """What is done after the networks, markers apart."""
    photo, known = trains
    observation = reader.read(decode(photo))
    seen = benchmark.pedantic(see_table, (observation, known), rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.reading.tiles))
