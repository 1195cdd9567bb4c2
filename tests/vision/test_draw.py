"""Overlays: what is drawn, and that nothing else of the photo changes."""

import numpy as np
import pytest

from vision.draw import DARK, UNSURE, WHITE, Mark, overlay
from vision.geometry import default_divider, half_centres, quad_from_centre
from vision.types import Quad

TABLE = (90, 60, 120)


def quad_at(x, y, length=100.0, degrees=0.0):
    turn = np.radians(degrees)
    along = np.array([np.sin(turn), -np.cos(turn)]) * length / 2
    corners = quad_from_centre((x, y), along, (along[1] / 2, -along[0] / 2))
    return Quad(tuple(map(tuple, corners.tolist())), tuple(map(tuple, default_divider(corners).tolist())))


def mark(x, y, sure=True, text_a="3", text_b="12", **kwargs):
    return Mark(quad_at(x, y, **kwargs), text_a, text_b, sure)


@pytest.fixture
def table():
    return np.full((400, 600, 3), TABLE, np.uint8)


def changed(before, after):
    return (before != after).any(axis=2)


def is_colour(picture, colour):
    return (np.abs(picture.astype(int) - colour) < 12).all(axis=2)


def test_nothing_to_draw_changes_nothing(table):
    result = overlay(table, [])
    assert (result == table).all()
    assert result is not table


def test_the_photo_itself_is_left_alone(table):
    overlay(table, [mark(200, 200)], [quad_at(400, 200)], "12")
    assert (table == TABLE).all()


def test_changes_stay_near_the_tile_and_off_its_pips(table):
    change = changed(table, overlay(table, [mark(300, 200)]))
    rows, columns = np.nonzero(change)
    assert rows.min() >= 200 - 50 - 40
    assert rows.max() <= 200 + 50 + 40
    assert columns.min() >= 300 - 25 - 6
    assert columns.max() <= 300 + 25 + 6
    assert not change[200 - 44 : 200 + 45, 300 - 19 : 300 + 20].any()


def test_values_stand_beside_their_halves(table):
    result = overlay(table, [mark(300, 200, text_a="1", text_b="18")])
    above, below = is_colour(result[:147], WHITE), is_colour(result[253:], WHITE)
    assert above.any()
    assert below.sum() > 1.5 * above.sum()
    assert is_colour(result[:147], DARK).sum() > above.sum()


def test_sure_and_unsure_differ_without_colour(table):
    sure, unsure = overlay(table, [mark(300, 200)]), overlay(table, [mark(300, 200, sure=False)])
    long_edge = np.s_[155:246, 300 - 25]
    assert changed(table, sure)[long_edge].all()
    dashes = changed(table, unsure)[long_edge]
    assert 0.3 < np.mean(dashes) < 0.9
    assert np.count_nonzero(np.diff(dashes)) >= 6
    assert is_colour(unsure[195:206, 295:306], UNSURE).any()
    assert not changed(table, sure)[195:206, 295:306].any()


def test_chips_avoid_other_tiles_and_each_other(table):
    hand = [mark(150 + 52 * i, 200, text_a="12", text_b="12") for i in range(6)]
    change = changed(table, overlay(table, hand))
    for tile in hand:
        for x, y in half_centres(tile.quad.corners, tile.quad.divider):
            assert not change[round(y) - 14 : round(y) + 15, round(x) - 14 : round(x) + 15].any()
    chain = [mark(120 + 100 * i, 200, degrees=90) for i in range(4)]
    change = changed(table, overlay(table, chain))
    assert not change[190:211, 80:110].any()


def test_without_room_the_chip_lies_on_its_half_and_is_no_larger(table):
    grid = [mark(200 + 50 * i, 110 + 100 * j, text_a="18", text_b="18") for i in range(3) for j in range(3)]
    middle = grid[4]
    change = changed(table, overlay(table, grid))
    for x, y in half_centres(middle.quad.corners, middle.quad.divider):
        half = change[round(y) - 20 : round(y) + 21, round(x) - 20 : round(x) + 21]
        assert 0.1 < half.mean() < 0.8


def test_chips_stay_in_the_frame(table):
    tight = table[140:260, 270:330]
    result = overlay(tight, [Mark(quad_at(30, 60), "10", "11", True)])
    assert result.shape == tight.shape
    assert is_colour(result, WHITE).any()


def test_tiles_face_down_get_a_cross_and_no_text(table):
    result = overlay(table, [], [quad_at(300, 200, degrees=30)])
    assert changed(table, result)[199:202, 299:302].any()
    assert changed(table, result).mean() < 0.03


@pytest.mark.parametrize("ground", [0, 128, 255])
def test_tiles_face_down_are_marked_on_any_ground(ground):
    plain = np.full((400, 600, 3), ground, np.uint8)
    result = overlay(plain, [], [quad_at(300, 200)]).astype(int)
    assert (abs(result - ground) > 90).all(axis=2).sum() > 200


def test_title_is_added_above_the_photo(table):
    plain, titled = overlay(table, [mark(300, 200)]), overlay(table, [mark(300, 200)], title="57 · ellenőrizendő: 2")
    band = titled[: len(titled) - len(plain)]
    assert 20 <= len(band) <= 60
    assert (titled[len(band) :] == plain).all()
    assert is_colour(band, WHITE).any()
    long = overlay(table, [], title="a very long title " * 4)
    columns = np.nonzero(is_colour(long[: len(band)], WHITE).any(axis=0))[0]
    assert columns.min() > 3
    assert columns.max() < 596


def test_lines_grow_with_the_picture(table):
    small = changed(table, overlay(table, [mark(300, 200, text_a="", text_b="")])).sum()
    huge = np.full((1600, 2400, 3), TABLE, np.uint8)
    large = changed(huge, overlay(huge, [mark(1200, 800, length=400.0, text_a="", text_b="")])).sum()
    assert large > 8 * small


@pytest.mark.parametrize("length", [2.0, 9.0, 36.0, 500.0])
def test_any_size_can_be_drawn(table, length):
    result = overlay(table, [mark(300, 200, sure=False, length=length, degrees=17)], [quad_at(90, 90, length)])
    assert result.shape == table.shape
    assert changed(table, result).any()
