"""What one photo shows at the place of a tile of the other, with pictures drawn by hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.presets import PRESETS
from server.diff_places import Sight, View, sight
from server.diff_words import DOUBTS
from server.seen_table import SeenTable
from server.table_diff import ChangeDoubt, TableDiff, diff
from server.table_known import Known
from server.table_service import see_table
from vision.look_again import bareness, likeness
from vision.types import DetectedTile, FaceDown, Quad

IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
LAST = 3
"""The last tile of a train of `seen.table()`."""


def drawn(tiles: list[DetectedTile], seed: int = 0) -> np.ndarray:
    """A grained table, darker to the right, with white tiles that have dots of their own."""
    rng = np.random.default_rng(seed)
    picture = np.clip(rng.normal(90, 6, (1000, 1000, 1)) + [20, 0, -30], 0, 255) * np.linspace(1.1, 0.7, 1000)[:, None]
    for tile in tiles:
        corners = np.array(tile.quad.corners)
        cv2.fillConvexPoly(picture, corners.round().astype(np.int32), (235, 230, 225))
        dots = np.random.default_rng([sum(half.probs.index(max(half.probs)) * 20**k for k, half in
                                          enumerate(tile.halves))])  # fmt: skip
        for u, v in dots.uniform(0.15, 0.85, (7, 2)):
            at = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
            cv2.circle(picture, tuple(at.round().astype(int).tolist()), 4, (30, 30, 30), -1)
    return picture.clip(0, 255).astype(np.uint8)


def view(seen, tiles: list[DetectedTile], pixels: np.ndarray | None, **more: object) -> View:
    photo = seen.photo(tiles, size=(1000, 1000), **more)
    return View(see_table(photo, Known(PRESETS["puremco"])), pixels)


def test_a_place_is_bare_where_the_table_goes_on(seen) -> None:
    tiles = seen.table()
    place, others = tiles[LAST].quad.corners, [tile.quad.corners for tile in tiles if tile is not tiles[LAST]]
    assert bareness(drawn(tiles[:LAST]), place, others) > 0.9
    assert bareness(drawn(tiles), place, others) < 0.4
    darker = drawn(tiles[:LAST])
    darker[:, 640:740] = darker[:, 640:740] * 0.75
    assert bareness(darker, place, others) > 0.9
    all_around = [seen.lying(1, 1, (686 + 80 * x, 500 + 40 * y), 0).quad.corners for x in (-1, 0, 1) for y in (-1, 1)]
    all_around += [seen.lying(1, 1, (686 + 80 * x, 500), 0).quad.corners for x in (-1, 1)]
    assert np.isnan(bareness(drawn(tiles), place, all_around))


def test_a_tile_looks_like_itself_and_not_like_the_table(seen) -> None:
    tiles = seen.table()
    place = tiles[LAST].quad.corners
    here, there = drawn(tiles), np.roll(drawn(tiles, 1) // 2, 3, axis=0)
    assert likeness(here, place, there, place) > 0.7
    assert abs(likeness(here, place, drawn(tiles[:LAST], 1), place)) < 0.4
    assert likeness(here, tiles[1].quad.corners, there, place) < 0.7
    plain = np.full((1000, 1000, 3), 90, np.uint8)
    assert likeness(plain, place, plain, place) == 0


@pytest.mark.parametrize("case", list(Sight))
def test_what_is_to_be_seen_at_a_place(seen, case: Sight) -> None:
    tiles = seen.table()
    without = [tile for number, tile in enumerate(tiles) if number != LAST]
    here = view(seen, tiles, drawn(tiles))
    picture, more, to_there = drawn(without, 1), {}, IDENTITY
    if case is Sight.OUTSIDE:
        to_there = ((1.0, 0.0, 290.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    elif case is Sight.TAKEN:
        more = {"face_down": [(690, 510)]}
    elif case is Sight.SAME:
        picture = drawn(tiles, 1)
    elif case is Sight.HIDDEN:
        cv2.circle(picture, (686, 500), 42, (200, 60, 60), -1)
    there = view(seen, without, picture, **more)
    assert sight(LAST, here, there, to_there, 0) is case
    blind = View(there.table, None)
    without_pixels = Sight.BARE if case in (Sight.SAME, Sight.HIDDEN) else case
    assert sight(LAST, here, blind, to_there, 0) is without_pixels


def test_outlines_without_size_show_nothing(seen) -> None:
    tiles = seen.table()
    here = view(seen, tiles, drawn(tiles))
    tiny = ((0.01, 0.0, 0.0), (0.0, 0.01, 0.0), (0.0, 0.0, 1.0))
    assert sight(LAST, here, here, tiny, 0) is Sight.OUTSIDE


def changes(seen, before: list[DetectedTile], after: list[DetectedTile], pictures: list[np.ndarray]) -> TableDiff:
    tables: list[SeenTable] = [view(seen, tiles, None).table for tiles in (before, after)]
    found = diff(tables[0], tables[1], (pictures[0], pictures[1]))
    assert found is not None
    return found


def test_only_what_lies_on_table_that_was_bare_was_laid(seen) -> None:
    tiles = seen.table()
    before = [tile for number, tile in enumerate(tiles) if number != LAST]
    bare, whole = drawn(before, 1), drawn(tiles)
    laid = changes(seen, before, tiles, [bare, whole])
    assert [(one.number, one.on) for one in laid.laid] == [(LAST, 2)]
    assert laid.doubts == ()
    overlooked = changes(seen, before, tiles, [drawn(tiles, 1), whole])
    assert (overlooked.laid, overlooked.doubts) == ((), ())
    cup = bare.copy()
    cv2.circle(cup, (686, 500), 42, (200, 60, 60), -1)
    hidden = changes(seen, before, tiles, [cup, whole])
    assert hidden.laid == ()
    assert [(one.code, one.after) for one in hidden.doubts] == [(ChangeDoubt.HIDDEN, LAST)]


def test_only_what_left_bare_table_is_gone(seen) -> None:
    tiles = seen.table()
    after = [tile for number, tile in enumerate(tiles) if number != LAST]
    bare = drawn(after, 1)
    gone = changes(seen, tiles, after, [drawn(tiles), bare])
    assert [one.number for one in gone.gone] == [LAST]
    cv2.circle(bare, (686, 500), 42, (200, 60, 60), -1)
    for picture in (bare, drawn(tiles, 1)):
        nothing = changes(seen, tiles, after, [drawn(tiles), picture])
        assert (nothing.gone, nothing.doubts) == ((), ())


def test_every_doubt_has_words() -> None:
    assert set(DOUBTS) == set(ChangeDoubt)


def test_a_back_at_the_place_of_a_new_tile_is_a_doubt(seen) -> None:
    tiles = seen.table()
    before = [tile for number, tile in enumerate(tiles) if number != LAST]
    photo = seen.photo(before, size=(1000, 1000))
    a, b, c, d = tiles[LAST].quad.corners
    backs = (FaceDown(Quad((a, b, c, d), tiles[LAST].quad.divider), 0.9),)
    known = Known(PRESETS["puremco"])
    table = see_table(type(photo)(photo.image_size, photo.tiles, backs, (), (), ()), known)
    found = diff(table, see_table(seen.photo(tiles, size=(1000, 1000)), known))
    assert found is not None
    assert [(one.code, one.after) for one in found.doubts] == [(ChangeDoubt.PLACE_TAKEN, LAST)]
