"""The grain of a set's material, as a small field that is enlarged for each tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.inks import RGB, luma, mix, shade, vivid

SIZE = (64, 48)
"""Rows and columns of a grain."""


def random_grain(body: RGB, rng: np.random.Generator) -> tuple[NDArray[np.float32] | None, RGB]:
    """The veins of wood, marble or pearl as float32 `SIZE` in -1 to 1, and the colour they tend to; often None."""
    draw = rng.random()
    wooden = body[0] > body[2] + 50 and luma(body) < 210
    if draw > (0.85 if wooden else 0.16):
        return None, body
    rows, columns = SIZE
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) / rows

    if wooden or rng.random() < 0.25:
        rings = np.sin(x * rng.uniform(15, 60) + _cloud(rng, 5, 4) * rng.uniform(1, 5) + y * rng.uniform(-3, 3))
        field = 0.6 * rings + 0.4 * _cloud(rng, 4, 40)
        amount = rng.uniform(0.15, 0.6)
    elif rng.random() < 0.5:
        warp = _cloud(rng, 6, 5) * 3 + _cloud(rng, 14, 10)
        field = np.sin((x * rng.uniform(2, 8) + y * rng.uniform(2, 8)) * 2 + warp * 2.2)
        amount = rng.uniform(0.2, 0.9)
    else:
        field = 0.7 * _cloud(rng, 9, 7) + 0.5 * _cloud(rng, 24, 18)
        amount = rng.uniform(0.3, 1.0)
    towards = shade(body, float(rng.uniform(-0.35, -0.1)) if luma(body) > 110 else float(rng.uniform(0.08, 0.3)))
    if rng.random() < 0.3:
        towards = mix(towards, vivid(rng, (0.2, 0.8), (0.3, 1.0)), 0.2)
    return np.clip(field * amount, -1, 1).astype(np.float32), towards


def _cloud(rng: np.random.Generator, rows: int, columns: int) -> NDArray[np.float32]:
    """Smooth noise of `rows` by `columns` random values, `SIZE`, in about -1 to 1."""
    field = rng.random((rows, columns), dtype=np.float32) * 2 - 1
    return np.asarray(cv2.resize(field, SIZE[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
