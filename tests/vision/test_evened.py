"""Evened pictures keep what they show, whatever the light and the camera made of it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evened import LEAST_SPREAD, MIDDLE, STEPS, evened


def pictures(low: float, high: float, count: int = 3) -> np.ndarray:
    """Made-up pictures whose levels lie between two."""
    return np.random.default_rng(4).uniform(low, high, (count, 30, 40, 3)).astype(np.uint8)


@pytest.mark.parametrize(("low", "high"), [(0, 256), (100, 140), (3, 20), (200, 256)])
def test_mean_and_spread_of_each_picture_are_known(low: float, high: float) -> None:
    before = pictures(low, high)
    for one, even in zip(before.astype(float), evened(before).astype(float), strict=True):
        assert even.mean() == pytest.approx(MIDDLE, abs=0.6)
        assert even.std() == pytest.approx(STEPS * one.std() / (one.std() + LEAST_SPREAD), rel=0.05)


def test_less_light_and_contrast_change_hardly_anything() -> None:
    bright = pictures(0, 256)
    dim = (bright * 0.8 + 20).astype(np.uint8)
    off = np.abs(evened(bright).astype(int) - evened(dim))
    assert off.max() <= 0.15 * STEPS


def test_the_grain_of_an_empty_picture_is_not_blown_up() -> None:
    assert np.abs(evened(pictures(99, 102)).astype(int) - MIDDLE).max() < 0.1 * STEPS
    assert (evened(np.full((1, 8, 8, 3), 255, np.uint8)) == MIDDLE).all()


def test_what_is_much_brighter_than_the_rest_ends_at_the_last_level() -> None:
    glint = np.full((1, 40, 40, 3), 20, np.uint8)
    glint[0, 3, 3] = 255
    assert evened(glint)[0, 3, 3].tolist() == [255] * 3
    assert (np.diff(evened(np.arange(192, dtype=np.uint8).reshape(1, 8, 8, 3)).ravel().astype(int)) >= 0).all()


def test_each_picture_is_evened_by_itself() -> None:
    several = np.concatenate([pictures(0, 50, 1), pictures(150, 256, 1)])
    assert (evened(several)[1:] == evened(several[1:])).all()
