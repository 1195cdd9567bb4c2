"""Labels of a picture -> the maps that the detector learns."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import TileLabel

Floats32 = NDArray[np.float32]
STRIDE = 4


@dataclass(frozen=True, slots=True)
class Targets:
    """Maps at a quarter of the picture's size.

    `heat` (2, h, w) peaks of 1 at the centres of faces and of backs; `known` (2, h, w) 0 where it is left open whether
    a tile is there; `vectors` (8, h, w) offset, along, across as in `datasets.networks.HEADS`; `weight` (h, w) where
    they count; `shapes` (3, h, w) masks of faces, dividers and borders.
    """

    heat: Floats32
    known: Floats32
    vectors: Floats32
    weight: Floats32
    shapes: Floats32


def is_positive(label: TileLabel) -> bool:
    """Whether the detector must find this tile."""
    enough = min(label.visible) > (0.55 if label.face_up else 0.5)
    return enough and label.width >= 6.0 and label.length >= 14.0 and label.facing > 0.17


def detector_targets(labels: list[TileLabel], size: int) -> Targets:
    """Maps for a square picture of `size` pixels."""
    n = size // STRIDE
    heat, known = np.zeros((2, n, n), np.float32), np.ones((2, n, n), np.float32)
    vectors, weight = np.zeros((8, n, n), np.float32), np.zeros((n, n), np.float32)
    shapes = np.zeros((3, n, n), np.uint8)
    for label in labels:
        if sum(label.visible) < 0.1:
            continue
        centre = label.quad_centre() / STRIDE
        spread = max(0.7, label.width / STRIDE * 0.11)
        bump, x0, y0 = _bump(centre, spread, n)
        if bump.size == 0:
            continue
        y1, x1 = y0 + bump.shape[0], x0 + bump.shape[1]
        kind = 0 if label.face_up else 1
        if not is_positive(label):
            for k in (0, 1):
                np.minimum(known[k, y0:y1, x0:x1], 1 - (bump > 0.05), out=known[k, y0:y1, x0:x1])
            continue
        np.maximum(heat[kind, y0:y1, x0:x1], bump, out=heat[kind, y0:y1, x0:x1])
        if kind == 0:
            _draw_shapes(shapes, label)
        core = np.where(bump > 0.3, bump, 0)
        stronger = core > weight[y0:y1, x0:x1]
        weight[y0:y1, x0:x1][stronger] = core[stronger]
        vectors[:, y0:y1, x0:x1][:, stronger] = _vectors(label, centre, x0, y0, bump.shape)[:, stronger]
    return Targets(heat, known, vectors, weight, shapes.astype(np.float32) / 255)


def _bump(centre: NDArray[np.float64], spread: float, n: int) -> tuple[Floats32, int, int]:
    """A Gaussian around `centre` (cells; its nearest cell gets exactly 1) with the corner where it starts."""
    cx, cy = np.round(centre).astype(int)
    r = int(np.ceil(2.5 * spread))
    x0, x1, y0, y1 = max(cx - r, 0), min(cx + r + 1, n), max(cy - r, 0), min(cy + r + 1, n)
    if x0 >= x1 or y0 >= y1 or not (0 <= cx < n and 0 <= cy < n):
        return np.zeros((0, 0), np.float32), 0, 0
    gx = np.exp(-((np.arange(x0, x1) - cx) ** 2) / (2 * spread**2))
    gy = np.exp(-((np.arange(y0, y1) - cy) ** 2) / (2 * spread**2))
    return (gy[:, None] * gx).astype(np.float32), x0, y0


def _vectors(label: TileLabel, centre: NDArray[np.float64], x0: int, y0: int, shape: tuple[int, ...]) -> Floats32:
    q = label.quad
    along = ((q[0] + q[1]) - (q[2] + q[3])) / 4 / STRIDE
    across = ((q[1] + q[2]) - (q[0] + q[3])) / 4 / STRIDE
    out = np.empty((8, *shape), np.float32)
    out[0] = centre[0] - np.arange(x0, x0 + shape[1])
    out[1] = (centre[1] - np.arange(y0, y0 + shape[0]))[:, None]
    for k, vector in ((2, along), (5, across)):
        angle = 2 * np.arctan2(vector[1], vector[0])
        out[k], out[k + 1], out[k + 2] = np.cos(angle), np.sin(angle), np.log(max(float(np.hypot(*vector)), 0.25))
    return out


def _draw_shapes(shapes: NDArray[np.uint8], label: TileLabel) -> None:
    quad = np.round(label.quad / STRIDE * 16).astype(np.int32)
    divider = np.round(label.divider / STRIDE * 16).astype(np.int32)
    thick = max(1, round(label.width / STRIDE * 0.12))
    cv2.fillPoly(shapes[0], [quad], (255,), cv2.LINE_AA, 4)
    cv2.line(shapes[1], divider[0].tolist(), divider[1].tolist(), (255,), thick, cv2.LINE_AA, 4)
    cv2.polylines(shapes[2], [quad], True, (255,), thick, cv2.LINE_AA, 4)
