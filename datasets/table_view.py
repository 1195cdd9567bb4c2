"""The camera over a whole table: all trains in the picture, tiles of a wanted length, the rim as it comes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera, look_at
from datasets.layouts import Rng

Floats = NDArray[np.float64]

SEAT = -np.pi / 2
"""Azimuth of the person who takes the photo."""
FILLED = 0.96
"""Share of the picture's sides that what must be seen takes at most."""


def table_camera(
    rng: Rng, size: tuple[int, int], inner: Floats, outer: Floats, length: float
) -> tuple[Camera, float]:  # fmt: skip
    """A camera for a picture of `size`, and how long a tile in the middle of the table is in it, in pixels.

    All points `inner` (n, 2) of the table are in the picture, whatever the length then is; of the points `outer`
    (m, 2) as many as tiles of about `length` pixels leave room for.
    """
    elevation = np.radians(
        float(rng.choice([rng.uniform(75, 90), rng.uniform(60, 75), rng.uniform(46, 60)], p=[0.45, 0.4, 0.15]))
    )
    azimuth = SEAT + float(rng.normal(0, 0.2))
    roll = float(rng.uniform(0, 2 * np.pi)) if elevation > np.radians(82) else float(rng.normal(0, 0.07))
    reach = float(np.linalg.norm(np.vstack([inner, outer]), axis=1).max())
    distance, focal = reach * float(rng.uniform(1.9, 3.2)), 1000.0
    frame = np.array(size, np.float64)
    camera = look_at(np.zeros(3), float(elevation), azimuth, roll, distance, focal, np.zeros(2))
    must, may = (_box(camera, points) for points in (inner, np.vstack([inner, outer])))
    most, least = (float((FILLED * frame / (box[1] - box[0])).min()) for box in (must, may))
    wanted = length * distance / focal
    # Between all of the table and the trains alone; few tiles do not fill the picture.
    zoom = min(most, max(least, wanted), 1.15 * wanted)
    middle = frame / 2 - may.mean(axis=0) * zoom + rng.normal(0, 0.02, 2) * frame
    low, high = (must - must.mean(axis=0)) * zoom, frame * (1 - FILLED) / 2
    free = np.maximum(frame / 2 - high - (low[1] - low[0]) / 2, 0)
    centred = frame / 2 - must.mean(axis=0) * zoom
    centre = centred + np.clip(middle - centred, -free, free)
    return replace(camera, focal=focal * zoom, centre=centre), zoom * focal / distance


def _box(camera: Camera, points: Floats) -> Floats:
    """The corners (2, 2) of the box around points of the table in the picture."""
    seen = camera.project(np.column_stack([points, np.zeros(len(points))]))
    return np.stack([seen.min(axis=0), seen.max(axis=0)])
