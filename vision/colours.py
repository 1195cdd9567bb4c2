"""Colours as the eye compares them, of a table that may lie in light or in shadow; and masks that grow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Image = NDArray[np.uint8]
Plain = NDArray[np.float32]


def lab(rgb: NDArray[np.generic]) -> Plain:
    """Colours (..., 3) in RGB, 0 to 255, in CIE Lab."""
    flat = rgb.reshape(1, -1, 3).astype(np.float32) / 255
    # OpenCV refuses no colours at all.
    seen = cv2.cvtColor(flat, cv2.COLOR_RGB2LAB) if flat.size else flat
    return np.asarray(seen, np.float32).reshape(rgb.shape)


def in_shadows(rgb: Image, shares: tuple[float, ...]) -> Plain:
    """Colours (n, 3) in RGB as CIE Lab, where so much of the light falls on them: all for one share after the other."""
    return lab(np.concatenate([rgb * np.float32(share) for share in shares]))


def nearest(these: Plain, those: Plain) -> Plain:
    """Squared distances (n,) of colours (n, 3) to the nearest of `those` (m, 3), m at least 1."""
    # The smallest of a column is found twice as fast as that of a row, and what adds to all of it is added at the end.
    return np.asarray(np.maximum(_beyond_own(those, these).min(axis=0) + (these * these).sum(1), 0))


def how_rare(colours: Plain, others: int) -> Plain:
    """Squared distances (n,) of colours (n, 3), more than `others`, to so many-th nearest of the rest."""
    apart = _beyond_own(colours, colours) + (colours * colours).sum(1)
    return np.asarray(np.maximum(np.partition(apart, others, axis=0)[others], 0))


def _beyond_own(those: Plain, these: Plain) -> Plain:
    """Squared distances (m, n) of colours (m, 3) and (n, 3) without the squares of the latter."""
    rows = np.concatenate([-2 * those, (those * those).sum(1)[:, None]], axis=1)
    return np.asarray(rows @ np.concatenate([these.T, np.ones((1, len(these)), np.float32)]))


def grown(mask: Flags, pixels: int) -> Flags:
    """A mask (h, w) and all within so many pixels of it."""
    shape = np.ones((2 * pixels + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), shape).astype(bool))
