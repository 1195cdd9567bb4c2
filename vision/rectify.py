"""Crops in which quads are seen straight from above: how to cut them, for many at once, and the cutting."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import homography

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

MAX_OVERSAMPLING = 16
"""At most so many source samples a side are averaged into one pixel."""


def rectify(image: Image, quad: ArrayLike, size: tuple[int, int], margin: float | tuple[float, float] = 0.0) -> Image:
    """The part of `image` (H, W, C) under `quad` (4, 2), seen straight from above: (height, width, C) for `size`
    (width, height).

    Corner 0 comes to the top left, corner 1 to the top right. The quad fills the crop but for `margin`, a share of
    the crop's width (left and right) and height (top and bottom), or one share for both. What lies outside the image
    repeats its nearest edge pixel. Where the source is more than twice as fine as the crop, samples are averaged.
    Raises ValueError for a quad with three corners on one line.
    """
    to_source, factors = views(np.asarray(quad, np.float64)[None], size, margin)
    return cut(image, to_source[0], int(factors[0]), size)


def views(
    quads: Floats, size: tuple[int, int], margin: float | tuple[float, float] = 0.0
) -> tuple[Floats, NDArray[np.int64]]:
    """For each of the quads (n, 4, 2) what `cut` takes: the homography (n, 3, 3) from a crop's samples to the image,
    and how many samples a side (n,) are averaged into one pixel. Arguments and errors as for `rectify`."""
    width, height = size
    margin_x, margin_y = margin if isinstance(margin, tuple) else (margin, margin)
    left, right = margin_x * width, (1 - margin_x) * width
    top, bottom = margin_y * height, (1 - margin_y) * height
    target = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    finer = (edge_lengths(quads) / np.maximum(edge_lengths(target), 1e-6)).max(axis=-1)
    doublings = np.ceil(np.log2(np.clip(finer / 2, 1, MAX_OVERSAMPLING)))
    factors = (2**doublings).astype(np.int64)
    # `target` counts from the crop's outer edge, which lies half a pixel before the centre of its first pixel.
    return homography(target * factors[:, None, None] - 0.5, quads), factors


def cut(image: Image, to_source: Floats, factor: int, size: tuple[int, int]) -> Image:
    """A crop (height, width, C) of `size` (width, height), as `views` tells to cut it."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = (size[0] * factor, size[1] * factor)
    crop = cv2.warpPerspective(image, to_source, fine, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if factor > 1:
        crop = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)


def edge_lengths(points: Floats) -> Floats:
    """Lengths (..., n) of the edges of polygons (..., n, 2), from each corner to the next."""
    edges = np.roll(points, -1, axis=-2) - points
    return np.asarray(np.hypot(edges[..., 0], edges[..., 1]))
