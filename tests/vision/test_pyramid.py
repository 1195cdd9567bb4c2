"""Crops from a smaller copy of the photo show the same as crops from the photo."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pyramid import SMALLEST, Pyramid
from vision.rectify import rectify


def ramp(height: int, width: int) -> np.ndarray:
    """Red grows to the right and green downwards, so that a crop tells where it comes from."""
    y, x = np.mgrid[0:height, 0:width]
    return np.stack([x * 255 / width, y * 255 / height, np.full((height, width), 90.0)], 2).astype(np.uint8)


def test_every_level_has_half_the_size_and_small_photos_have_one() -> None:
    shapes = [level.shape for level in Pyramid.of(ramp(1501, 2200)).levels]
    assert shapes == [(1501, 2200, 3), (750, 1100, 3), (375, 550, 3)]
    assert len(Pyramid.of(ramp(2 * SMALLEST - 1, 4000)).levels) == 1


@pytest.mark.parametrize("side", [70, 150, 400, 900])
def test_a_crop_is_the_same_from_any_level(side: int) -> None:
    picture = ramp(1200, 1600)
    quad = np.array([[300, 200], [300 + side, 230], [280 + side, 250 + side], [310, 190 + side]], float)
    crop, direct = Pyramid.of(picture).crop(quad, (80, 80), 0.1), rectify(picture, quad, (80, 80), 0.1)
    assert np.abs(crop.astype(int) - direct).max() <= 2


def test_the_smallest_sufficient_level_is_taken() -> None:
    pyramid = Pyramid.of(ramp(1200, 2400))
    assert [pyramid.at_least(side).shape[1] for side in (500, 600, 601, 1200, 2000, 9000)] == [
        600,
        600,
        1200,
        1200,
        2400,
        2400,
    ]
