"""Things at the open ends of trains on tables drawn here: found before, beside and on a tile, and not where none is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.markers import EndPlace, end_looks, marker_odds, outward_half

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
IVORY, BLACK = (235, 230, 215), (25, 25, 28)
PROPOSED = 0.5


def cloth(kind: str, height: int = 600, width: int = 900) -> Image:
    """A table of one colour, checked, striped or speckled, with a little grain and light that falls off."""
    y, x = np.mgrid[0:height, 0:width]
    dark, light = np.array((40, 105, 60.0)), np.array((70, 145, 90.0))
    speckles = np.random.default_rng(2).random((height // 6 + 1, width // 6 + 1)).repeat(6, 0).repeat(6, 1)
    share = {
        "plain": np.zeros((height, width)),
        "checked": ((x // 45 + y // 45) % 2).astype(float),
        "striped": 0.5 + 0.5 * np.sin(x / 9 + np.sin(y / 40)),
        "speckled": speckles[:height, :width],
    }[kind][..., None]
    picture = (dark + share * (light - dark)) * (1.1 - 0.25 * x / width)[..., None]
    picture += np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


@dataclass
class Table:
    """A picture with tiles of 80 x 40 pixels and the open ends of three trains; things are drawn on it by the tests."""

    picture: Image
    tiles: Floats
    ends: list[EndPlace]

    def odds(self) -> Floats:
        return marker_odds(self.picture, self.tiles, self.ends)


def tile_at(x: float, y: float, across: bool = False, length: float = 80.0) -> Floats:
    """Half A to the left, or on top where it lies across."""
    u, v = np.array([length / 2, 0]), np.array([0, length / 4])
    corners = np.array([-u + v, -u - v, u - v, u + v])
    if across:
        corners = corners[:, ::-1] * (-1, 1)
    return corners + (x, y)


def table(kind: str = "plain", face: tuple[int, int, int] = IVORY) -> Table:
    """A table to draw things on."""
    drawn = draw_table(kind, face)
    return Table(drawn.picture.copy(), drawn.tiles, drawn.ends)


@lru_cache
def draw_table(kind: str, face: tuple[int, int, int]) -> Table:
    """Three trains from left to right: the first ends with half B, the second with a double across, the third again."""
    picture = cloth(kind)
    tiles = [tile_at(100 + 82 * k, 120 + 180 * row) for row in range(3) for k in range(4 if row != 1 else 3)]
    tiles.insert(7, tile_at(100 + 82 * 2 + 62, 300, across=True))
    ink = IVORY if face == BLACK else (160, 30, 40)
    for number, tile in enumerate(tiles):
        shadow = np.round(tile + (4, 5)).astype(np.int32)
        dark = picture.copy()
        cv2.fillPoly(dark, [shadow], (0, 0, 0))
        picture = cv2.addWeighted(picture, 0.45, dark, 0.55, 0)
        cv2.fillPoly(picture, [np.round(tile).astype(np.int32)], face)
        centres = tile.mean(0) + np.outer([-0.5, 0.5], tile[:2].mean(0) - tile[2:].mean(0)) / 2
        for half, centre in enumerate(centres):
            for pip in range((number + half) % 4):
                spot = centre + np.array([(-9, -9), (9, 9), (0, 0)][pip])
                cv2.circle(picture, (round(spot[0]), round(spot[1])), 3, ink, -1, cv2.LINE_AA)
    last = (3, 7, 11)
    ends = []
    for number in last:
        edge = 22 if number == 7 else 42
        place = tile_at(*(tiles[number].mean(0) + (edge + 40, 0)))
        ends.append(EndPlace(number, None if number == 7 else 1, tuple((float(x), float(y)) for x, y in place)))
    return Table(cv2.GaussianBlur(picture, (3, 3), 0), np.array(tiles), ends)


def disc(one: Table, x: float, y: float, colour: tuple[int, int, int], radius: int = 15) -> None:
    """A round thing with its shadow, and a rim."""
    cv2.circle(one.picture, (round(x + 4), round(y + 5)), radius, (15, 35, 20), -1, cv2.LINE_AA)
    cv2.circle(one.picture, (round(x), round(y)), radius, colour, -1, cv2.LINE_AA)
    cv2.circle(one.picture, (round(x), round(y)), radius, tuple(c // 2 for c in colour), 1, cv2.LINE_AA)


@pytest.mark.parametrize("face", [IVORY, BLACK])
@pytest.mark.parametrize("kind", ["plain", "checked", "striped", "speckled"])
def test_nothing_stands_at_bare_ends(kind: str, face: tuple[int, int, int]) -> None:
    assert table(kind, face).odds().max() < PROPOSED


@pytest.mark.parametrize("colour", [(210, 40, 50), (230, 200, 60), (60, 70, 200), (200, 200, 205)])
@pytest.mark.parametrize("kind", ["plain", "checked", "striped", "speckled"])
def test_a_thing_before_an_end_is_seen_there_and_only_there(kind: str, colour: tuple[int, int, int]) -> None:
    for marked in range(3):
        one = table(kind)
        end = one.ends[marked]
        x, y = one.tiles[end.tile].mean(0)
        disc(one, x + (22 if end.half is None else 42) + 22, y + 3, colour)
        assert (one.odds() > PROPOSED).tolist() == [number == marked for number in range(3)]


@pytest.mark.parametrize("kind", ["plain", "checked"])
def test_a_thing_beside_the_last_tile_is_seen(kind: str) -> None:
    one = table(kind)
    x, y = one.tiles[3].mean(0)
    disc(one, x + 8, y - 42, (225, 60, 150))
    assert (one.odds() > PROPOSED).tolist() == [True, False, False]


@pytest.mark.parametrize("colour", [(210, 40, 50), (60, 70, 200), (60, 60, 60)])
def test_a_thing_on_the_outer_half_is_seen(colour: tuple[int, int, int]) -> None:
    one = table()
    x, y = one.tiles[11].mean(0)
    disc(one, x + 20, y, colour, 14)
    assert (one.odds() > PROPOSED).tolist() == [False, False, True]


def test_what_stands_on_the_inner_half_or_at_another_tile_marks_no_end() -> None:
    one = table()
    for number, away in ((9, 0), (1, 45)):
        x, y = one.tiles[number].mean(0)
        disc(one, x - 20, y + away, (210, 40, 50), 14)
    assert one.odds().max() < PROPOSED


def test_a_shadow_is_no_thing() -> None:
    one = table()
    x, y = one.tiles[3].mean(0)
    spot = one.picture[round(y) - 15 : round(y) + 15, round(x) + 48 : round(x) + 80]
    spot[:] = (spot * 0.6).astype(np.uint8)
    assert one.odds().max() < PROPOSED


def test_the_next_tile_is_no_thing_but_a_small_outline_is() -> None:
    one = table()
    disc(one, one.tiles[3].mean(0)[0] + 64, one.tiles[3].mean(0)[1], (230, 230, 235))
    x, y = one.tiles[3].mean(0) + (64, 0)
    small = np.array([(x - 16, y - 15), (x + 16, y - 15), (x + 16, y + 15), (x - 16, y + 15)])
    with_tile = np.concatenate([one.tiles, tile_at(x + 18, y)[None]])
    with_small = np.concatenate([one.tiles, small[None]])
    assert marker_odds(one.picture, with_small, one.ends)[0] > PROPOSED
    assert marker_odds(one.picture, with_tile, one.ends)[0] < PROPOSED


def test_the_size_of_the_photo_hardly_matters() -> None:
    one = table("checked")
    disc(one, one.tiles[3].mean(0)[0] + 64, one.tiles[3].mean(0)[1], (210, 40, 50))
    large = cv2.resize(one.picture, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    ends = [EndPlace(end.tile, end.half, tuple((4 * x + 1.5, 4 * y + 1.5) for x, y in end.place)) for end in one.ends]
    assert marker_odds(large, one.tiles * 4 + 1.5, ends) == pytest.approx(one.odds(), abs=0.15)


def test_at_the_rim_only_what_is_on_the_tile_counts() -> None:
    one = table()
    x = round(one.tiles[3, :, 0].max()) + 1
    rim = Table(np.ascontiguousarray(one.picture[100:140, x - 84 : x]), one.tiles - (x - 84, 100), one.ends)
    looks = end_looks(rim.picture, rim.tiles, rim.ends)
    assert looks[0].before == looks[0].beside == ()
    assert len(looks[0].on) == 3
    assert np.isfinite(rim.odds()).all()


def test_few_tiles_do_not_tell_how_pips_look() -> None:
    one = table()
    x, y = one.tiles[11].mean(0)
    disc(one, x + 20, y, (210, 40, 50), 14)
    end = EndPlace(3, one.ends[2].half, one.ends[2].place)
    assert marker_odds(one.picture, one.tiles[8:], [end])[0] < PROPOSED
    assert end_looks(one.picture, one.tiles[8:], [end])[0].on == ()


def test_half_or_middle_follows_from_the_place() -> None:
    one = table()
    assert [outward_half(one.tiles[end.tile], end.place) for end in one.ends] == [end.half for end in one.ends]
    assert outward_half(one.tiles[0], tile_at(*(one.tiles[0].mean(0) - (82, 0)))) == 0
    assert outward_half(one.tiles[3], tile_at(*(one.tiles[3].mean(0) + (20, 62)), across=True)) == 1


def test_no_ends_no_tiles_and_outlines_that_are_none() -> None:
    one = table()
    assert marker_odds(one.picture, one.tiles, []).shape == (0,)
    flat = one.tiles.copy()
    flat[3] = flat[3][0]
    assert marker_odds(one.picture, flat, one.ends)[0] == 0
    point = EndPlace(3, 1, ((5.0, 5.0),) * 4)
    assert marker_odds(one.picture, one.tiles, [point]).tolist() == [0]
    with pytest.raises(ValueError, match="one of the 12 tiles"):
        marker_odds(one.picture, one.tiles, [EndPlace(12, None, point.place)])
