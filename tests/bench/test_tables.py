"""How long a table of sixty tiles takes beside a hand, both in photos of 12 megapixels.

The aims are 50 ms for joints and values of 60 tiles, and the whole table in 1.5 times the time of the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from timeit import repeat

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from datasets.render import shoot
from datasets.table_scenes import make_table_scene
from engine.presets import preset
from engine.tiles import DominoSet
from server import bridge
from server.table_known import Known
from server.table_service import see_table
from vision.reader import TileReader

ROUNDS = 5
TILES = 60
SIZE = (4000, 3000)

Tell = Callable[..., None]
Image = np.ndarray


@pytest.fixture(scope="module")
def trains() -> tuple[Image, Known]:
    """The first table of so many tiles or more, and the rules with its set."""
    for seed in range(1000):
        made = make_table_scene(seed, SIZE, ())
        if len(made.laid.values) >= TILES:
            return shoot(made.scene).picture, Known(preset("puremco", made.laid.highest))
    raise AssertionError(f"none of a thousand tables has {TILES} tiles")


@pytest.mark.benchmark(group="tables")
def test_a_hand(benchmark: BenchmarkFixture, hand: Image, reader: TileReader, tell: Tell) -> None:
    read = benchmark.pedantic(lambda: bridge.read(reader.read(hand), DominoSet(12)), rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(read.tiles))


@pytest.mark.benchmark(group="tables")
def test_a_table(
    benchmark: BenchmarkFixture, trains: tuple[Image, Known], hand: Image, reader: TileReader, tell: Tell
) -> None:
    pixels, known = trains

    def look() -> object:
        return see_table(reader.read(pixels), known, pixels)

    seen = benchmark.pedantic(look, rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.reading.tiles), trains=len(seen.trains))
    if benchmark.stats:
        of_hand = min(repeat(lambda: bridge.read(reader.read(hand), DominoSet(12)), number=1, repeat=3))
        tell(times_as_long_as_a_hand=benchmark.stats.stats.min / of_hand)


@pytest.mark.benchmark(group="tables")
def test_trains_and_values_alone(
    benchmark: BenchmarkFixture, trains: tuple[Image, Known], reader: TileReader, tell: Tell
) -> None:
    """What is done after the networks, markers apart."""
    pixels, known = trains
    observation = reader.read(pixels)
    seen = benchmark.pedantic(see_table, (observation, known), rounds=ROUNDS, warmup_rounds=1)
    tell(tiles=len(seen.reading.tiles))
