"""Markers are looked for in all photos that a table is put together from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.presets import PRESETS
from server.table_known import Known
from server.table_service import merged_table, see_table

KNOWN = Known(PRESETS["puremco"])
TRAIN = 1
"""The train to the right of the engine of `seen.table()`; something stands behind its last tile."""


def test_a_marker_is_seen_whichever_photo_shows_it(seen) -> None:
    tiles = seen.table()
    picture = np.random.default_rng(0).normal(90, 5, (1000, 1000, 3)).clip(0, 255).astype(np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(picture, np.array(tile.quad.corners).astype(np.int32), (235, 230, 225))
    bare = picture.copy()
    cv2.circle(picture, (768, 500), 16, (200, 40, 40), -1)
    photo = seen.photo(tiles, size=(1000, 1000))
    alone = see_table(photo, KNOWN, picture).trains[TRAIN].marker
    assert alone > 0.7
    assert see_table(photo, KNOWN, bare).trains[TRAIN].marker < 0.3
    shows = (Path("a.png"), picture, photo)
    other = (Path("b.png"), bare, photo)
    for order in ((shows, other), (other, shows)):
        trains = merged_table(order, KNOWN).table.trains
        assert abs(trains[TRAIN].marker - alone) < 0.05
    # A part that shows the end of the train alone knows its tiles by other numbers.
    part = replace(photo, tiles=tuple(photo.tiles[number] for number in (3, 2, 1, 0)))
    trains = merged_table(((Path("b.png"), bare, photo), (Path("c.png"), picture, part)), KNOWN).table.trains
    assert abs(trains[TRAIN].marker - alone) < 0.3
    assert trains[TRAIN].marker > 0.7
