"""A drawn picture that any working installation reads right: three plain tiles on a plain table."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import WeightsError
from vision.types import Observation

Image = NDArray[np.uint8]

TILES = ((6, 1), (5, 3), (2, 4))
SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of a value lie, in thirds of a half around its middle."""
SIDE = 90


class Reads(Protocol):
    """Anything that reads a picture, such as `vision.reader.TileReader`."""

    def read(self, image: Image) -> Observation: ...


def picture() -> Image:
    """The drawn picture, (480, 640, 3) uint8 RGB."""
    image = np.empty((480, 640, 3), np.uint8)
    image[:] = (92, 120, 104)
    for place, values in enumerate(TILES):
        left, top = 90 + place * 180, 140
        cv2.rectangle(image, (left + 5, top + 5), (left + SIDE + 5, top + 2 * SIDE + 5), (60, 80, 70), -1, cv2.LINE_AA)
        cv2.rectangle(image, (left, top), (left + SIDE, top + 2 * SIDE), (246, 243, 232), -1, cv2.LINE_AA)
        cv2.line(image, (left + 8, top + SIDE), (left + SIDE - 8, top + SIDE), (30, 30, 30), 4, cv2.LINE_AA)
        for half, value in enumerate(values):
            middle = np.array([left + SIDE / 2, top + SIDE * (half + 0.5)])
            for spot in SPOTS[value]:
                x, y = np.round(middle + np.array(spot) * SIDE * 0.28).astype(int).tolist()
                cv2.circle(image, (x, y), 9, (25, 25, 25), -1, cv2.LINE_AA)
    return image


def selftest(reader: Reads) -> None:
    """Raises WeightsError when the drawn picture is not read as it was drawn."""
    seen = reader.read(picture())
    read = sorted(tuple(int(np.argmax(half.probs)) for half in tile.halves) for tile in seen.tiles)
    wanted = sorted(TILES)
    if sorted(tuple(sorted(pair)) for pair in read) != sorted(tuple(sorted(pair)) for pair in wanted):
        raise WeightsError(f"The drawn picture shows {wanted}, but {read} was read; install pipwise again.")
