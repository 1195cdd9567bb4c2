"""The colour of the plain tiles tells on those that are none of theirs."""

from __future__ import annotations

import numpy as np
import pytest

from vision.likeness import BLANK_ALIKE, BLANK_UNLIKE, UNLIKE, body_colours, distances, factors
from vision.pyramid import Pyramid

GREEN, IVORY = (20, 110, 60), (235, 230, 205)


def box(x: float, y: float, length: float = 80.0) -> np.ndarray:
    return np.array([[x, y], [x + length / 2, y], [x + length / 2, y + length], [x, y + length]])


@pytest.fixture
def row() -> tuple[Pyramid, np.ndarray]:
    """Four green tiles with ivory pips and one ivory tile, on black."""
    image = np.zeros((200, 400, 3), np.uint8)
    quads = np.stack([box(20 + 70 * k, 50) for k in range(5)])
    for k, quad in enumerate(quads.astype(int)):
        (x0, y0), (x1, y1) = quad[0], quad[2]
        image[y0:y1, x0:x1] = IVORY if k == 4 else GREEN
        image[y0 + 20 : y0 + 30, x0 + 10 : x0 + 20] = IVORY
    return Pyramid.of(image), quads


def test_pips_do_not_change_the_colour_of_a_body(row: tuple[Pyramid, np.ndarray]) -> None:
    colours = body_colours(*row)
    assert np.ptp(colours[:4], axis=0).max() <= 1
    assert np.linalg.norm(colours[4] - colours[0]) > 40


def test_the_odd_one_out_is_far_and_the_others_are_near(row: tuple[Pyramid, np.ndarray]) -> None:
    photo, quads = row
    apart = distances(quads, body_colours(photo, quads), np.array([True, True, True, True, False]))
    assert apart[:4].max() < 2
    assert apart[4] > 30


def test_three_plain_tiles_elsewhere_are_needed(row: tuple[Pyramid, np.ndarray]) -> None:
    photo, quads = row
    colours = body_colours(photo, quads)
    apart = distances(quads, colours, np.array([True, True, True, False, False]))
    # A plain one has only two others; a second sighting of the same place is none of them.
    assert np.isnan(apart[:3]).all()
    assert not np.isnan(apart[3:]).any()
    twice = np.concatenate([quads, quads[4:] + 3])
    again = distances(twice, np.concatenate([colours, colours[4:]]), np.array([True, True, True, False, True, True]))
    assert again[5] > 30
    assert distances(quads[:2], colours[:2], np.ones(2, bool)) == pytest.approx([np.nan, np.nan], nan_ok=True)
    assert distances(quads[:0], colours[:0], np.ones(0, bool)).shape == (0,)


def test_factors_fall_with_the_distance_and_say_nothing_without_one() -> None:
    apart = np.array([0.0, 8.0, 16.0, 100.0, np.nan])
    usual, blanks = factors(apart, np.zeros(5, bool)), factors(apart, np.ones(5, bool))
    assert (np.diff(usual[:4]) < 0).all()
    assert (np.diff(blanks[:4]) < 0).all()
    assert usual[[0, 3, 4]] == pytest.approx([1.0, UNLIKE, 1.0], abs=0.02)
    assert blanks[[0, 3, 4]] == pytest.approx([BLANK_ALIKE, BLANK_UNLIKE, 1.0], abs=0.02)
