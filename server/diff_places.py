"""What one photo shows where a tile lies in the other: bare table, the same tile unread, or something else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from server.seen_table import SeenTable
from server.service import Image
from server.table_match import Matrix, behind, moved
from vision.geometry import is_convex, overlap_area, polygon_area
from vision.look_again import bareness, likeness
from vision.types import Point

TAKEN = 0.35
"""Share of a tile that lies on what the other photo shows there, from which on its place is taken."""
SAME = 0.5
"""From this likeness on the other photo shows the same tile."""
BARE = 0.8
"""Share of a place that looks like the table around it, from which on it is bare. On 60 rendered pairs bare places came
to 0.89 at least, all but two of those where something hid a tile to 0.74 at most."""
SMALLEST = 16.0
"""Square pixels of a place, below which nothing can be seen there."""


class Sight(Enum):
    """What is to be seen at a place."""

    OUTSIDE = "outside"
    """The photo does not reach so far."""
    TAKEN = "taken"
    """A tile that was read there, face up or down, lies on it in part."""
    SAME = "same"
    """The same tile, which was not read."""
    HIDDEN = "hidden"
    """Neither it nor bare table."""
    BARE = "bare"
    """Nothing, as far as can be told."""


@dataclass(frozen=True, slots=True)
class View:
    """A table that was read, with its photo (H, W, 3) RGB uint8 where that is there to be looked at again."""

    table: SeenTable
    pixels: Image | None


def sight(number: int, here: View, there: View, to_there: Matrix, shared: int) -> Sight:
    """What the photo `there` shows where the tile of that number lies in the photo `here`.

    `to_there` takes pixels of `here` to those of `there`; `shared` is the number in `here` of a tile that both show.
    Without the pixels of both photos only tiles that were read are known.
    """
    tiles = here.table.reading.tiles
    corners, anchor = tiles[number].detection.quad.corners, tiles[shared].centre
    if any(behind(to_there, corner, anchor) for corner in corners):
        return Sight.OUTSIDE
    place = np.array([moved(to_there, corner) for corner in corners])
    if not _reached(place, there.table.reading.observation.image_size):
        return Sight.OUTSIDE
    seen = there.table.reading.observation
    others = [tile.quad.corners for tile in seen.tiles] + [back.quad.corners for back in seen.face_down]
    if _is_taken(place, others):
        return Sight.TAKEN
    if here.pixels is None or there.pixels is None:
        return Sight.BARE
    if likeness(here.pixels, corners, there.pixels, place) >= SAME:
        return Sight.SAME
    return Sight.HIDDEN if bareness(there.pixels, place, others) < BARE else Sight.BARE


def _reached(place: np.ndarray, size: tuple[int, int]) -> bool:
    """Whether a photo of that width and height shows a place (4, 2) whole, and large enough to see anything."""
    inside = bool((place >= 0).all() and (place < size).all())
    return inside and bool(is_convex(place)) and float(polygon_area(place)) >= SMALLEST


def _is_taken(place: np.ndarray, others: list[tuple[Point, Point, Point, Point]]) -> bool:
    if not others:
        return False
    shared = overlap_area(np.broadcast_to(place, (len(others), 4, 2)), np.array(others))
    return bool(shared.max() >= TAKEN * float(polygon_area(place)))
