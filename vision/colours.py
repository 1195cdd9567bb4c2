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
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_RGB2LAB), np.float32).reshape(rgb.shape)


def in_shadows(rgb: Image, shares: tuple[float, ...]) -> Plain:
    """Colours (n, 3) in RGB as CIE Lab, where so much of the light falls on them: all for one share after the other."""
    return lab(np.concatenate([rgb * np.float32(share) for share in shares]))


def squares(these: Plain, those: Plain) -> Plain:
    """Squared distances (n, m) of colours (n, 3) and (m, 3)."""
    flat = np.concatenate([these, np.ones((len(these), 1), np.float32)], axis=1)
    apart = flat @ np.concatenate([-2 * those, (those * those).sum(1)[:, None]], axis=1).T
    return np.asarray(np.maximum(apart + (these * these).sum(1)[:, None], 0))


def grown(mask: Flags, pixels: int) -> Flags:
    """A mask (h, w) and all within so many pixels of it."""
    shape = np.ones((2 * pixels + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), shape).astype(bool))
