"""How long a table of sixty tiles takes beside hands of 14 and of 40, all JPEGs of 12 megapixels: from the file to what
is shown.

The aims are 50 ms for joints and values of 60 tiles, and the whole table in 1.5 times the time of a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
LookAtHand = Callable[[], Reading]
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
def look_at_hand(hand: Image, reader: TileReader) -> LookAtHand:
    return partial(_look_at, _jpeg(hand), reader)


@pytest.fixture(scope="module")
def look_at_large_hand(large_hand: Image, reader: TileReader) -> LookAtHand:
    return partial(_look_at, _jpeg(large_hand), reader)


def _look_at(photo: bytes, reader: TileReader) -> Reading:
    return bridge.read(reader.read(decode(photo)), DominoSet(12))


def _jpeg(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.mark.benchmark(group="tables")
def test_a_hand(benchmark: BenchmarkFixture, look_at_hand: LookAtHand, tell: Tell) -> None:
    tell(tiles=len(benchmark.pedantic(look_at_hand, rounds=ROUNDS, warmup_rounds=1).tiles))


@pytest.mark.benchmark(group="tables")
def test_a_large_hand(benchmark: BenchmarkFixture, look_at_large_hand: LookAtHand, tell: Tell) -> None:
    tell(tiles=len(benchmark.pedantic(look_at_large_hand, rounds=ROUNDS, warmup_rounds=1).tiles))


@pytest.mark.benchmark(group="tables")
def test_a_table(
    benchmark: BenchmarkFixture,
    trains: tuple[bytes, Known],
    look_at_hand: LookAtHand,
    look_at_large_hand: LookAtHand,
    reader: TileReader,
    tell: Tell,
) -> None:
    photo, known = trains

    def look_at_table() -> SeenTable:
        pixels = decode(photo)
        return see_table(reader.read(pixels), known, pixels)

    seen = benchmark.pedantic(look_at_table, rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.reading.tiles), trains=len(seen.trains))
    if benchmark.stats:
        of_hand, of_large_hand = (
            min(repeat(look, number=1, repeat=ROUNDS)) for look in (look_at_hand, look_at_large_hand)
        )
        least = benchmark.stats.stats.min
        tell(times_as_long_as_a_hand=least / of_hand, times_as_long_as_a_large_hand=least / of_large_hand)


@pytest.mark.benchmark(group="tables")
def test_trains_and_values_alone(
    benchmark: BenchmarkFixture, trains: tuple[bytes, Known], reader: TileReader, tell: Tell
) -> None:
    """What is done after the networks, markers apart."""
    photo, known = trains
    observation = reader.read(decode(photo))
    seen = benchmark.pedantic(see_table, (observation, known), rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.reading.tiles))
