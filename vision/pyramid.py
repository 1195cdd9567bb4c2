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

from vision.rectify import cut, edge_lengths, views

Floats = NDArray[np.float64]
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
        """`crops` of a single quad (4, 2)."""
        return np.asarray(self.crops(np.asarray(quad, np.float64)[None], size, margin)[0])

    def crops(self, quads: Floats, size: tuple[int, int], margin: float) -> Image:
        """The crops of n quads (n, 4, 2), at least one, as `views` cuts them: (n, height, width, 3)."""
        return self.views(quads, size, margin).cut()

    def views(self, quads: Floats, size: tuple[int, int], margin: float) -> Views:
        """How to cut quads (n, 4, 2) as `vision.rectify.rectify` would cut them out of the photo, but each from the
        coarsest level that is at least as fine as the crop."""
        inner = (1 - 2 * margin) * np.array([size[0], size[1], size[0], size[1]])
        # By the least oversampled edge: a tile seen at a slant keeps the detail of its foreshortened side.
        finer = (edge_lengths(quads) / inner).min(axis=1)
        levels = np.clip(np.floor(np.log2(np.maximum(finer, 1.0))), 0, len(self.levels) - 1).astype(int)
        # A pixel's centre is at whole numbers, so level k's pixel 0 has its centre at (2^k - 1) / 2 of the photo.
        to_source, factors = views((quads + 0.5) / 2.0 ** levels[:, None, None] - 0.5, size, margin)
        return Views(tuple(self.levels[level] for level in levels), to_source, factors, size)


@dataclass(frozen=True, slots=True)
class Views:
    """How crops of `size` (width, height) are cut: from which `images`, by which homographies `to_source` (n, 3, 3) and
    with how many samples a side for a pixel, `factors` (n,), as `vision.rectify.cut` takes them.

    For many crops it is worth to work that out at once and to cut them where and when they are needed.
    """

    images: tuple[Image, ...]
    to_source: Floats
    factors: NDArray[np.int64]
    size: tuple[int, int]

    def __len__(self) -> int:
        return len(self.images)

    def cut(self, start: int = 0, stop: int | None = None) -> Image:
        """The crops from number `start` up to `stop`, at least one: (n, height, width, 3)."""
        of = slice(start, stop)
        parts = zip(self.images[of], self.to_source[of], self.factors[of].tolist(), strict=True)
        return np.stack([cut(image, matrix, factor, self.size) for image, matrix, factor in parts])
