"""How long it takes to tell how the tiles of a table hang together: joints, chains and confidence, from outlines.

The aim is 50 ms for 60 tiles; with the engine known, as it is once the pips are read, and without.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from datasets.tables import TrueTable, table
from tests.vision.shaken import with_noise
from vision.layout import lay_out


@pytest.fixture(scope="module")
def tables() -> list[TrueTable]:
    """Twenty tables of 60 to 70 tiles with trains of 40 and more, outlined as well as the reader does it."""
    found: list[TrueTable] = []
    seed = 5000
    while len(found) < 20:
        true = table(seed)
        if len(true.quads) >= 60 and sum(len(train.links) for train in true.trains) >= 40:
            found.append(with_noise(true, np.random.default_rng(seed), 0.02))
        seed += 1
    return found


@pytest.mark.benchmark(group="how 60 tiles hang together")
@pytest.mark.parametrize("known", [True, False], ids=["engine known", "engine to be found"])
def test_layout(benchmark: BenchmarkFixture, tables: list[TrueTable], known: bool, tell: Callable[..., None]) -> None:
    def run() -> int:
        return sum(len(lay_out(true.quads, true.face_down, true.engine if known else None).joints) for true in tables)

    joints = benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    tell(
        tables_in_a_run=len(tables),
        tiles_a_table=float(np.mean([len(true.quads) for true in tables])),
        joints_a_table=joints / len(tables),
        ms_a_table=1e3 * benchmark.stats.stats.median / len(tables),
    )
