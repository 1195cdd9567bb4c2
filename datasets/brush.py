"""Strokes of the renderer: filling, blending and darkening parts of a picture, shadows on the table, what is seen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

SHIFT = 4
"""cv2 draws polygons with 4 binary digits after the point."""


def cast(points: Floats, light: Floats, height: float = 0.0) -> Floats:
    """Shadows of points (n, 3) on the plane so high above the table."""
    fall = np.maximum(points[:, 2] - height, 0) / max(float(light[2]), 0.3)
    ground = np.full(len(points), height)
    return np.column_stack([points[:, 0] - fall * light[0], points[:, 1] - fall * light[1], ground])


def hull(points: Floats) -> Floats:
    """The convex outline of points (n, 2)."""
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)


def box_of(points: Floats, shape: tuple[int, ...], grow: int) -> tuple[int, int, int, int] | None:
    """Bounding box x0, y0, x1, y1 of points clipped to the picture, or None when it lies outside or is degenerate."""
    if not np.isfinite(points).all() or abs(points).max() > 1e5:
        return None
    x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - grow, 0)
    x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + grow + 1, [shape[1], shape[0]])
    return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 1 and y1 - y0 > 1 else None


def fill(target: Image, points: Floats, colour: float | tuple[float, ...]) -> None:
    """Fill a polygon (n, 2) in place, with smooth edges."""
    value = colour if isinstance(colour, tuple) else (colour,)
    cv2.fillPoly(target, [np.round(points * (1 << SHIFT)).astype(np.int32)], value, cv2.LINE_AA, SHIFT)


def blend(roi: Image, layer: Image, alpha: Image) -> None:
    """Put `layer` over `roi` where `alpha` (uint8) says, in place."""
    cv2.copyTo(layer, cv2.compare(alpha, 255, cv2.CMP_EQ), roi)
    edge = np.nonzero(cv2.inRange(alpha, 1, 254))
    if len(edge[0]):
        weight = alpha[edge].astype(np.float32)[:, None] / 255
        roi[edge] = (layer[edge] * weight + roi[edge] * (1 - weight)).astype(np.uint8)


def darken(roi: Image, mask: Image, strength: float) -> None:
    """Darken `roi` in place by up to `strength` where `mask` (uint8) is full."""
    factor = cv2.merge([cv2.convertScaleAbs(mask, alpha=-strength, beta=0)] * 3)
    cv2.subtract(roi, cv2.multiply(roi, factor, scale=1 / 255), dst=roi)


def visible(outline: Floats, number: int, ids: NDArray[np.int16]) -> float:
    """The share of an outline (n, 2) in which `ids` shows `number`: neither hidden nor outside the frame."""
    area = abs(float(cv2.contourArea(outline.astype(np.float32))))
    box = box_of(outline, ids.shape, 1)
    if box is None or area < 4:
        return 0.0
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [np.round((outline - [x0, y0]) * (1 << SHIFT)).astype(np.int32)], (1,), cv2.LINE_8, SHIFT)
    inside = float((ids[y0:y1, x0:x1][mask > 0] == number).sum())
    drawn = float(max(mask.sum(), 1))
    # `drawn` counts the pixels in the frame; `area` also what lies outside of it.
    return min(1.0, inside / drawn) * min(1.0, drawn / max(area, 1.0))
