from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.labels import TileLabel
from datasets.targets import STRIDE, Targets, detector_targets, is_positive
from vision.detect import Candidates, postprocess
from vision.refine import parallelogram

SIZE = 256


def found(targets: Targets) -> Candidates:
    """What would be found if the network answered with exactly its targets."""
    p = np.clip(targets.heat, 1e-6, 1 - 1e-6)
    return postprocess(np.concatenate([np.log(p / (1 - p)), targets.vectors]).astype(np.float32), np.ones(2), 0.9)


def distance(quad: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Largest distance of two outlines' corners; which end is half A is not the detector's to know."""
    return min(float(np.hypot(*(np.roll(quad, turn, axis=0) - other).T).max()) for turn in (0, 2))


def test_every_tile_comes_back_where_it_lies(drawn: type) -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        length = float(np.exp(rng.uniform(np.log(16), np.log(150))))
        label = drawn.label(
            *rng.uniform(20, SIZE - 20, 2),
            length=length,
            turn=float(rng.uniform(0, 2 * np.pi)),
            aspect=float(rng.uniform(0.44, 0.58)),
            face_up=bool(rng.random() < 0.7),
        )
        candidates = found(detector_targets([label], SIZE))
        assert len(candidates.quads) == 1
        assert candidates.down[0] != label.face_up
        assert distance(candidates.quads[0], label.quad) < 0.05


@pytest.mark.parametrize("turn", [0.0, 0.6, np.pi / 2])
def test_neighbours_that_touch_stay_apart(drawn: type, turn: float) -> None:
    c, s = np.cos(turn), np.sin(turn)
    places = [(128 + c * x - s * y, 128 + s * x + c * y) for x in (-22, 0, 22) for y in (-22, 22)]
    labels = [drawn.label(x, y, length=44, turn=turn) for x, y in places]
    candidates = found(detector_targets(labels, SIZE))
    assert len(candidates.quads) == len(labels)
    for label in labels:
        assert min(distance(quad, label.quad) for quad in candidates.quads) < 0.05


def test_rendered_tiles_come_back_as_the_closest_parallelogram(pictures: list) -> None:
    """A detector's box has no perspective: its axes are right, and its centre is where the diagonals cross."""
    compared = 0
    for _, _, labels in pictures:
        wanted = [label for label in labels if is_positive(label)]
        candidates = found(detector_targets(labels, SIZE))
        for label in wanted:
            if np.abs(label.quad_centre() - SIZE / 2).max() > SIZE / 2 - 8:
                continue
            box = parallelogram(label.quad[None])[0]
            box = box + label.quad_centre() - box.mean(0)
            near = min((distance(quad, box) for quad in candidates.quads), default=np.inf)
            hidden = any(
                other is not label and np.hypot(*(other.quad_centre() - label.quad_centre())) < 2 * STRIDE
                for other in labels
            )
            assert near < 1.5 or hidden
            compared += 1
    assert compared > 50


def test_peaks_are_at_the_centres(drawn: type) -> None:
    targets = detector_targets([drawn.label(101, 62), drawn.label(180, 190, face_up=False)], SIZE)
    assert targets.heat[0, round(62 / STRIDE), round(101 / STRIDE)] == 1
    assert targets.heat[1, round(190 / STRIDE), round(180 / STRIDE)] == 1
    assert (targets.heat == 1).sum() == 2
    assert targets.weight.max() == 1
    assert targets.shapes[0].sum() * STRIDE**2 == pytest.approx(60 * 30, rel=0.35)


def test_what_is_half_hidden_or_tiny_is_left_open(drawn: type) -> None:
    doubtful: list[TileLabel] = [drawn.label(100, 100, visible=(1.0, 0.3)), drawn.label(200, 200, length=11)]
    targets = detector_targets(doubtful, SIZE)
    assert not targets.heat.any()
    assert not targets.weight.any()
    assert (targets.known[:, 25, 25] == 0).all()
    assert (targets.known[:, 50, 50] == 0).all()
    assert targets.known.mean() > 0.9


def test_what_is_hidden_altogether_is_table(drawn: type) -> None:
    targets = detector_targets([drawn.label(100, 100, visible=(0.0, 0.0))], SIZE)
    assert not targets.heat.any()
    assert targets.known.all()
