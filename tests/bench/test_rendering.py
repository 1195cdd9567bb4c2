"""How quickly pictures for the training are made."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from datasets.faces import draw_face, random_style
from datasets.render import render
from datasets.scene import make_scene

SIZE = 512
PICTURES, FACES = 36, 200


@pytest.mark.benchmark(group="rendering")
def test_pictures(benchmark: BenchmarkFixture, tell: Callable[..., None]) -> None:
    """Each round another scene, so OPS counts pictures a second."""
    seeds = iter(range(PICTURES))
    benchmark.pedantic(lambda seed: render(make_scene(seed, SIZE)), setup=lambda: ((next(seeds),), {}), rounds=PICTURES)
    if benchmark.stats:
        tell(pictures_per_second=1 / benchmark.stats.stats.mean)


@pytest.mark.benchmark(group="drawing of faces")
@pytest.mark.parametrize("length", [64, 256])
def test_faces(benchmark: BenchmarkFixture, length: int, tell: Callable[..., None]) -> None:
    """Each round the face of another set."""
    rng = np.random.default_rng(5)

    def next_face() -> tuple[tuple[object, ...], dict[str, object]]:
        style = random_style(rng)
        values = rng.integers(0, style.max_value + 1, 2).tolist()
        return (style, (values[0], values[1]), length, (0.6, -0.8), rng), {}

    benchmark.pedantic(draw_face, setup=next_face, rounds=FACES)
    if benchmark.stats:
        tell(faces_per_second=1 / benchmark.stats.stats.mean)
