"""Where labels stand on a picture: beside the things it shows, while there is room, and never on one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; `right` and `bottom` are the first ones outside."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, centre: Floats, size: Floats) -> Box:
        """The box of a size (2,), width and height in pixels, with its middle at `centre` (2,)."""
        left, top = np.round(np.asarray(centre) - np.asarray(size) / 2 + 0.5).astype(int).tolist()
        width, height = np.maximum(np.round(size), 1).astype(int).tolist()
        return cls(left, top, left + width, top + height)

    @property
    def middle(self) -> Floats:
        """Its middle (2,), between pixels where it is an even number of them wide."""
        return np.array([self.left + self.right - 1, self.top + self.bottom - 1]) / 2


class Labels:
    """A picture of (height, width) pixels, with what labels should leave in view, and the labels that stand there."""

    def __init__(self, size: tuple[int, int], quads: Iterable[Floats]) -> None:
        self._things: NDArray[np.uint8] = np.zeros(size, np.uint8)
        self._labels: NDArray[np.bool_] = np.zeros(size, np.bool_)
        for quad in quads:
            self.keep(quad)

    def keep(self, quad: Floats) -> None:
        """Leave what lies within these corners (4, 2) in view."""
        cv2.fillConvexPoly(self._things, np.round(quad).astype(np.int32), (1,))

    def place(self, beside: Iterable[Box], on: Sequence[Box]) -> Box:
        """The first box that is within the picture and covers nothing, else the first of `on` that is on no label, else
        the one that is on least of them. It is taken from then on."""
        box = next(
            (box for box in beside if self._is_free(box, self._labels) and self._is_free(box, self._things)), None
        )
        if box is None:
            box = min(on, key=self._covered)
        self._labels[max(box.top, 0) : max(box.bottom, 0), max(box.left, 0) : max(box.right, 0)] = True
        return box

    def _is_free(self, box: Box, taken: NDArray[np.uint8] | NDArray[np.bool_]) -> bool:
        height, width = taken.shape
        inside = box.left >= 0 and box.top >= 0 and box.right <= width and box.bottom <= height
        return inside and not taken[box.top : box.bottom, box.left : box.right].any()

    def _covered(self, box: Box) -> int:
        """How many pixels of it are on labels, or outside the picture."""
        inside = self._labels[max(box.top, 0) : max(box.bottom, 0), max(box.left, 0) : max(box.right, 0)]
        return (box.right - box.left) * (box.bottom - box.top) - inside.size + int(inside.sum())
