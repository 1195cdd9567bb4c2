"""Quads, halves and overlap."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.quads import SOME, rectangle, tiles
from vision.geometry import (
    default_divider,
    diagonal_crossing,
    half_centres,
    half_quads,
    homography,
    is_convex,
    overlap_area,
    overlap_of_smaller,
    overlap_with,
    polygon_area,
    project,
    quad_from_centre,
    tile_length,
)

FACE = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0)])
"""A tile's face seen from above, half A on top."""


def test_quad_from_centre_is_clockwise_with_half_a_first():
    upright = [[7, 0], [13, 0], [13, 20], [7, 20]]
    assert quad_from_centre((10, 10), (0, -10), (3, 0)).tolist() == upright
    assert quad_from_centre((10, 10), (0, -10), (-3, 0)).tolist() == upright
    many = quad_from_centre(np.full((5, 2), 10.0), np.tile((0.0, -10.0), (5, 1)), np.tile((3.0, 0.0), (5, 1)))
    assert many.shape == (5, 4, 2)
    assert (many == upright).all()


@SOME
@given(tiles())
def test_views_are_convex_and_mirrored_views_are_not(quad):
    assert is_convex(quad)
    assert not is_convex(quad[::-1])
    assert not is_convex(quad[[0, 2, 1, 3]])
    assert not is_convex(quad[[0, 1, 1, 3]])


@SOME
@given(tiles(), tiles())
def test_homography_goes_there_and_back(src, dst):
    there, back = homography(src, dst), homography(dst, src)
    assert np.allclose(project(there, src), dst, atol=1e-7)
    inside = src.mean(axis=0) + 0.3 * (src - src.mean(axis=0))
    assert np.allclose(project(back, project(there, inside)), inside, atol=1e-6)


def test_homography_with_the_origin_on_the_horizon():
    src = np.array([(-1.0, 1.0), (1.0, 1.0), (2.0, 2.0), (-2.0, 2.0)])
    assert np.allclose(project(homography(src, FACE), src), FACE)


@pytest.mark.parametrize("bad", [[(0, 0), (1, 0), (2, 0), (0, 5)], [(3, 3)] * 4])
def test_homography_refuses_points_on_a_line(bad):
    with pytest.raises(ValueError, match="three lie on one line"):
        homography(bad, FACE)


@SOME
@given(tiles())
def test_divider_and_centres_are_those_of_the_face_seen_in_perspective(quad):
    view = homography(FACE, quad)
    divider = default_divider(quad)
    assert np.allclose(divider, project(view, [(10, 10), (0, 10)]), atol=1e-6)
    assert np.allclose(half_centres(quad, divider), project(view, [(5, 5), (5, 15)]), atol=1e-6)
    assert np.allclose(diagonal_crossing(quad), project(view, (5, 10)), atol=1e-6)


def test_centres_of_a_parallelogram():
    quad = quad_from_centre((50, 60), (30, -8), (4, 11))
    assert np.allclose(default_divider(quad), [(54, 71), (46, 49)])
    assert np.allclose(half_centres(quad, default_divider(quad)), [(65, 56), (35, 64)])
    assert tile_length(quad) == pytest.approx(2 * np.hypot(30, 8))


def test_half_quads_start_at_their_outer_edges():
    half_a, half_b = half_quads(FACE, [(10, 9), (0, 11)])
    assert half_a.tolist() == [[0, 0], [10, 0], [10, 9], [0, 11]]
    assert half_b.tolist() == [[10, 20], [0, 20], [0, 11], [10, 9]]
    assert is_convex([half_a, half_b]).all()


def test_batches_equal_single_calls():
    quads = np.stack([FACE, FACE[[2, 3, 0, 1]] + (3, 1), quad_from_centre((50, 60), (30, -8), (4, 11))])
    dividers = default_divider(quads)
    for i, quad in enumerate(quads):
        assert np.allclose(dividers[i], default_divider(quad))
        assert np.allclose(half_quads(quads, dividers)[i], half_quads(quad, dividers[i]))
        assert np.allclose(half_centres(quads, dividers)[i], half_centres(quad, dividers[i]))
        assert overlap_area(quads, quads[::-1])[i] == pytest.approx(overlap_area(quad, quads[2 - i]))


@pytest.mark.parametrize("broken", [[(5, 5)] * 4, [(0, 0), (1, 1), (2, 2), (3, 3)], FACE[[0, 2, 1, 3]]])
def test_broken_quads_give_finite_numbers(broken):
    divider = default_divider(broken)
    assert np.isfinite(divider).all()
    assert np.isfinite(half_centres(broken, divider)).all()
    assert np.isfinite(overlap_area(broken, FACE))
    assert np.isfinite(overlap_area(FACE, broken))


@pytest.mark.parametrize(
    ("other", "area"),
    [
        (rectangle(0, 0, 10, 20), 200),
        (rectangle(0, 0, 10, 20)[[2, 3, 0, 1]], 200),
        (rectangle(10, 0, 10, 20), 0),
        (rectangle(5, 10, 10, 20), 50),
        (rectangle(2, 3, 4, 5), 20),
        (rectangle(-5, -5, 50, 50), 200),
        (rectangle(300, 0, 10, 20), 0),
        (np.array([(5.0, 0.0), (10.0, 10.0), (5.0, 20.0), (0.0, 10.0)]), 100),
    ],
)
def test_overlap_area(other, area):
    assert overlap_area(FACE, other) == pytest.approx(area, abs=1e-9)
    assert overlap_area(other, FACE) == pytest.approx(area, abs=1e-9)
    assert overlap_area(FACE, other[::-1]) == pytest.approx(area, abs=1e-9)


@SOME
@given(tiles(150), tiles(150))
def test_overlap_agrees_with_counted_pixels(quad, other):
    masks = np.zeros((2, 400, 400), np.uint8)
    for mask, shape in zip(masks, (quad, other), strict=True):
        cv2.fillConvexPoly(mask, np.round((shape + 125) * 16).astype(np.int32), (1,), shift=4)
    counted = int((masks[0] & masks[1]).sum())
    assert abs(float(overlap_area(quad, other)) - counted) < 600


@SOME
@given(st.lists(tiles(150), max_size=6))
def test_overlap_of_smaller_is_symmetric_and_a_share(quads):
    shares = overlap_of_smaller(np.array(quads).reshape(-1, 4, 2))
    assert shares.shape == (len(quads), len(quads))
    assert (shares == shares.T).all()
    assert (np.diag(shares) == 1).all()
    assert ((shares >= 0) & (shares <= 1)).all()
    for i, quad in enumerate(quads):
        for j in range(i):
            smaller = min(polygon_area(quad), polygon_area(quads[j]))
            assert shares[i, j] == pytest.approx(float(overlap_area(quad, quads[j]) / smaller), abs=1e-9)


def test_overlap_with_others_is_the_same_for_some_of_the_pairs():
    quads = np.array([rectangle(0, 0, 100, 200), rectangle(10, 10, 10, 20), rectangle(95, 0, 10, 20)])
    assert (overlap_with(quads[:1], quads[1:]) == overlap_of_smaller(quads)[:1, 1:]).all()
    assert overlap_with(quads[:0], quads).shape == (0, 3)
    assert overlap_with(quads, quads[:0]).shape == (3, 0)


def test_pairs_that_nobody_asked_for_share_nothing():
    quads = [rectangle(0, 0, 100, 200), rectangle(10, 10, 10, 20), rectangle(5, 5, 90, 20)]
    asked = np.array([[False, True, False], [True, False, False], [False, False, False]])
    everything, some = overlap_of_smaller(quads), overlap_of_smaller(quads, asked)
    assert (some == np.where(asked | np.eye(3, dtype=bool), everything, 0)).all()
    assert everything[1, 2] > 0


def test_overlap_of_smaller_sees_a_small_tile_inside_a_large_one():
    shares = overlap_of_smaller([rectangle(0, 0, 100, 200), rectangle(10, 10, 10, 20), rectangle(95, 0, 10, 20)])
    assert np.allclose(shares, [[1, 1, 0.5], [1, 1, 0], [0.5, 0, 1]])
