"""A photo at full, half, quarter … size, so that a crop is cut from a copy that is hardly finer than the crop.

Cutting small crops of large tiles from the full photo means averaging hundreds of pixels into one, again for every
crop; halving the photo once costs less than two such crops.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import rectify

Image = NDArray[np.uint8]

SMALLEST = 256
"""A photo is not halved any more when a side would become shorter than this, in pixels."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """`levels[0]` is the photo (H, W, 3) uint8 RGB; each further level has half the size of the one before."""

    levels: tuple[Image, ...]

    @classmethod
    def of(cls, image: Image) -> Self:
        """The pyramid of a photo; a small photo has one level."""
        levels = [image]
        while min(levels[-1].shape[:2]) >= 2 * SMALLEST:
            height, width = levels[-1].shape[:2]
            # An odd last row or column is left out, so that pixels of a level are exact means of 2 x 2 below it.
            even = levels[-1][: height // 2 * 2, : width // 2 * 2]
            half = cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            levels.append(np.asarray(half, np.uint8))
        return cls(tuple(levels))

    @property
    def image(self) -> Image:
        """The photo itself."""
        return self.levels[0]

    def at_least(self, long_side: float) -> Image:
        """The smallest level whose long side has at least `long_side` pixels, or the photo when none has."""
        return next((level for level in reversed(self.levels) if max(level.shape[:2]) >= long_side), self.image)

    def crop(self, quad: ArrayLike, size: tuple[int, int], margin: float) -> Image:
        """`vision.geometry.rectify` of the photo, cut from the coarsest level that is at least as fine as the crop."""
        corners = np.asarray(quad, np.float64)
        edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        inner = (1 - 2 * margin) * np.array([size[0], size[1], size[0], size[1]])
        # By the least oversampled edge: a tile seen at a slant keeps the detail of its foreshortened side.
        finer = float((edges / inner).min())
        level = int(np.clip(np.floor(np.log2(max(finer, 1.0))), 0, len(self.levels) - 1))
        # A pixel's centre is at whole numbers, so level k's pixel 0 has its centre at (2^k - 1) / 2 of the photo.
        return rectify(self.levels[level], (corners + 0.5) / 2**level - 0.5, size, margin)
