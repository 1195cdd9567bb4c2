"""Crops in which quads are seen straight from above: how to cut them, for many at once, and the cutting."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import homography

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

MAX_OVERSAMPLING = 16
"""At most so many source samples a side are averaged into one pixel."""
WORTH_COPYING = 8
"""OpenCV samples pixels of four bytes more than twice as fast as pixels of three. A part of an image that is at most so
many times as large as what is sampled from it is worth the copy."""
FAR = 2**30


def rectify(image: Image, quad: ArrayLike, size: tuple[int, int], margin: float | tuple[float, float] = 0.0) -> Image:
    """The part of `image` (H, W, C) under `quad` (4, 2), seen straight from above: (height, width, C) for `size`
    (width, height).

    Corner 0 comes to the top left, corner 1 to the top right. The quad fills the crop but for `margin`, a share of
    the crop's width (left and right) and height (top and bottom), or one share for both. What lies outside the image
    repeats its nearest edge pixel. Where the source is more than twice as fine as the crop, samples are averaged.
    Raises ValueError for a quad with three corners on one line.
    """
    to_source, factors = views(np.asarray(quad, np.float64)[None], size, margin)
    (part,), to_part = parts([image], to_source, factors, size)
    return cut(part, to_part[0], int(factors[0]), size)


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


def parts(
    images: Sequence[Image], to_source: Floats, factors: NDArray[np.int64], size: tuple[int, int]
) -> tuple[tuple[Image, ...], Floats]:
    """The part of each image that its crop shows, and the homographies (n, 3, 3) to those parts.

    `to_source` and `factors` are as `views` gives them for crops of this `size`. Nothing is copied.
    """
    boxes = _shown(to_source, factors, size)
    limits = np.array([image.shape[1::-1] for image in images])
    # Of what lies outside the image its nearest edge is shown.
    starts = np.clip(boxes[:, :2], 0, limits - 1)
    stops = np.clip(boxes[:, 2:], starts + 1, limits)
    moved = to_source.copy()
    moved[:, :2] -= starts[..., None] * to_source[:, 2:]
    corners = np.concatenate([starts, stops], axis=1).tolist()
    return tuple(image[y0:y1, x0:x1] for image, (x0, y0, x1, y1) in zip(images, corners, strict=True)), moved


def _shown(to_source: Floats, factors: NDArray[np.int64], size: tuple[int, int]) -> NDArray[np.int64]:
    """What crops sample: left, top, right and bottom (n, 4) of the pixels, the last ones excluded; everything where the
    horizon runs through a crop."""
    ends = factors[:, None] * np.array(size) - 1.0
    ones, x, y = np.ones((len(ends), 4)), ends[:, :1] * [0, 1, 1, 0], ends[:, 1:] * [0, 0, 1, 1]
    at = np.stack([x, y, ones], axis=-1) @ to_source.transpose(0, 2, 1)
    seen = np.asarray(np.abs(np.sign(at[..., 2:]).sum(axis=1)) == at.shape[1])
    at = at[..., :2] / np.where(seen[:, None], at[..., 2:], 1.0)
    low, high = np.where(seen, at.min(axis=1), -FAR), np.where(seen, at.max(axis=1), FAR)
    # A sample is the mean of the pixels around it; one more for what is rounded.
    edges = np.concatenate([np.floor(low) - 1, np.ceil(high) + 2], axis=1)
    return np.asarray(np.clip(edges, -FAR, FAR), np.int64)


def cut(image: Image, to_source: Floats, factor: int, size: tuple[int, int]) -> Image:
    """A crop (height, width, C) of `size` (width, height), as `views`, and perhaps `parts`, tell to cut it."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = (size[0] * factor, size[1] * factor)
    padded = image.shape[2] == 3 and image.shape[0] * image.shape[1] <= WORTH_COPYING * fine[0] * fine[1]
    source = cv2.cvtColor(image, cv2.COLOR_RGB2RGBA) if padded else image
    crop = cv2.warpPerspective(source, to_source, fine, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if factor > 1:
        crop = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(crop, cv2.COLOR_RGBA2RGB) if padded else crop, dtype=np.uint8)


def edge_lengths(points: Floats) -> Floats:
    """Lengths (..., n) of the edges of polygons (..., n, 2), from each corner to the next."""
    edges = np.roll(points, -1, axis=-2) - points
    return np.asarray(np.hypot(edges[..., 0], edges[..., 1]))
