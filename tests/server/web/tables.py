"""A small table as a reader would see it: what the tests of tables over HTTP have in common."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.geometry import default_divider, half_centres, quad_from_centre
from vision.types import N_CLASSES, DetectedTile, FaceDown, HalfReading, Observation, Quad

Image = NDArray[np.uint8]
LENGTH, WIDTH = 80.0, 40.0
SIZE = (1000, 800)


def lying(
    a: int, b: int, x: float, y: float, degrees: float = 0.0, other: tuple[int, float] | None = None
) -> DetectedTile:
    """A tile around (x, y), half A towards `degrees` (0: to the right, 90: down).

    `other`: another value of half B, and how likely it is in place of `b`.
    """
    along = np.array([cos(radians(degrees)), sin(radians(degrees))])
    across = np.array([-along[1], along[0]])
    corners = quad_from_centre((x, y), along * LENGTH / 2, across * WIDTH / 2)
    divider = default_divider(corners)
    at = half_centres(corners, divider)
    first, second = [0.0] * N_CLASSES, [0.0] * N_CLASSES
    first[a] = 1.0
    second[b] = 1.0 if other is None else 1 - other[1]
    if other is not None:
        second[other[0]] = other[1]
    halves = HalfReading(_point(at[0]), tuple(first)), HalfReading(_point(at[1]), tuple(second))
    return DetectedTile(Quad(tuple(_point(one) for one in corners), tuple(_point(one) for one in divider)), halves, 1.0)  # type: ignore[arg-type]


def _point(one: Sequence[float]) -> tuple[float, float]:
    return float(one[0]), float(one[1])


def table(*more: DetectedTile, last: tuple[int, int] = (5, 9), other: tuple[int, float] | None = None) -> Observation:
    """A 12-12 in the middle, from which trains go to the left, to the right and upwards; one back at the rim.

    To the left 12-3, 3-8; to the right 12-5 and the `last` tile; upwards 12-7.
    """
    x, y = 500.0, 400.0
    tiles = (
        lying(12, 12, x, y, 90),
        lying(12, 3, x - 70, y),
        lying(3, 8, x - 155, y),
        lying(5, 12, x + 70, y),
        lying(last[1], last[0], x + 155, y, other=other),
        lying(12, 7, x, y - 95, 90),
    )
    back = FaceDown(lying(0, 0, 900.0, 700.0).quad, 0.9)
    return Observation(SIZE, (*tiles, *more), (back,), (), (), ())


class TableReader:
    """Sees the same table in every picture."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen

    def read(self, image: Image, /) -> Observation:
        return self.seen
