"""Warnings must appear when a person should look again, and must not when the photo is fine."""

import cv2
import numpy as np
import pytest

from vision.geometry import default_divider, half_centres, quad_from_centre
from vision.pyramid import Pyramid
from vision.types import N_CLASSES, DetectedTile, HalfReading, Quad
from vision.warnings import BLURRED, CODES, CUT_OFF, DUPLICATE_TILE, GLARE, OVERLAP, TOO_DARK, TOO_SMALL, photo_warnings

LENGTH = 120


def detected(x, y, length=LENGTH, degrees=0.0, value=0, sure=1.0):
    turn = np.radians(degrees)
    along = np.array([np.sin(turn), -np.cos(turn)]) * length / 2
    corners = quad_from_centre((x, y), along, (along[1] / 2, -along[0] / 2))
    divider = default_divider(corners)
    quad = Quad(tuple(map(tuple, corners.tolist())), tuple(map(tuple, divider.tolist())))
    probs = tuple(sure if k == value else (1 - sure) / (N_CLASSES - 1) for k in range(N_CLASSES))
    halves = tuple(HalfReading(tuple(centre), probs) for centre in half_centres(corners, divider).tolist())
    return DetectedTile(quad, halves, 0.9)


def photo(tiles, table=(60, 110, 70), face=(235, 230, 220), pips=(20, 20, 30)):
    """A drawn table with five pips on every half."""
    picture = np.full((480, 640, 3), table, np.uint8)
    for tile in tiles:
        corners, divider = np.array(tile.quad.corners), np.array(tile.quad.divider)
        cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), face, cv2.LINE_AA, 4)
        cv2.line(picture, *np.round(divider).astype(int).tolist(), pips, 2, cv2.LINE_AA)
        across, along = (corners[1] - corners[0]) / 4, (corners[0] - corners[3]) / 8
        for half in tile.halves:
            for i, j in ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                spot = np.round((np.array(half.centre) + i * across + j * along) * 16).astype(int).tolist()
                radius = round(float(np.linalg.norm(across)) * 0.3 * 16)
                cv2.circle(picture, spot, radius, pips, cv2.FILLED, cv2.LINE_AA, 4)
    return picture


def codes(picture, tiles):
    return [warning.code for warning in photo_warnings(Pyramid.of(picture), tiles)]


@pytest.fixture
def tiles():
    return [detected(120 + 130 * i, 150 + 40 * i, degrees=35 * i) for i in range(4)]


def test_codes_are_distinct():
    assert len(set(CODES)) == len(CODES) == 7
    assert DUPLICATE_TILE in CODES


@pytest.mark.parametrize(
    "colours",
    [
        {},
        {"table": (10, 10, 12)},
        {"table": (20, 18, 18), "face": (30, 30, 34), "pips": (210, 210, 200)},
        {"table": (240, 240, 235)},
    ],
)
def test_a_good_photo_has_none(tiles, colours):
    assert codes(photo(tiles, **colours), tiles) == []


def test_no_tile_no_warning_in_a_good_photo():
    others = [detected(200, 200), detected(400, 300, degrees=20)]
    assert codes(photo(others), []) == []


def test_too_dark(tiles):
    picture = (photo(tiles) * 0.2).astype(np.uint8)
    assert codes(picture, tiles) == [TOO_DARK]
    assert TOO_DARK in codes(picture, [])
    assert codes((photo(tiles) * 0.5).astype(np.uint8), tiles) == []


def test_blurred(tiles):
    picture = photo(tiles)
    assert codes(cv2.GaussianBlur(picture, (0, 0), LENGTH * 0.03), tiles) == [BLURRED]
    assert codes(cv2.GaussianBlur(picture, (0, 0), LENGTH * 0.03), []) == [BLURRED]
    assert codes(cv2.GaussianBlur(picture, (0, 0), LENGTH * 0.006), tiles) == []


def test_a_blurred_background_is_no_harm():
    tiles = [detected(320, 240)]
    sharp, table = photo(tiles), np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    background = cv2.GaussianBlur(table, (0, 0), 15)
    sharp_part = (sharp != (60, 110, 70)).any(axis=2)[..., None]
    assert codes(np.where(sharp_part, sharp, background), tiles) == []


@pytest.mark.parametrize(("length", "expected"), [(34, [TOO_SMALL]), (39, [])])
def test_too_small_when_the_median_tile_is(length, expected):
    tiles = [detected(60 + 60 * i, 200, length) for i in range(5)] + [detected(500, 200, 160), detected(560, 400, 20)]
    assert codes(photo(tiles), tiles) == expected


@pytest.mark.parametrize(("x", "y"), [(20, 240), (620, 240), (320, 30), (320, 470)])
def test_cut_off_at_each_side(x, y):
    tiles = [detected(x, y, degrees=10), detected(320, 240)]
    (warning,) = photo_warnings(Pyramid.of(photo(tiles)), tiles)
    assert warning.code == CUT_OFF
    assert warning.at == pytest.approx((x, y), abs=0.01)


def test_a_corner_without_pips_may_be_cut_off():
    tiles = [detected(62, 240, degrees=45)]
    assert min(x for x, _ in tiles[0].quad.corners) < -1
    assert codes(photo(tiles), tiles) == []


@pytest.mark.parametrize(("x", "expected"), [(30.5, [CUT_OFF]), (33.0, [])])
def test_a_tile_close_to_the_frame(x, expected):
    tiles = [detected(x, 240)]
    assert codes(photo(tiles), tiles) == expected


BLACK = {"face": (30, 30, 34), "pips": (240, 240, 235)}
IVORY = {"face": (222, 214, 190)}


def mirrored(picture, spots, radius):
    """The picture with lamps of `radius` pixels mirrored at `spots`."""
    lamp = np.zeros(picture.shape[:2], np.uint8)
    for x, y in spots:
        cv2.circle(lamp, (round(x), round(y)), radius, 255, cv2.FILLED, cv2.LINE_AA)
    return np.maximum(picture, lamp[..., None])


@pytest.mark.parametrize("colours", [BLACK, IVORY])
def test_glare_is_told_with_its_place(tiles, colours):
    spot = tiles[2].halves[1].centre
    (warning,) = photo_warnings(Pyramid.of(mirrored(photo(tiles, **colours), [spot], 18)), tiles)
    assert warning.code == GLARE
    assert warning.at == pytest.approx(spot, abs=3)


def test_a_black_tile_that_is_white_all_over_mirrors_a_lamp(tiles):
    picture = photo(tiles, **BLACK)
    cv2.fillConvexPoly(picture, np.round(tiles[0].quad.corners).astype(np.int32), (250, 250, 250))
    assert codes(picture, tiles) == [GLARE]


@pytest.mark.parametrize("colours", [BLACK, IVORY, {"face": (255, 255, 255)}, {"face": (20, 90, 60), **BLACK}])
@pytest.mark.parametrize("sure", [1.0, 0.5])
def test_pips_and_bright_faces_are_no_glare(colours, sure):
    tiles = [detected(120 + 130 * i, 150 + 40 * i, degrees=35 * i, value=5, sure=sure) for i in range(4)]
    assert codes(photo(tiles, **colours), tiles) == []


@pytest.mark.parametrize(("sure", "expected"), [(0.99, []), (0.6, [GLARE])])
def test_lights_on_film_count_where_the_half_is_in_doubt(sure, expected):
    tile = detected(320, 240, value=5, sure=sure)
    x, y = tile.halves[0].centre
    spots = [(x + dx, y + dy) for dx, dy in ((-14, 0), (14, 0), (0, 14), (0, -14))]
    assert codes(mirrored(photo([tile], **IVORY), spots, 6), [tile]) == expected


@pytest.mark.parametrize(("apart", "expected"), [(45, [OVERLAP]), (57, []), (60, [])])
def test_overlap(apart, expected):
    tiles = [detected(300, 240), detected(300 + apart, 240)]
    warnings = photo_warnings(Pyramid.of(photo(tiles)), tiles)
    assert [warning.code for warning in warnings] == expected
    assert all(warning.at == pytest.approx((300 + apart / 2, 240)) for warning in warnings)


def test_a_collapsed_outline_is_left_out():
    tiles = [detected(300, 240), DetectedTile(Quad(((5.0, 5.0),) * 4, ((5.0, 5.0),) * 2), (), 0.1)]
    assert codes(photo(tiles[:1]), tiles) == []
