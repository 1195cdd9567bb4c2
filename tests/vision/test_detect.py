from __future__ import annotations

import numpy as np
import pytest

from vision.detect import MAX_CANDIDATES, Candidates, detect, postprocess, preprocess, suppress
from vision.pyramid import Pyramid


def off(candidates: Candidates, quad: np.ndarray) -> float:
    """Distance in pixels from the outline to the closest candidate; which end is half A is open."""
    return min(
        float(np.abs(np.roll(found, turn, axis=0) - quad).max()) for found in candidates.quads for turn in (0, 2)
    )


@pytest.mark.parametrize("size", [(300, 500), (500, 300), (1500, 2000), (90, 700), (1024, 1024)])
def test_a_copy_for_the_network_is_scaled_and_padded(size: tuple[int, int]) -> None:
    height, width = size
    image = np.full((height, width, 3), 90, np.uint8)
    batch, factors = preprocess(Pyramid.of(image), 512)
    _, rows, columns, _ = batch.shape
    assert rows % 32 == columns % 32 == 0
    assert max(rows, columns) <= 512
    # What is not padding covers the whole photo.
    assert 0 <= columns * factors[0] - width < 32 * factors[0]
    assert 0 <= rows * factors[1] - height < 32 * factors[1]
    assert (batch == 90).all()


def test_small_photos_are_not_enlarged_beyond_reason() -> None:
    batch, factors = preprocess(Pyramid.of(np.zeros((64, 100, 3), np.uint8)), 1024)
    assert batch.shape == (1, 128, 224, 3)
    assert factors == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("size", [(480, 640), (700, 300), (1100, 2000), (301, 999)])
def test_tiles_are_found_where_they_lie(colours: type, size: tuple[int, int]) -> None:
    height, width = size
    length = 0.2 * min(size)
    quads = [
        colours.tile(x * width, y * height, length, turn)
        for x, y, turn in ((0.25, 0.25, 0.3), (0.8, 0.3, 1.6), (0.6, 0.8, 4.0))
    ]
    image = np.zeros((height, width, 3), np.uint8)
    for quad in quads:
        colours.paint(image, quad)
    found = detect(Pyramid.of(image), colours.detector())
    assert len(found.quads) == 3
    assert not found.down.any()
    for quad in quads:
        assert off(found, quad) < 2 + 2 * max(size) / 1024


def test_a_photo_as_small_as_the_smaller_copy_is_looked_at_once(colours: type) -> None:
    network = colours.detector()
    detect(Pyramid.of(np.zeros((200, 256, 3), np.uint8)), network)
    assert len(network.batches) == 1
    network = colours.detector()
    detect(Pyramid.of(np.zeros((800, 600, 3), np.uint8)), network)
    assert network.batches == [(1, 1280, 960, 3), (1, 640, 480, 3)]


def test_nothing_is_found_on_an_empty_table(colours: type) -> None:
    found = detect(Pyramid.of(np.zeros((300, 400, 3), np.uint8)), colours.detector())
    assert (found.quads.shape, found.scores.shape, found.down.shape) == ((0, 4, 2), (0,), (0,))


def test_backs_are_told_from_faces(colours: type) -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    image[100:180, 50:90] = colours.white
    colours.paint(image, colours.tile(250, 150, 80, 0.0))
    found = detect(Pyramid.of(image), colours.detector())
    assert sorted(zip(found.down.tolist(), np.round(found.quads.mean(1)[:, 0] / 10).tolist(), strict=True)) == [
        (False, 25),
        (True, 7),
    ]


def test_a_peak_is_one_candidate_and_weak_ones_are_none() -> None:
    maps = np.zeros((10, 16, 16), np.float32)
    maps[:2] = -9
    maps[0, 7, 8], maps[0, 7, 9], maps[1, 2, 3] = 2.0, 1.0, -3.0
    found = postprocess(maps, np.array([2.0, 3.0]))
    assert found.scores == pytest.approx([1 / (1 + np.exp(-2.0))])
    # Cell (8, 7) of stride 4, then the photo's own scale: 2 across, 3 down.
    assert found.quads[0].mean(0) == pytest.approx([64, 84])


def test_candidates_are_limited_to_the_best() -> None:
    maps = np.zeros((10, 64, 64), np.float32)
    maps[:2] = -9
    maps[0, ::2, ::2] = np.random.default_rng(0).uniform(0, 4, (32, 32))
    found = postprocess(maps, np.ones(2))
    assert len(found.scores) == MAX_CANDIDATES
    assert (np.diff(found.scores) <= 0).all()


def test_wild_maps_give_finite_outlines() -> None:
    maps = np.random.default_rng(1).normal(0, 300, (10, 32, 32)).astype(np.float32)
    assert np.isfinite(postprocess(maps, np.ones(2)).quads).all()


def test_of_two_sightings_the_better_stays(colours: type) -> None:
    quads = np.array([colours.tile(100, 100, 60, 0), colours.tile(103, 101, 58, 0), colours.tile(200, 100, 60, 1)])
    assert suppress(quads, np.array([0.5, 0.9, 0.7]), 0.6).tolist() == [1, 2]
    assert suppress(quads, np.array([0.9, 0.9, 0.9]), 0.6).tolist() == [0, 2]
    assert suppress(quads, np.array([0.5, 0.9, 0.7]), 1.0).tolist() == [1, 2, 0]
    assert suppress(np.zeros((0, 4, 2)), np.zeros(0), 0.5).tolist() == []


def test_outlines_felt_too_large_do_not_hide_the_tile_beside() -> None:
    beside = [np.array([(x, 0), (x + 50, 0), (x + 50, 100), (x, 100)], float) for x in (0, 15, 40)]
    wide = quads_around(beside, 2.5)
    assert suppress(wide, np.array([0.9, 0.8, 0.7]), 0.6).tolist() == [0]
    assert suppress(wide, np.array([0.9, 0.8, 0.7]), 0.6, 0.12).tolist() == [0, 2]


def quads_around(quads: list[np.ndarray], times: float) -> np.ndarray:
    """The same quads, so many times as wide and as long."""
    return np.array([quad.mean(0) + times * (quad - quad.mean(0)) for quad in quads])
