"""Rectified crops, of one quad and of many."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.quads import SOME, rectangle, tiles
from vision.geometry import default_divider, half_quads, homography, project
from vision.pyramid import Pyramid
from vision.rectify import cut, edge_lengths, rectify, views


@SOME
@given(tiles(300))
def test_rectified_halves_have_their_outer_edge_on_top(quad):
    quad = quad + 150
    halves = half_quads(quad, default_divider(quad))
    picture = np.zeros((700, 700, 3), np.uint8)
    outer = {0: (255, 0, 0), 1: (0, 255, 0)}
    for half, colour in zip(halves, outer.values(), strict=True):
        view = homography(rectangle(0, 0, 1, 1), half)
        strip = project(view, rectangle(0, 0, 1, 0.5))
        cv2.fillConvexPoly(picture, np.round(strip * 16).astype(np.int32), colour, shift=4)
    for i, colour in outer.items():
        crop = rectify(picture, halves[i], (32, 32), 0.0)
        assert np.abs(crop[8, 8:24].mean(axis=0) - colour).max() < 30
        assert crop[24, 8:24].max() < 30
    whole = rectify(picture, quad, (32, 64))
    assert np.abs(whole[8, 8:24].mean(axis=0) - outer[0]).max() < 30
    assert np.abs(whole[56, 8:24].mean(axis=0) - outer[1]).max() < 30


def test_rectify_is_exact_for_whole_pixels():
    picture = np.random.default_rng(5).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    # A pixel's centre is at integer coordinates, so its outline starts half a pixel earlier.
    assert (rectify(picture, rectangle(9.5, 4.5, 16, 24), (16, 24)) == picture[5:29, 10:26]).all()
    assert (rectify(picture, rectangle(13.5, 10.5, 8, 12), (16, 24), 0.25) == picture[5:29, 10:26]).all()
    assert (rectify(picture, rectangle(13.5, 4.5, 8, 24), (16, 24), (0.25, 0.0)) == picture[5:29, 10:26]).all()
    turned = rectify(picture, rectangle(9.5, 4.5, 16, 24)[[2, 3, 0, 1]], (16, 24))
    assert (turned == np.rot90(picture[5:29, 10:26], 2)).all()


def test_rectify_averages_where_the_source_is_finer():
    stripes = np.zeros((640, 640, 3), np.uint8)
    stripes[:, ::4] = stripes[:, 1::4] = 200
    for side in (160, 480, 600):
        crop = rectify(stripes, rectangle(0, 0, side, side), (32, 32))
        assert np.abs(crop.astype(int) - 100).max() <= 25


def test_rectify_repeats_the_edge_outside_the_photo():
    picture = np.full((20, 20, 3), 77, np.uint8)
    assert (rectify(picture, rectangle(-30, -30, 100, 100), (24, 24)) == 77).all()


@SOME
@given(st.lists(tiles(300), min_size=1, max_size=5))
def test_many_views_are_those_of_each_quad_alone(quads):
    many = np.array(quads)
    together, factors = views(many, (80, 144), 0.2)
    for quad, matrix, factor in zip(many, together, factors, strict=True):
        alone, (its_factor,) = views(quad[None], (80, 144), 0.2)
        assert np.allclose(matrix, alone[0])
        assert factor == its_factor
        finer = (edge_lengths(quad) / (0.6 * np.array([80, 144, 80, 144]))).max()
        assert finer / 2 <= factor < max(finer, 1) + 1


def test_a_quad_without_area_among_others_is_refused():
    flat = np.array([[0, 0], [10, 0], [20, 0], [0, 30.0]])
    with pytest.raises(ValueError, match="three lie on one line"):
        views(np.stack([rectangle(5, 5, 20, 40), flat]), (32, 32))


def test_views_of_a_photo_can_be_cut_in_lots():
    rng = np.random.default_rng(3)
    photo = Pyramid.of(rng.integers(0, 256, (600, 800, 3), dtype=np.uint8))
    quads = np.stack([rectangle(20 * k, 15 * k, 30 + 40 * k, 60 + 40 * k) for k in range(7)])
    plan = photo.views(quads, (40, 72), 0.1)
    assert len(plan) == 7
    assert {image.shape for image in plan.images} == {(600, 800, 3), (300, 400, 3)}
    whole = plan.cut()
    assert whole.shape == (7, 72, 40, 3)
    assert (np.concatenate([plan.cut(0, 3), plan.cut(3, 6), plan.cut(6, 9)]) == whole).all()
    assert (photo.crop(quads[4], (40, 72), 0.1) == whole[4]).all()
    assert (cut(plan.images[4], plan.to_source[4], int(plan.factors[4]), plan.size) == whole[4]).all()
